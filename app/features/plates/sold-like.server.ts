import { withFallback } from '#shared/data/with-fallback.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { isSearch } from '#shared/plates/search/plate-search.ts'
import type { SiteContext } from '../../context.ts'
import { readSoldRegistrations } from '../find/read-sold.ts'
import { firstPageOf } from './large-stock.server.ts'
import type { Stock } from './load-plates.ts'
import type { SoldLike } from './sold-plates.tsx'

/** Null unless the view is a search without results. */
export async function readSoldLike(
  { client, logError }: Pick<SiteContext, 'client' | 'logError'>,
  stock: Stock,
  view: StockView,
): Promise<SoldLike | null> {
  if (!isSearch(view.search) || (stock.isWhole && stock.hasFailed)) return null
  const page = firstPageOf(stock, view)
  if (page.alternatives === null) return null
  const read = readSoldRegistrations(client, view.search, logError)
  const registrations = await withFallback(read, null, 'Error fetching sales that read as a name', logError)
  return registrations && { search: view.search, registrations }
}
