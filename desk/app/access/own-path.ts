/** Pages that nobody wants to come back to. */
const NO_DESTINATION = /^\/(?:sign-in|sign-out|join|set-up|confirm|passkey-options)(?:[/?]|$)/i

/** Letters of a path and its query, and no backslash, which browsers read as a slash. */
const PATH = /^\/[\x21\x24-\x5b\x5d-\x7e]*$/

/**
 * The page to go to after a sign-in. Whoever made the link wrote `to`, so nothing but a path of the desk is accepted.
 *
 * '/stock?q=ab' → '/stock?q=ab', '//example.com' → '/', '/\example.com' → '/', 'https://example.com' → '/'
 */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > 2_000 || !PATH.test(to) || NO_DESTINATION.test(to)) return '/'
  const [path = ''] = to.split('?')
  return path.includes('//') || path.split('/').includes('..') ? '/' : to
}

/** '/sign-in', '/stock' → '/sign-in?to=%2Fstock' */
export const withReturn = (page: string, to: string) =>
  to === '/' ? page : `${page}?${new URLSearchParams({ to })}`
