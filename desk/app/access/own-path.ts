/** Pages to which nobody wants to return. */
const NO_DESTINATION = /^\/(?:sign-in|sign-out|join|set-up|confirm|passkey-options)(?:[/?]|$)/i

/** Allows a path with a query, but no backslash, which browsers treat as a slash. */
const PATH = /^\/[\x21\x24-\x5b\x5d-\x7e]*$/

/**
 * The page to open after a sign-in. `to` comes from a link that anyone can make, so only paths of the desk are
 * accepted.
 * '/stock?q=ab' → '/stock?q=ab', '//example.com' → '/', '/\example.com' → '/', 'https://example.com' → '/'
 */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > 2_000 || !PATH.test(to) || NO_DESTINATION.test(to)) return '/'
  const [path = ''] = to.split('?')
  return path.includes('//') || path.split('/').includes('..') ? '/' : to
}

/** The path and query of an address of the desk, relative to /desk. */
export const pathInDesk = ({ pathname, search }: URL) =>
  (pathname.replace(/^\/desk(?=\/|$)/, '') || '/') + search

/** '/sign-in', '/stock' → '/sign-in?to=%2Fstock' */
export const withReturn = (page: string, to: string) =>
  to === '/' ? page : `${page}?${new URLSearchParams({ to })}`
