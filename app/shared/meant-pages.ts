import { parseRegistration } from '#shared/registration/registration.ts'
import { registrationPath } from '#shared/urls.ts'
import { isWord, wordsOf } from './search-words.ts'
import { furtherLinks, menuLinks } from './ui/site-links.ts'

export interface MeantPage {
  to: string
  text: string
}

const MOST = 3
/** Stop words in addresses. */
const PLAIN_WORDS = new Set(
  'html htm php aspx index page pages www the and for how what number plate plates info news sales guide guides'.split(
    ' ',
  ),
)
const SYSTEMS_OF_PLATES = ['dateless', 'suffix', 'prefix', 'current', 'northern-ireland']

/**
 * The pages that a wrong address may refer to, likeliest first: '/guides/auction-fees' gives the guide to auction fees,
 * '/plates/for-sale/AB12CDE' the page of that registration, '/wp-login.php' nothing.
 * @param articles the articles of the site
 */
export function meantPages(
  pathname: string,
  articles: readonly { path: string; title: string }[],
): MeantPage[] {
  const words = wordsOf(decoded(pathname)).filter((word) => word.length > 2 && !PLAIN_WORDS.has(word))
  const pages = [
    ...[...menuLinks, ...furtherLinks].filter(({ to }) => to !== '/').map(({ to, text }) => ({ to, text })),
    ...articles.map(({ path, title }) => ({ to: path, text: title })),
  ]
  const scored = pages.flatMap((page) => {
    const known = new Set(wordsOf(`${page.to} ${page.text}`))
    const hits = words.filter((word) => [...known].some((of) => isWord(of, word) || isWord(word, of)))
    return hits.length === 0 ? [] : [{ page, hits: hits.length, share: hits.length / known.size }]
  })
  const most = Math.max(...scored.map(({ hits }) => hits))
  const best = scored
    .filter(({ hits }) => hits === most)
    .sort((one, other) => other.share - one.share)
    .map(({ page }) => page)
  const registration = registrationIn(pathname)
  return [...best.slice(0, MOST - registration.length), ...registration]
}

/** A registration as the last part of the address: '/AB12CDE', '/cars/ab-12'. */
function registrationIn(pathname: string): MeantPage[] {
  const last = decoded(pathname).split('/').filter(Boolean).at(-1) ?? ''
  const parsed = parseRegistration(last.replace(/[-_+]/g, ' '))
  if (!parsed.ok || !SYSTEMS_OF_PLATES.includes(parsed.registration.system)) return []
  const { text } = parsed.registration
  return [{ to: registrationPath(text), text: `What we know about ${text}` }]
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
