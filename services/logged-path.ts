/** What the log says of an address: enough to find a fault, and never the key of a page that is private to one person. */

/** One level of encoding or several: '%6F', '%256F'. */
const ENCODED = /%(?:25)*([0-9a-f]{2})/gi

/** Pages for whoever has their link: the rest of the address is a key. */
const PRIVATE_PAGE = /(?<![/\\])[/\\]+(order|preview)[/\\]+.+/is

/** Long enough to be a key, or a part of one. */
const LONG_NAME = /[\w-]{22,}/g
/** The name of an article and the id of a row are words and figures in small letters; a key of ours has capitals. */
const SMALL_WORDS = /^[a-z\d]{1,20}(?:-+[a-z\d]{1,20})*$/
/** Files of the build have hashes in their names. */
const BUILT_FILE = /^\/(?:desk\/)?assets\/[\w.-]+\.\w{2,5}$/

/**
 * The path without the query, which may hold personal data, and without keys, however the address is misspelled:
 * '/plates?q=ann' → '/plates', '/order/9hGk' → '/order/…', '/alerts/manage%3Fkey=9hGk' → '/alerts/manage'. A key is also
 * left out where a page of another name was asked for: '/ordre/' and 43 letters → '/ordre/…'
 */
export function loggedPath(url: string): string {
  const path = url.replace(/\?.*$/s, '')
  if (BUILT_FILE.test(path)) return path
  const plain = path.replace(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const short = plain
    .replace(/\?.*$/s, '')
    .replace(PRIVATE_PAGE, '/$1/…')
    .replace(LONG_NAME, (name) => (SMALL_WORDS.test(name) ? name : '…'))
  return short === plain ? path : short
}
