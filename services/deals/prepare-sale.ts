/** The writes of a sale over the REST contract, until deals use data/ (docs/architecture.md). */
import type { BackendClient } from '#shared/data/client.ts'
import type { Actor } from '../audit/actor.ts'
import type { Write } from '../changes/call-change.ts'
import { prepareOwnSale } from '../sales/sales-store.ts'
import type { PlateRef } from '../stock/change-plates.ts'
import { refuseOtherSale, type Sale, type SellOptions, stockCallOf } from '../stock/sell-plate.ts'
import { readPlates, stockWrite } from '../stock/stock-store.ts'
import type { StockPlate } from '../stock/stock-types.ts'

/** None if nothing has to change. @throws ChangeRefusal, ChangeConflict */
export async function prepareSale(
  client: BackendClient,
  ref: PlateRef,
  sale: Sale,
  actor: Actor,
  options: SellOptions,
): Promise<{ writes: Write[] }> {
  const [plate] = (await readPlates(client, [ref])) as [StockPlate]
  refuseOtherSale(plate, sale)
  const own = { explorer: options.explorer ?? 'uk', registration: plate.registration, ...sale }
  const { recordedSale, writes } = options.isRecorded
    ? await prepareOwnSale(client, own, actor)
    : { recordedSale: plate.status === 'sold' ? plate.recordedSale : null, writes: [] }
  const call = stockCallOf(plate, sale, recordedSale, actor, options)
  return { writes: call === null ? [] : [...writes, stockWrite(call)] }
}
