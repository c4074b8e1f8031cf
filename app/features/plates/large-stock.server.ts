import type { BackendClient } from '#shared/data/client.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { listEveryPlate, type StockVersion } from '#shared/plates/list-plates.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { PAGE_SIZE, viewStock } from '#shared/plates/search/plate-view.ts'
import type { Stock } from './load-plates.ts'

/** The version is a timestamp, which may repeat after the clock was set back. */
const MAX_AGE_MS = 60_000

interface CachedPlates {
  version: StockVersion
  readAt: number
  plates: Promise<ListedPlate[]>
}

const cache = new WeakMap<BackendClient, CachedPlates>()

export async function readLargeView(
  client: BackendClient,
  version: StockVersion,
  view: StockView,
): Promise<Stock> {
  const plates = await everyPlate(client, version)
  return { isWhole: false, page: viewStock(plates, view, PAGE_SIZE) }
}

function everyPlate(client: BackendClient, version: StockVersion): Promise<ListedPlate[]> {
  const known = cache.get(client)
  const isSame = known?.version.count === version.count && known.version.changedAt === version.changedAt
  if (known && isSame && performance.now() - known.readAt < MAX_AGE_MS) return known.plates
  const plates = listEveryPlate(client, version.count)
  cache.set(client, { version, readAt: performance.now(), plates })
  plates.catch(() => cache.delete(client))
  return plates
}
