import { randomUUID } from 'node:crypto'
import { stockActionOf } from '../audit/actor.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { STATUS_SENTENCES } from '../stock/status-change.ts'
import { findStockPlate, stockWrite } from '../stock/stock-store.ts'
import type { StockChange } from '../stock/stock-types.ts'
import { wholePounds } from './deal-types.ts'
import { type StepOf, writeStep } from './write-deal.ts'

/**
 * Puts a plate that we bought into the stock as a draft with its cost, and names it in the deal. A plate that we had before
 * becomes a draft again.
 * @throws ChangeRefusal if it is in the stock and not sold or withdrawn; ChangeConflict
 */
export async function draftPurchase(step: StepOf, { on }: { on: string }): Promise<void> {
  const { client, deal, actor } = step
  const { registration } = deal
  const known = await findStockPlate(client, { registration })
  if (known && known.status !== 'sold' && known.status !== 'withdrawn')
    throw new ChangeRefusal(`${registration} is in the stock already, ${STATUS_SENTENCES[known.status]}.`)
  const plateId = known?.id ?? randomUUID()
  const details: StockChange['details'] = {
    ...{ status: 'draft', costGbp: wholePounds(deal), boughtOn: on, soldPriceGbp: null, soldOn: null },
  }
  const change: StockChange = known
    ? { id: known.id, seenAt: known.updatedAt, details }
    : { id: null, plate: { id: plateId, registration, isAvailable: false }, details }
  const said = 'bought, a draft in the stock'
  const action = stockActionOf(actor, 'add')
  const stock = stockWrite({ actor, action, change: `${registration} ${said}`, changes: [change] })
  await writeStep(step, { plateId, soldOn: on, agreedOn: deal.agreedOn ?? on }, said, [stock])
}
