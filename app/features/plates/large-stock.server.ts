import { setImmediate } from 'node:timers/promises'
import { isSameVersion, isSettled, type Known, type TableVersion } from '#shared/data/read-all.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { listEveryPlate } from '#shared/plates/list-plates.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { systemOf } from '#shared/plates/search/formats.ts'
import { prepareSearch } from '#shared/plates/search/plate-search.ts'
import { PAGE_SIZE, viewStock } from '#shared/plates/search/plate-view.ts'
import type { SiteContext } from '../../context.ts'
import { readStock, type Stock } from './load-plates.ts'

type Backend = Pick<SiteContext, 'client' | 'dataVersion'>

interface CachedPlates extends Known<ListedPlate> {
  dataVersion: string | null
}

/** Between slices the site answers other requests: 100,000 new plates take half a second. */
const PLATES_PER_SLICE = 2_000

const cache = new WeakMap<Backend['client'], CachedPlates>()

/** The first page of a view of the stock, however large. */
export async function readFirstPage(site: SiteContext, view: StockView) {
  const stock: Stock = await readStock(site.client, view, (version) => readLargeView(site, version, view))
  return firstPageOf(stock, view)
}

export const firstPageOf = (stock: Stock, view: StockView) =>
  stock.isWhole ? viewStock(stock.plates, view) : stock.page

export async function readLargeView(
  backend: Backend,
  version: TableVersion,
  view: StockView,
): Promise<Stock> {
  const plates = await everyPlate(backend, version)
  return { isWhole: false, page: viewStock(plates, view, PAGE_SIZE) }
}

/** Reads the stock if something has changed, unless that was something else. */
function everyPlate(
  { client, dataVersion: read }: Backend,
  version: TableVersion,
): Promise<readonly ListedPlate[]> {
  const dataVersion = read()
  const known = cache.get(client)
  const isSame = known && isSameVersion(known.version, version)
  const isUnchanged = isSame && (isSettled(version) || known.dataVersion === dataVersion)
  const items = isUnchanged ? known.items : readEvery(client, version, known)
  cache.set(client, { dataVersion, version, items })
  items.catch(() => cache.delete(client))
  return items
}

async function readEvery(
  client: Backend['client'],
  version: TableVersion,
  before?: CachedPlates,
): Promise<ListedPlate[]> {
  const plates = await listEveryPlate(client, version, before)
  for (const [at, plate] of plates.entries()) {
    prepareSearch(plate)
    systemOf(plate)
    if (at % PLATES_PER_SLICE === 0) await setImmediate()
  }
  return plates
}
