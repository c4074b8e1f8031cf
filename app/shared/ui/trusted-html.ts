// Browsers with Trusted Types accept HTML from these two policies only, so that a mistake elsewhere cannot inject a
// script (docs/security.md).

interface Policy {
  createHTML(html: string): string
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

export const POLICIES = ['default', 'article']

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

/** React creates the JSON-LD script elements with this HTML. */
const EMPTY_SCRIPT = '<script></script>'

export function installDefaultPolicy() {
  factory?.createPolicy('default', {
    createHTML(html) {
      if (html.includes('<') && html !== EMPTY_SCRIPT)
        throw new TypeError('Refused HTML that comes from no policy')
      return html
    },
  })
}

const articles = factory?.createPolicy('article', { createHTML: (html) => html })

/** For articles, compiled from our own Markdown, in which HTML is refused. */
export const trustedArticle = (html: string): string => articles?.createHTML(html) ?? html
