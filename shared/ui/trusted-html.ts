// Browsers with Trusted Types accept HTML from these two policies only, so that a mistake elsewhere cannot inject a
// script (docs/security.md).

interface Policy {
  createHTML(html: string): string
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

export const POLICIES = ['default', 'article']
/** For the desk: `pasted` parses what is pasted into an article, in a document that runs and loads nothing. */
export const DESK_POLICIES = ['default', 'pasted']

export const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

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
