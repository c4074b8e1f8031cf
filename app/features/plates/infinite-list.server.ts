import type { BackendClient } from '../../shared/backend/client.ts'
import type { ListedPlate } from './find-plates.ts'
import { listEveryPlate, type StockVersion } from './list-plates.ts'
import { PAGE_SIZE, type Stock } from './load-plates.ts'
import { type StockView, viewStock } from './search/plate-view.ts'

/** The mark is a moment, and says nothing while a clock that was set back comes up to it again. */
const LONGEST_KEPT_MS = 60_000

interface Kept {
  mark: StockVersion
  readAt: number
  plates: Promise<ListedPlate[]>
}

const kept = new WeakMap<BackendClient, Kept>()

/**
 * A page of any view of a stock too large to send whole. The list is kept between requests for as long as its mark
 * stands, a minute at most, so that nobody is shown what has changed since.
 */
export async function readLargeView(
  client: BackendClient,
  mark: StockVersion,
  view: StockView,
): Promise<Stock> {
  const plates = await everyPlate(client, mark)
  return { isWhole: false, total: mark.count, page: viewStock(plates, view, PAGE_SIZE) }
}

function everyPlate(client: BackendClient, mark: StockVersion): Promise<ListedPlate[]> {
  const known = kept.get(client)
  const isSame = known?.mark.count === mark.count && known.mark.changedAt === mark.changedAt
  if (known && isSame && performance.now() - known.readAt < LONGEST_KEPT_MS) return known.plates
  const plates = listEveryPlate(client, mark.count)
  kept.set(client, { mark, readAt: performance.now(), plates })
  plates.catch(() => kept.delete(client))
  return plates
}
