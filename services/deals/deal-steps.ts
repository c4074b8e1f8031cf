/**
 * The steps of a deal after its quote or bid, by the name under which its page sends them. Each is one transaction, says itself
 * on the thread, names the person in the audit trail, and can be taken back; an e-mail that was sent stays sent. Each throws
 * ChangeRefusal if the deal or its plate does not allow it, and ChangeConflict if one of them has changed since.
 */

import { randomUUID } from 'node:crypto'
import { snakeCaseRow } from '#shared/data/case-row.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Write } from '../changes/call-change.ts'
import { ChangeRefusal, refuseField } from '../changes/refusal.ts'
import { replyWrites } from '../enquiries/reply.ts'
import type { LostReason } from '../enquiries/statuses.ts'
import { londonDay } from '../london-time.ts'
import { changedValues } from '../stock/plate-form.ts'
import { prepareSale } from '../stock/sell-plate.ts'
import { changeStatusOf, hasPrice, STATUS_SENTENCES, type StatusTarget } from '../stock/status-change.ts'
import { findStockPlate, plateHistory, stockWrite } from '../stock/stock-store.ts'
import type { StockChange, StockPlate } from '../stock/stock-types.ts'
import { prepareStockUndo } from '../stock/undo-change.ts'
import { paymentsOf } from './deal-store.ts'
import {
  type Deal,
  ENDINGS,
  PAYMENT_KINDS,
  type Payment,
  paidOf,
  STAY_SENT,
  wholePounds,
} from './deal-types.ts'
import type { Given } from './read-step.ts'
import { type Step, statusWrites, writeStep } from './write-deal.ts'

const LATER_FIRST = 'Take back the later steps first.'

export const STEPS = {
  agree: (step, { on, text }) =>
    writeStep(
      step,
      { agreedOn: on },
      `agreed at ${formatPence(step.deal.amount)} on ${longDay(on)}`,
      replyWrites(step.conversation, text, step.addresses, step.actor),
    ),

  async 'take back agree'(step) {
    if (step.deal.soldOn) throw new ChangeRefusal(LATER_FIRST)
    await writeStep(step, { agreedOn: null, ...stillValid(step) }, `not agreed after all. ${STAY_SENT}`)
  },

  async reserve(step, { until }) {
    const plate = await requireFreePlate(step)
    if (!hasPrice(plate))
      throw new ChangeRefusal(`${plate.registration} has no price, and a reserved plate needs one.`)
    await changeStatus(step, plate, { status: 'reserved', until, for: step.deal.name, deal: step.deal.id })
  },

  async 'take back reserve'(step) {
    const plate = await requirePlate(step)
    if (!isReservedFor(step.deal, plate))
      throw new ChangeRefusal(`${plate.registration} is not reserved for ${step.deal.name}.`)
    await changeStatus(step, plate, { status: 'for_sale' })
  },

  async pay(step, given) {
    const { client, deal, actor } = step
    const { payment: id, kind, amount, on: paidOn, method } = given
    // One that is sent twice is no second refund.
    const paid = paidOf((await paymentsOf(client, [deal.id])).filter((payment) => payment.id !== id))
    if (kind === 'refund' && amount > paid) refuseField('amount', `Only ${formatPence(paid)} has been paid.`)
    const noted = `${describePayment(given)} on ${longDay(paidOn)}`
    const insert = snakeCaseRow({ id, dealId: deal.id, kind, amount, paidOn, method, person: actor.person })
    await writeStep(step, {}, `${noted}, ${method}`, [{ table: 'deal_payments', insert }], noted)
  },

  async 'take back pay'(step, given) {
    const payment = (await paymentsOf(step.client, [step.deal.id])).find(({ id }) => id === given.payment)
    if (!payment) return
    const removal: Write = { table: 'deal_payments', id: payment.id, remove: true }
    await writeStep(step, {}, `${describePayment(payment)} removed`, [removal])
  },

  /** Sells the plate to the person at the price of the deal; the enquiry is won. */
  async sell(step, { on }) {
    const { client, deal, actor, addresses, isRecorded } = step
    const plate = await requireFreePlate(step)
    const [saleYear, saleMonth] = on.split('-').map(Number) as [number, number]
    const sale = {
      ...{ priceGbp: wholePounds(deal), soldOn: on, saleYear, saleMonth },
      seller: addresses.firm,
    }
    const { writes } = await prepareSale(client, { id: plate.id }, sale, actor, { isRecorded })
    const sold = `sold for ${formatPence(deal.amount)}`
    const values = { soldOn: on, agreedOn: deal.agreedOn ?? on }
    const all = [...writes, ...(await statusWrites(step, 'won'))]
    await writeStep(step, values, `${sold} to ${deal.name}`, all, sold)
  },

  /** Puts the plate back as it was, and takes the sale off the explorer. */
  async 'take back sell'(step) {
    if (step.deal.handedOverOn) throw new ChangeRefusal(LATER_FIRST)
    const writes = [...(await undoOfSale(step)), ...(await statusWrites(step, 'answered'))]
    await writeStep(step, { soldOn: null }, `not sold after all. ${STAY_SENT}`, writes)
  },

  'hand-over'(step, { ending, nominee, vehicleReference, trackingNumber, detailsOnly, on }) {
    const handedOverOn = detailsOnly ? null : on
    const said = `${ENDINGS[ending].toLowerCase()} on ${longDay(on)}`
    return writeStep(
      step,
      { ending, nominee, vehicleReference, trackingNumber, handedOverOn },
      detailsOnly ? 'details of the transfer saved' : said,
    )
  },
  'take back hand-over': (step) => writeStep(step, { handedOverOn: null }, 'not handed over after all'),

  identity: (step, { on }) => writeStep(step, { identitySeenOn: on }, `identity seen on ${longDay(on)}`),
  'take back identity': (step) => writeStep(step, { identitySeenOn: null }, 'identity not seen after all'),

  certificate: (step, { on }) =>
    writeStep(step, { certificateReceivedOn: on }, `certificate received on ${longDay(on)}`),
  'take back certificate': (step) =>
    writeStep(step, { certificateReceivedOn: null }, 'certificate not received after all'),

  /**
   * Puts a plate that we bought into the stock as a draft with its cost, and names it in the deal. A plate that we had before,
   * sold or withdrawn, becomes a draft again.
   */
  async draft(step, { on }) {
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
    const stock = stockWrite({ actor, action: 'add', change: `${registration} ${said}`, changes: [change] })
    await writeStep(step, { plateId, soldOn: on, agreedOn: deal.agreedOn ?? on }, said, [stock])
  },
  'take back draft': (step) =>
    writeStep(
      step,
      { plateId: null, soldOn: null },
      'not bought after all. Its draft is still in the stock.',
    ),

  accounts: (step, { invoiceNumber, isKept }) =>
    writeStep(step, { invoiceNumber, isKept }, 'details for the accounts saved'),

  done: (step) => end(step, 'done'),
  lose: (step, { reason }) => end(step, 'lost', reason),
  withdraw: (step) => end(step, 'withdrawn'),

  async reopen(step) {
    const { deal } = step
    const values = {
      outcome: null,
      endedAt: null,
      lostReason: null,
      ...(deal.agreedOn ? {} : stillValid(step)),
    }
    const status = deal.outcome === 'lost' ? await statusWrites(step, 'answered') : []
    try {
      await writeStep(step, values, 'open again', status)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new ChangeRefusal(`Another deal for ${deal.registration} is open. End it first.`)
    }
  },
} satisfies Record<string, (step: Step, given: Given) => Promise<void>>

const describePayment = ({ kind, amount }: Pick<Payment, 'kind' | 'amount'>) =>
  `${PAYMENT_KINDS[kind].toLowerCase()} of ${formatPence(amount)}`

/** What nobody has agreed to is open for today at least, because it would else end by itself within a minute. */
function stillValid({ deal: { validUntil }, now }: Step) {
  const today = londonDay(now)
  return { validUntil: validUntil < today ? today : validUntil }
}

/** The plate in the stock, which may have been removed or become another since the quote. */
async function requirePlate({ client, deal: { plateId, registration } }: Step): Promise<StockPlate> {
  const plate = plateId ? await findStockPlate(client, { id: plateId }) : null
  if (plate?.registration !== registration)
    throw new ChangeRefusal(`${registration} is ${plate ? `now ${plate.registration}` : 'not'} in the stock.`)
  return plate
}

/** By the deal, or by somebody in the stock for a person of this name. */
export const isReservedFor = (
  { id, name }: Deal,
  { status, reservedFor, reservedDeal }: StockPlate,
): boolean => status === 'reserved' && reservedFor === name && (reservedDeal ?? id) === id

/** The plate of `requirePlate`, neither sold nor reserved for another. */
async function requireFreePlate(step: Step): Promise<StockPlate> {
  const plate = await requirePlate(step)
  const { registration, status, reservedFor } = plate
  const whose = reservedFor ? ` for ${reservedFor}` : ''
  if (status === 'sold' || (status === 'reserved' && !isReservedFor(step.deal, plate)))
    throw new ChangeRefusal(`${registration} is ${STATUS_SENTENCES[status]}${whose}.`)
  return plate
}

const changeStatus = (step: Step, plate: StockPlate, target: StatusTarget): Promise<void> => {
  const said = target.status === 'reserved' ? `reserved until ${longDay(target.until)}` : 'no longer reserved'
  return writeStep(step, {}, said, [statusChange(step, plate, target, said)])
}

const statusChange = ({ actor }: Step, plate: StockPlate, target: StatusTarget, said: string): Write =>
  stockWrite({
    actor,
    action: target.status === 'reserved' ? 'reserve' : 'for-sale',
    change: `${plate.registration} ${said}`,
    changes: [
      { id: plate.id, seenAt: plate.updatedAt, ...changedValues(plate, changeStatusOf(plate, target)) },
    ],
  })

/** Nothing if the sale has been undone in the stock, even if the plate has been sold to another since. */
async function undoOfSale(step: Step): Promise<Write[]> {
  const { client, deal, actor, now } = step
  const { id, status } = await requirePlate(step)
  if (status !== 'sold') return []
  const changes = await plateHistory.latest(client, { of: id })
  const sale = changes.find(({ after }) => after?.details.status === 'sold')
  if (!sale)
    throw new ChangeRefusal('The sale is too old to be taken back. Put the plate on sale again in the stock.')
  const { soldOn, soldPriceGbp } = sale.after?.details ?? {}
  if (soldOn !== deal.soldOn || soldPriceGbp !== wholePounds(deal)) return []
  return (await prepareStockUndo(client, sale.batch, actor, now)).writes
}

/** A reservation for the person ends with the deal, and the reference of the log book is not kept. */
async function end(step: Step, outcome: 'done' | 'lost' | 'withdrawn', reason: LostReason | null = null) {
  const { client, deal, now } = step
  if (outcome === 'done' && !deal.soldOn) throw new ChangeRefusal('It is not sold yet.')
  if (outcome !== 'done' && deal.soldOn) throw new ChangeRefusal(LATER_FIRST)
  const plate =
    deal.kind === 'sale' && deal.plateId ? await findStockPlate(client, { id: deal.plateId }) : null
  const release =
    plate && isReservedFor(deal, plate)
      ? [statusChange(step, plate, { status: 'for_sale' }, 'no longer reserved')]
      : []
  const status = outcome === 'lost' ? await statusWrites(step, 'lost', reason) : []
  const said = `${outcome}${reason ? ` (${reason})` : ''}${outcome === 'withdrawn' ? `. ${STAY_SENT}` : ''}`
  const values = { outcome, lostReason: reason, endedAt: now.toISOString(), vehicleReference: null }
  await writeStep(step, values, said, [...release, ...status])
}
