import { randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { type Actor, stockActionOf } from '../audit/actor.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { STATUS_SENTENCES } from '../stock/status-change.ts'
import { findStockPlate, stockWrite } from '../stock/stock-store.ts'
import type { StockChange } from '../stock/stock-types.ts'
import type { Deal } from './deal-types.ts'
import { writeStep } from './write-deal.ts'

/**
 * Puts a plate that we bought into the stock as a draft with its cost, and names it in the deal. A plate that we had before
 * becomes a draft again.
 * @throws ChangeRefusal if it is in the stock and not sold or withdrawn; ChangeConflict
 */
export async function draftPurchase(
  client: BackendClient,
  deal: Deal,
  boughtOn: string,
  actor: Actor,
): Promise<void> {
  const { registration } = deal
  const known = await findStockPlate(client, { registration })
  if (known && known.status !== 'sold' && known.status !== 'withdrawn')
    throw new ChangeRefusal(`${registration} is in the stock already, ${STATUS_SENTENCES[known.status]}.`)
  const plateId = known?.id ?? randomUUID()
  // The stock holds whole pounds.
  const details: StockChange['details'] = {
    status: 'draft',
    costGbp: Math.round(deal.amount / 100),
    boughtOn,
    soldPriceGbp: null,
    soldOn: null,
  }
  const change: StockChange = known
    ? { id: known.id, seenAt: known.updatedAt, details }
    : { id: null, plate: { id: plateId, registration, isAvailable: false }, details }
  const said = `${registration} bought, a draft in the stock`
  const stock = stockWrite({
    actor,
    action: stockActionOf(actor, 'add'),
    change: said,
    batch: randomUUID(),
    changes: [change],
  })
  await writeStep(
    client,
    deal,
    { plateId, soldOn: boughtOn, agreedOn: deal.agreedOn ?? boughtOn },
    { thread: said },
    actor,
    [stock],
  )
}

/** The draft stays in the stock, where it can be removed. */
export const takeBackPurchase = (client: BackendClient, deal: Deal, actor: Actor) =>
  writeStep(
    client,
    deal,
    { plateId: null, soldOn: null },
    { thread: `${deal.registration} not bought after all. Its draft is still in the stock.` },
    actor,
  )
