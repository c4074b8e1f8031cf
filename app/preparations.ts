// What the client loader of a page imports and reads when it runs, begun as soon as somebody is about to open the page.
import { matchPath } from 'react-router'
import { beginRead, EARLY_READS, earlyPlate } from '#shared/data/early-reads.ts'
import { MAX_WHOLE_STOCK } from '#shared/plates/find-plates.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { explorerKey, FEATURED_KEY, isCached, plateKey, stockKey } from './shared/backend/client-cache.ts'
import { keepImport } from './shared/keep-import.ts'

interface Target {
  url: URL
  params: Readonly<Record<string, string | undefined>>
}

/** Begins, and answers with what it has begun. */
type Preparation = (target: Target) => unknown[]

/** Of a large stock the client reads only the pages that are shown. */
let isLargeStock = false

/** The number and the whole of it in one round; a stock that turns out to be large is not downloaded. */
async function beginStock(): Promise<void> {
  const counted = beginRead(EARLY_READS.stockVersion, { headers: { Prefer: 'count=exact' } })
  const whole = isLargeStock ? null : beginRead(EARLY_READS.plates)
  const [{ headers }, rows] = await Promise.all([counted, whole])
  isLargeStock = Number(headers.get('Content-Range')?.split('/')[1]) > MAX_WHOLE_STOCK
  if (isLargeStock) await rows?.body?.cancel()
}

async function prepareStock({ search, searchParams }: URL) {
  const isKnown = isCached(stockKey(search))
  const loading = import('./features/plates/read-stock.client.ts')
  if (!isKnown) await beginStock()
  const { loadWholeStock } = await loading
  if (!isLargeStock) await loadWholeStock(searchParams)
}

/** The loader takes over what is read here, or the read itself. */
const prepareExplorer =
  (explorer: ExplorerName): Preparation =>
  ({ url }) => {
    if (isCached(explorerKey(explorer))) return []
    return [
      beginRead(EARLY_READS.root, { method: 'HEAD' }),
      beginRead(EARLY_READS[explorer]),
      import('./features/sales/explorer/load-explorer.client.ts').then(({ loadExplorerCached }) =>
        loadExplorerCached(explorer, url.searchParams),
      ),
    ]
  }

const READING = ['/news', '/info', '/plate-stories', '/auction-info', '/document-info']
/** Kept from the first page of articles on: during a touch Chromium imports nothing, not even what it has loaded. */
const loadReading = keepImport(() => import('./features/articles/reading.client.ts'))

if (READING.some((path) => location.pathname.startsWith(path))) loadReading().catch(() => {})

const prepareReading: Preparation = ({ url }) => [
  loadReading().then(({ prefetchReading }) => prefetchReading(url.pathname)),
]

/** By path; of other pages the router itself knows what they need: modules, and data of the server. */
const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  '/': () => [
    isCached(FEATURED_KEY) || beginRead(EARLY_READS.featuredPlates),
    import('./features/home/read-featured.client.ts').then(({ loadFeatured }) => loadFeatured()),
  ],
  '/plates': ({ url }) => [prepareStock(url)],
  '/plate/:registration': ({ params: { registration = '' } }) =>
    document.documentElement.dataset.certificates === undefined
      ? [
          isCached(plateKey(registration)) || beginRead(earlyPlate(registration)),
          import('./features/plates/read-plate.client.ts').then(({ loadPlate }) => loadPlate(registration)),
        ]
      : [],
  '/shortlist': () => [import('./features/shortlist/read-comparison.ts'), import('#shared/data/client.ts')],
  '/sales-explorer': prepareExplorer('uk'),
  '/jersey/sales-explorer': prepareExplorer('jersey'),
  ...Object.fromEntries(
    READING.flatMap((path) => [
      [path, prepareReading],
      [`${path}/:slug`, prepareReading],
    ]),
  ),
}

/** Begins what the loader of a page asks for. What fails is asked for again by the loader. */
export async function preparePage(url: URL): Promise<void> {
  for (const [path, prepare] of Object.entries(PREPARATIONS))
    try {
      const match = matchPath(path, decodeURI(url.pathname))
      if (match) await Promise.all(prepare({ url, params: match.params }))
    } catch {}
}
