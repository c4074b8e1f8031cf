/**
 * Browsers that know Trusted Types turn no text into HTML but through these two policies: the server's header asks
 * it of them, so that a slip elsewhere cannot become a script (docs/security.md). Other browsers notice nothing.
 */
interface Policy {
  createHTML(html: string): string
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

/** Their names, for the header. */
export const POLICIES = ['default', 'article']

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

/** React makes a script element this way, for the structured data of a page one comes to. It stays empty. */
const EMPTY_SCRIPT = '<script></script>'

/** For whatever names no policy: text without a tag is let through, and what React needs. */
export function installDefaultPolicy() {
  factory?.createPolicy('default', {
    createHTML(html) {
      if (html.includes('<') && html !== EMPTY_SCRIPT) throw new TypeError('This HTML is nobody’s')
      return html
    },
  })
}

const articles = factory?.createPolicy('article', { createHTML: (html) => html })

/** The text of a piece: compiled from our own files, which may hold no HTML. */
export const trustedArticle = (html: string): string => articles?.createHTML(html) ?? html
