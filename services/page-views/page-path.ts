/** Maps URLs to the paths under which page views are counted. A test compares this with app/routes.ts. */

import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { STATEMENT_PAGES } from '#shared/text/statement-pages.ts'

/** Pages with one address. */
export const COUNTED_PAGES: ReadonlySet<string> = new Set([
  '/',
  '/plates',
  '/find',
  '/shortlist',
  '/search',
  '/alerts',
  '/contact',
  '/valuations',
  '/valuations/accuracy',
  '/sell',
  '/info',
  '/auction-info',
  '/document-info',
  '/news',
  '/plate-stories',
  ...EXPLORER_LIST.map(({ path }) => path),
  '/sales-explorer/data',
  '/auction-calculator',
  '/eligibility',
  '/registration',
  '/about',
  '/privacy',
  ...STATEMENT_PAGES.map(({ path }) => path),
  '/sitemap',
])

/** Prefixes of pages with a parameter: a registration or the name of an article. */
export const COUNTED_FOLDERS: ReadonlySet<string> = new Set([
  '/plate',
  '/registration',
  '/news',
  '/info',
  '/plate-stories',
])

const MAX_LENGTH = 100
const FILE = /\.[a-z0-9]{1,5}$/i
const DATA = '.data'

/**
 * '/plates?q=sam&page=2' → '/plates', '/plate/AB%2012' → '/plate/AB 12', '/plates.data?_routes=…' → '/plates',
 * '/_root.data' → '/', '/robots.txt' and '/preview/secret' → null
 * @param url as it was requested
 */
export function countedPath(url: string): string | null {
  const query = url.indexOf('?')
  const path = pagePath(query === -1 ? url : url.slice(0, query))
  if (path === null || path.length > MAX_LENGTH || FILE.test(path)) return null
  if (COUNTED_PAGES.has(path)) return path
  const slash = path.lastIndexOf('/')
  return slash < path.length - 1 && COUNTED_FOLDERS.has(path.slice(0, slash)) ? path : null
}

/** '/plate/AB 12' → '/plate/*', for paths beyond the daily limit; null for a page with one address. */
export function folderOf(path: string): string | null {
  return COUNTED_PAGES.has(path) ? null : `${path.slice(0, path.lastIndexOf('/'))}/*`
}

function pagePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    if (/\p{Cc}/u.test(decoded)) return null
    if (!decoded.endsWith(DATA)) return decoded
    const page = decoded.slice(0, -DATA.length)
    return page === '/_root' || page === '/_' ? '/' : page
  } catch {
    return null
  }
}
