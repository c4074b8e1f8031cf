/**
 * The steps of a deal after its quote or bid, by the name under which its page sends them. Each is one transaction, says itself
 * on the thread, names the person in the audit trail, and can be taken back; an e-mail that was sent stays sent. Each throws
 * ChangeRefusal if the deal or its plate does not allow it, and ChangeConflict if one of them has changed since.
 */

import { randomUUID } from 'node:crypto'
import { isUniqueViolation } from '#shared/data/response.ts'
import { ASKS, NEEDS, type Need, waysToBuyer } from '#shared/plates/ways-to-buyer.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import type { Write } from '../changes/call-change.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { replyWrites } from '../enquiries/reply.ts'
import type { LostReason } from '../enquiries/statuses.ts'
import { londonDay } from '../london-time.ts'
import { prepareRemoval } from '../sales/sales-store.ts'
import { changedValues, isEmptyChange } from '../stock/plate-form.ts'
import { changeStatusOf, hasPrice, STATUS_SENTENCES, type StatusTarget } from '../stock/status-change.ts'
import { findLatestChange, findStockPlate, stockWrite } from '../stock/stock-store.ts'
import type { StockChange, StockPlate } from '../stock/stock-types.ts'
import { askOnce } from './ask-once.ts'
import { type DealValues, paymentsOf } from './deal-store.ts'
import {
  type Deal,
  ENDINGS,
  isUncleared,
  laterDay,
  owedOf,
  type Payment,
  paidOf,
  payBy,
  STAY_SENT,
  wholePounds,
} from './deal-types.ts'
import {
  agreedValues,
  holdWrites,
  releaseWrites,
  requireClaim,
  statusWrite,
  touchWrite,
} from './hold-plate.ts'
import { sentLetter, yesTerms } from './letter-terms.ts'
import { describeEntry, MONEY_STEPS, settledBy } from './money-steps.ts'
import { prepareSale } from './prepare-sale.ts'
import { readClaim } from './read-claims.ts'
import { questionsAbout } from './read-deal-form.ts'
import type { Given } from './read-step.ts'
import { canHave } from './standing.ts'
import { mayTake, type StepName } from './step-rules.ts'
import { type Step, statusWrites, writeStep } from './write-deal.ts'

/** Each takes for granted that the deal may take it (step-rules.ts). */
const STEPS = {
  ...MONEY_STEPS,

  /** A yes holds the plate until the day to pay by. */
  async agree(step, { on, text, confirmed }) {
    const { deal, now, conversation, addresses, siteUrl, actor } = step
    const plate = deal.kind === 'sale' ? await requireClaim(step) : null
    const said = `agreed at ${formatPence(deal.amount)} on ${longDay(on)}`
    const terms = yesTerms(deal, on, londonDay(now), siteUrl)
    const reply: Write[] = []
    if (text !== null && conversation && !deal.isOnHold) {
      const names = [deal.name, actor.person, addresses.firm]
      askOnce(confirmed, questionsAbout(text, terms, { kind: deal.kind, names, isNextInLine: false }))
      reply.push(...replyWrites(conversation, sentLetter(text, terms), addresses, actor))
    }
    if (!plate) return writeStep(step, { agreedOn: on }, said, reply)
    const values = agreedValues(deal, on, londonDay(now))
    const until = terms.until ?? on
    await writeStep(step, values, said, [...holdWrites(step, plate, until), ...reply])
  },

  async 'take back agree'(step) {
    const { client, deal } = step
    const payments = deal.kind === 'sale' ? await paymentsOf(client, [deal.id]) : []
    if (paidOf(payments) > 0)
      throw new ChangeRefusal(
        `${formatPence(paidOf(payments))} has been paid. Give it back or remove it first, or end the order.`,
      )
    const { plate } = await readClaim(client, deal)
    const values = { agreedOn: null, depositBy: null, balanceBy: null, lapsedOn: null, ...stillValid(step) }
    await writeStep(step, values, `not agreed after all. ${STAY_SENT}`, releaseWrites(step, plate))
  },

  /** Holds it while they decide. */
  async reserve(step, { until }) {
    const plate = await requireClaim(step)
    if (!hasPrice(plate))
      throw new ChangeRefusal(`${plate.registration} has no price, and a reserved plate needs one.`)
    const { name, id } = step.deal
    const said = `reserved until ${longDay(until)}`
    const target: StatusTarget = { status: 'reserved', until, for: name, deal: id }
    await writeStep(step, {}, said, [statusWrite(step.actor, plate, target, said)])
  },

  async 'take back reserve'(step) {
    const { plate, standing } = await readClaim(step.client, step.deal)
    if (plate?.status !== 'reserved' || standing !== 'theirs')
      throw new ChangeRefusal(`${step.deal.registration} is not reserved for ${step.deal.name}.`)
    const said = 'no longer reserved'
    await writeStep(step, {}, said, [statusWrite(step.actor, plate, { status: 'for_sale' }, said)])
  },

  /** Another day to pay by. One that has lapsed holds its plate again, if it is still free. */
  async extend(step, { until }) {
    const { client, deal } = step
    const plate = await requireClaim(step)
    const paid = paidOf(await paymentsOf(client, [deal.id]))
    const isDeposit = deal.deposit !== null && paid < deal.deposit
    const balanceBy = isDeposit && deal.balanceBy !== null && deal.balanceBy > until ? deal.balanceBy : until
    const values = { ...(isDeposit ? { depositBy: until } : {}), balanceBy, lapsedOn: null }
    await writeStep(step, values, `to be paid by ${longDay(until)}`, holdWrites(step, plate, until))
  },

  /** Sells the plate to the person at the price of the deal; the enquiry is won. */
  async sell(step, { on, confirmed }) {
    const { client, deal, actor, addresses, isRecorded, now } = step
    const plate = await requireClaim(step)
    const payments = await paymentsOf(client, [deal.id])
    askOnce(confirmed, [sayOwed(deal, payments), sayNoCertificate(plate)])
    const [saleYear, saleMonth] = on.split('-').map(Number) as [number, number]
    const sale = { priceGbp: wholePounds(deal), soldOn: on, saleYear, saleMonth, seller: addresses.firm }
    const options = { isRecorded, deal: deal.id }
    const { writes } = await prepareSale(client, { id: plate.id }, sale, actor, options)
    const sold = `sold for ${formatPence(deal.amount)}`
    const agreed = deal.agreedOn && !deal.lapsedOn ? {} : agreedValues(deal, on, londonDay(now))
    const all = [...writes, ...(await statusWrites(step, 'won'))]
    await writeStep(step, { ...agreed, soldOn: on }, `${sold} to ${deal.name}`, all, sold)
  },

  /** Takes the sale off the explorer and reserves the plate for the deal again, unless the stock has undone its sale. */
  async 'take back sell'(step) {
    const { client, deal, now } = step
    const { plate } = await readClaim(client, deal)
    const isOurs = plate?.status === 'sold' && plate.dealId === deal.id
    const until = londonDay(now)
    const days = { depositBy: laterDay(deal.depositBy, until), balanceBy: laterDay(deal.balanceBy, until) }
    const writes = isOurs ? await unsoldWrites(step, plate, days.balanceBy) : []
    const all = [...writes, ...(await statusWrites(step, 'answered'))]
    await writeStep(step, { soldOn: null, ...days }, `not sold after all. ${STAY_SENT}`, all)
  },

  async 'hand-over'(step, given) {
    const { client, deal, actor } = step
    const { ending, nominee, vehicleReference, trackingNumber, detailsOnly, on, confirmed } = given
    const values = { ending, nominee, vehicleReference, trackingNumber }
    if (detailsOnly) return writeStep(step, values, 'details of the transfer saved')
    if (!deal.soldOn) throw new ChangeRefusal('It is not sold yet.')
    const [payments, { plate }] = await Promise.all([paymentsOf(client, [deal.id]), readClaim(client, deal)])
    askOnce(confirmed, [
      sayOwed(deal, payments),
      ...payments.filter(isUncleared).map((payment) => `The ${describeEntry(payment)} has not cleared.`),
      ...(plate ? openPoints(plate, given) : []),
    ])
    const said = `${ENDINGS[ending].toLowerCase()} on ${longDay(on)}`
    const papers = plate ? papersWrites(actor, plate, given) : []
    await writeStep(step, { ...values, handedOverOn: on }, said, papers)
  },

  /** The stock's note of the document becomes what it was, if nobody has changed it since. */
  async 'take back hand-over'(step) {
    const { client, deal, actor } = step
    const { plate } = await readClaim(client, deal)
    const latest = plate ? await findLatestChange(client, plate.id) : null
    const isPapers = plate !== null && latest?.action === HAND_OVER && latest.before !== null
    const writes = isPapers
      ? [
          stockWrite({
            actor,
            action: 'undo handover',
            change: `the document of ${plate.registration} as before`,
            changes: [{ id: plate.id, seenAt: plate.updatedAt, details: latest.before?.details ?? {} }],
          }),
        ]
      : []
    await writeStep(step, { handedOverOn: null }, 'not handed over after all', writes)
  },

  /** What the seller says of the document, before anything is paid: never first its number or the paper itself. */
  papers: (step, { document, documentExpiresOn, holder }) =>
    writeStep(step, { document, documentExpiresOn, holder }, 'details of the document saved'),

  pause: (step) =>
    writeStep(step, { isOnHold: true }, 'on hold: nothing is sent, and nothing ends by itself'),
  resume: (step) => writeStep(step, { isOnHold: false }, 'no longer on hold'),

  identity: (step, { on }) => writeStep(step, { identitySeenOn: on }, `identity seen on ${longDay(on)}`),
  'take back identity': (step) => writeStep(step, { identitySeenOn: null }, 'identity not seen after all'),

  certificate: (step, { on, documentNumber }) =>
    writeStep(step, { certificateReceivedOn: on, documentNumber }, `certificate received on ${longDay(on)}`),
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
      status: 'draft',
      costGbp: wholePounds(deal),
      boughtOn: on,
      soldPriceGbp: null,
      soldOn: null,
      dealId: null,
      document: deal.document,
      documentNumber: deal.documentNumber,
      documentExpiresOn: deal.documentExpiresOn,
      holder: deal.holder,
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

  async done(step, { confirmed }) {
    const { client, deal } = step
    const payments = await paymentsOf(client, [deal.id])
    const excess = -owedOf(deal, payments)
    askOnce(confirmed, [
      sayOwed(deal, payments),
      excess > 0 && `${formatPence(excess)} was paid in excess.`,
      deal.kind === 'sale' && !deal.handedOverOn && 'It has not been handed over.',
    ])
    await end(step, 'done')
  },
  async lose(step, { reason }) {
    const { client, deal } = step
    const { standing } = await readClaim(client, deal)
    const paid = paidOf(await paymentsOf(client, [deal.id]))
    if (paid > 0 && !canHave(standing))
      throw new ChangeRefusal(
        `They cannot have ${deal.registration}, so it is ours to withdraw, and ${formatPence(paid)} is theirs.`,
      )
    await end(step, 'lost', reason)
  },
  withdraw: (step) => end(step, 'withdrawn'),

  async reopen(step) {
    const { client, deal, now } = step
    const ended = { outcome: null, endedAt: null, lostReason: null, isSettled: true } as const
    const status = deal.outcome === 'lost' ? await statusWrites(step, 'answered') : []
    if (deal.kind === 'purchase')
      return reopened(step, { ...ended, ...(deal.agreedOn ? {} : stillValid(step)) }, status)
    const { plate: sold } = await readClaim(client, deal)
    // The plate is written, so that an undo of its sale at this moment is refused, or refuses this.
    if (deal.soldOn && sold?.status === 'sold' && sold.dealId === deal.id)
      return reopened(step, ended, [touchWrite(sold, sold.updatedAt), ...status])
    if (deal.handedOverOn)
      throw new ChangeRefusal(
        `${deal.registration} has been theirs, and the stock has it otherwise now. Money is noted without opening it again.`,
      )
    const plate = await requireClaim(step)
    if (!deal.agreedOn)
      return reopened(step, { ...ended, ...stillValid(step) }, [
        touchWrite(plate, plate.updatedAt),
        ...status,
      ])
    const agreed = agreedValues(deal, deal.agreedOn, londonDay(now))
    const paid = paidOf(await paymentsOf(client, [deal.id]))
    const until = payBy({ ...deal, ...agreed }, paid) ?? londonDay(now)
    const values = { ...ended, ...agreed, soldOn: null }
    await reopened(step, values, [...holdWrites(step, plate, until), ...status])
  },
} satisfies Record<StepName, (step: Step, given: Given) => Promise<void>>

/**
 * @throws ChangeRefusal if the deal may not take the step now, if its plate does not allow it, or if the person has to confirm
 * it first (the field `confirmed`); InvalidInput; ChangeConflict
 */
export async function takeStep(name: StepName, step: Step, given: Given): Promise<void> {
  const { deal } = step
  if (!mayTake(deal, name))
    throw new ChangeRefusal(`Nothing was changed: this order cannot take that step now.`)
  try {
    await STEPS[name](step, given)
  } catch (error) {
    const message = isUniqueViolation(error) ? (error as Error).message : ''
    if (message.includes('deals_one_buyer'))
      throw new ChangeRefusal(`Somebody else has just agreed to buy ${deal.registration}.`)
    if (message.includes('deals_one_open'))
      throw new ChangeRefusal(`Another quote for ${deal.registration} is open. End it first.`)
    throw error
  }
}

function sayOwed(deal: Deal, payments: readonly Payment[]): string | false {
  const owed = owedOf(deal, payments)
  return owed > 0 && `${formatPence(owed)} is still owed.`
}

const sayNoCertificate = ({ document, registration }: StockPlate): string | false =>
  document === null && `The stock notes no certificate for ${registration}.`

const HAND_OVER = 'hand over'

/** What the ways to the buyer still need, as sentences. @throws ChangeRefusal if the plate cannot go this way */
function openPoints(plate: StockPlate, given: Given): (string | false)[] {
  const { ending, nominee: keeper, isSigned, vehicleReference, trackingNumber } = given
  const papers = isSigned ? { ...plate, nominee: keeper } : plate
  const ways = waysToBuyer(papers, ending === 'certificate' ? 'certificate' : 'assigned', keeper)
  if (ways.length === 0) return [sayNoCertificate(plate)]
  const way = ways.find((one) => one.ending === ending)
  if (!way || way.needs.includes('take-off'))
    throw new ChangeRefusal(
      `The stock has ${plate.registration} ${plate.document === 'vehicle' ? 'on a vehicle' : `on a ${plate.document}`}. ${way ? NEEDS['take-off'] : `Choose “${ENDINGS[ways[0]?.ending ?? 'certificate']}”.`}`,
    )
  const done: Partial<Record<Need, boolean>> = {
    tracked: trackingNumber !== null || ending !== 'certificate',
    v317: true,
  }
  const known = ending === 'certificate' ? keeper !== null : vehicleReference !== null
  return [
    ...way.needs.filter((need) => !done[need]).map((need) => NEEDS[need]),
    ...(known ? [] : way.asks.map((ask) => ASKS[ask])),
  ]
}

/** What a handover changes of the document: on the buyer's vehicle there is none, and a signed one names the keeper. */
function papersWrites(actor: Actor, plate: StockPlate, { ending, nominee, isSigned }: Given): Write[] {
  const gone = {
    documentNumber: null,
    documentExpiresOn: null,
    documentCheckedOn: null,
    holder: null,
    nominee: null,
  }
  const details =
    ending === 'certificate'
      ? isSigned && nominee !== null
        ? { nominee }
        : {}
      : { document: 'vehicle' as const, ...gone }
  const change = changedValues(plate, { plate: {}, details })
  if (isEmptyChange(change)) return []
  return [
    stockWrite({
      actor,
      action: HAND_OVER,
      change: `${plate.registration} handed over`,
      changes: [{ id: plate.id, seenAt: plate.updatedAt, ...change }],
    }),
  ]
}

/** What nobody has agreed to is open for today at least, because it would else end by itself within a minute. */
function stillValid({ deal: { validUntil }, now }: Step) {
  const today = londonDay(now)
  return { validUntil: validUntil < today ? today : validUntil }
}

const reopened = (step: Step, values: DealValues, writes: readonly Write[]) =>
  writeStep(step, values, 'open again', writes)

/** What the sale by the deal wrote, and nothing else, is taken back. */
async function unsoldWrites(step: Step, plate: StockPlate, until: string): Promise<Write[]> {
  const { client, deal, actor, now } = step
  const target: StatusTarget = hasPrice(plate)
    ? { status: 'reserved', until, for: deal.name, deal: deal.id }
    : { status: 'draft' }
  const { plate: shown, details } = changeStatusOf(plate, target)
  const change = changedValues(plate, { plate: shown, details: { ...details, recordedSale: null } })
  const removal = plate.recordedSale ? await prepareRemoval(client, plate.recordedSale, actor, now) : null
  const stock = stockWrite({
    actor,
    action: 'undo sale',
    change: `${plate.registration} not sold after all`,
    changes: [{ id: plate.id, seenAt: plate.updatedAt, ...change }],
  })
  return [...(removal?.writes ?? []), stock]
}

/** A reservation for the person ends with the deal, and the reference of the log book is not kept. */
async function end(step: Step, outcome: 'done' | 'lost' | 'withdrawn', reason: LostReason | null = null) {
  const { client, deal, now } = step
  const { plate } = await readClaim(client, deal)
  const release = outcome === 'done' ? [] : releaseWrites(step, plate)
  const status = outcome === 'lost' ? await statusWrites(step, 'lost', reason) : []
  const said = `${outcome}${reason ? ` (${reason})` : ''}${outcome === 'withdrawn' ? `. ${STAY_SENT}` : ''}`
  const settled = settledBy({ ...deal, outcome }, await paymentsOf(client, [deal.id]))
  const values = {
    ...settled,
    outcome,
    lostReason: reason,
    endedAt: now.toISOString(),
    vehicleReference: null,
  }
  await writeStep(step, values, said, [...release, ...status])
}
