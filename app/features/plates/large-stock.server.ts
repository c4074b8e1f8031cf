import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { isSettled, listEveryPlate, type StockVersion } from '#shared/plates/list-plates.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { PAGE_SIZE, viewStock } from '#shared/plates/search/plate-view.ts'
import type { SiteContext } from '../../context.ts'
import type { Stock } from './load-plates.ts'

type Backend = Pick<SiteContext, 'client' | 'dataVersion'>

interface CachedPlates {
  dataVersion: string | null
  version: StockVersion
  plates: Promise<ListedPlate[]>
}

const cache = new WeakMap<Backend['client'], CachedPlates>()

export async function readLargeView(
  backend: Backend,
  version: StockVersion,
  view: StockView,
): Promise<Stock> {
  const plates = await everyPlate(backend, version)
  return { isWhole: false, page: viewStock(plates, view, PAGE_SIZE) }
}

/** Reads the stock if something has changed, unless that was something else. */
function everyPlate({ client, dataVersion: read }: Backend, version: StockVersion): Promise<ListedPlate[]> {
  const dataVersion = read()
  const known = cache.get(client)
  const isSame = known?.version.count === version.count && known.version.changedAt === version.changedAt
  const isUnchanged = isSame && (isSettled(version.changedAt) || known.dataVersion === dataVersion)
  const plates = isUnchanged ? known.plates : listEveryPlate(client)
  cache.set(client, { dataVersion, version, plates })
  plates.catch(() => cache.delete(client))
  return plates
}
