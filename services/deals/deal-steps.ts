/**
 * The steps of a deal after its quote or bid, by the name under which its page sends them. Each is one action, says itself
 * on the thread, names the person in the audit trail, and can be taken back; an e-mail that was sent stays sent.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { ASKS, NEEDS, type Need, waysToBuyer } from '#shared/plates/ways-to-buyer.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { action } from '../action.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { ChangeConflict } from '../changes/write-changes.ts'
import { LOST_REASONS, type LostReason } from '../enquiries/statuses.ts'
import { londonDay } from '../london-time.ts'
import { removeOwnSale } from '../sales/own-sales.ts'
import { changedValues, isEmptyChange } from '../stock/plate-form.ts'
import { prepareSale, writeSale } from '../stock/sell-plate.ts'
import { changeStatusOf, hasPrice, STATUS_SENTENCES, type StatusTarget } from '../stock/status-change.ts'
import type { PlateValues, StockChange, StockPlate } from '../stock/stock-types.ts'
import { findStockPlate, plateHistory } from '../stock/stored-plates.ts'
import { changeStock } from '../stock/write-stock.ts'
import { askOnce } from './ask-once.ts'
import { openSalesOf, paymentsOf, readDealToChange } from './deal-store.ts'
import {
  ALL_STAGES,
  type Deal,
  ENDED,
  ENDINGS,
  isUncleared,
  laterDay,
  owedOf,
  type Payment,
  paidOf,
  payBy,
  RUNNING,
  STAY_SENT,
  stageOf,
  UNSOLD,
  wholePounds,
} from './deal-types.ts'
import {
  agreedValues,
  changePlate,
  holdPlate,
  lockClaim,
  lockPlate,
  releasePlate,
  requireClaim,
  setPlateStatus,
  touchPlate,
} from './hold-plate.ts'
import { sentLetter, yesTerms } from './letter-terms.ts'
import { describeEntry, MONEY_STEPS, settledBy } from './money-steps.ts'
import { questionsAbout } from './read-deal-form.ts'
import { canHave } from './standing.ts'
import type { Given } from './step-fields.ts'
import {
  queueReply,
  type Step,
  type StepChange,
  type StepContext,
  type StepRule,
  setEnquiryStatus,
  writeStep,
} from './write-deal.ts'

/** In the order in which the page of a deal shows those that have a `form`. */
const STEPS = {
  ...MONEY_STEPS,

  /** A yes holds the plate until the day to pay by. */
  agree: {
    stages: ['open'],
    fields: ['on', 'text', 'confirmed'],
    async take(step, { on, text, confirmed }) {
      const { deal, now, conversation, addresses, siteUrl, actor } = step
      const plate = deal.kind === 'sale' ? await requireClaim(step) : null
      const terms = yesTerms(deal, on, londonDay(now), siteUrl)
      const names = [deal.name, actor.person, addresses.firm]
      const isWritten = text !== null && conversation !== null && !deal.isOnHold
      const sent = { kind: deal.kind, names, isNextInLine: false }
      askOnce(confirmed, [
        // Before anything is paid.
        plate && sayNoCertificate(plate),
        ...(isWritten ? questionsAbout(text, terms, sent) : []),
      ])
      const letter = isWritten ? sentLetter(text, terms) : null
      return {
        values: plate ? agreedValues(deal, on, londonDay(now)) : { agreedOn: on },
        said: `agreed at ${formatPence(deal.amount)} on ${longDay(on)}`,
        async write() {
          if (plate) await holdPlate(step, plate, terms.until ?? on)
          await queueReply(step, letter)
        },
      }
    },
  },

  'take back agree': {
    stages: ['agreed', 'lapsed'],
    async take(step) {
      const { deal, payments } = step
      if (deal.kind === 'sale' && paidOf(payments) > 0)
        throw new ChangeRefusal(
          `${formatPence(paidOf(payments))} has been paid. Give it back or remove it first, or end the order.`,
        )
      const { plate } = await lockClaim(step)
      return {
        values: { agreedOn: null, depositBy: null, balanceBy: null, lapsedOn: null, ...stillValid(step) },
        said: `not agreed after all. ${STAY_SENT}`,
        write: () => releasePlate(step, plate),
      }
    },
  },

  /** Holds it while they decide. */
  reserve: {
    kind: 'sale',
    stages: ['open'],
    fields: ['until'],
    async take(step, { until }) {
      const plate = await requireClaim(step)
      if (!hasPrice(plate))
        throw new ChangeRefusal(`${plate.registration} has no price, and a reserved plate needs one.`)
      const { name, id } = step.deal
      const said = `reserved until ${longDay(until)}`
      const target: StatusTarget = { status: 'reserved', until, for: name, deal: id }
      return { said, write: () => setPlateStatus(step, plate, target, said) }
    },
  },

  'take back reserve': {
    kind: 'sale',
    stages: ['open'],
    async take(step) {
      const { plate, standing } = await lockClaim(step)
      if (plate?.status !== 'reserved' || standing !== 'theirs')
        throw new ChangeRefusal(`${step.deal.registration} is not reserved for ${step.deal.name}.`)
      const said = 'no longer reserved'
      return { said, write: () => setPlateStatus(step, plate, { status: 'for_sale' }, said) }
    },
  },

  /** Another day to pay by. One that has lapsed holds its plate again, if it is still free. */
  extend: {
    kind: 'sale',
    stages: ['agreed', 'lapsed'],
    fields: ['until'],
    async take(step, { until }) {
      const { deal, payments } = step
      const plate = await requireClaim(step)
      const isDeposit = deal.deposit !== null && paidOf(payments) < deal.deposit
      return {
        values: {
          depositBy: isDeposit ? until : deal.depositBy,
          balanceBy: isDeposit ? laterDay(deal.balanceBy, until) : until,
          lapsedOn: null,
        },
        said: `to be paid by ${longDay(until)}`,
        write: () => holdPlate(step, plate, until),
      }
    },
  },

  /** Sells the plate to the person at the price of the deal; the enquiry is won. */
  sell: {
    kind: 'sale',
    stages: UNSOLD,
    fields: ['on', 'confirmed'],
    async take(step, { on, confirmed }) {
      const { transaction, deal, payments, actor, addresses, isRecorded, now } = step
      const plate = await requireClaim(step)
      askOnce(confirmed, [sayOwed(deal, payments)])
      const [saleYear, saleMonth] = on.split('-').map(Number) as [number, number]
      const sale = { priceGbp: wholePounds(deal), soldOn: on, saleYear, saleMonth, seller: addresses.firm }
      const options = { isRecorded, deal: deal.id }
      const prepared = await prepareSale(transaction, { id: plate.id }, sale, actor, options)
      const agreed = deal.agreedOn && !deal.lapsedOn ? {} : agreedValues(deal, on, londonDay(now))
      const sold = `sold for ${formatPence(deal.amount)}`
      return {
        values: { ...agreed, soldOn: on },
        said: `${sold} to ${deal.name}`,
        audited: sold,
        async write() {
          await writeSale(transaction, prepared)
          await setEnquiryStatus(step, 'won')
        },
      }
    },
  },

  /** Takes the sale off the explorer and reserves the plate for the deal again, unless the stock has undone its sale. */
  'take back sell': {
    kind: 'sale',
    stages: ['sold'],
    async take(step) {
      const { deal, now } = step
      const { plate } = await lockClaim(step)
      const until = londonDay(now)
      const days = { depositBy: laterDay(deal.depositBy, until), balanceBy: laterDay(deal.balanceBy, until) }
      return {
        values: { soldOn: null, ...days },
        said: `not sold after all. ${STAY_SENT}`,
        async write() {
          if (plate?.status === 'sold' && plate.dealId === deal.id) await unsell(step, plate, days.balanceBy)
          await setEnquiryStatus(step, 'answered')
        },
      }
    },
  },

  'hand-over': {
    kind: 'sale',
    stages: [...UNSOLD, 'sold'],
    fields: [
      'ending',
      'vehicleReference',
      'on',
      'nominee',
      'isSigned',
      'trackingNumber',
      'detailsOnly',
      'confirmed',
    ],
    async take(step, given) {
      const { deal, payments } = step
      const { ending, nominee, vehicleReference, trackingNumber, detailsOnly, on, confirmed } = given
      const values = { ending, nominee, vehicleReference, trackingNumber }
      if (detailsOnly) return { values, said: 'details of the transfer saved' }
      if (!deal.soldOn) throw new ChangeRefusal('It is not sold yet.')
      const { plate } = await lockClaim(step)
      askOnce(confirmed, [
        sayOwed(deal, payments),
        ...payments.filter(isUncleared).map((payment) => `The ${describeEntry(payment)} has not cleared.`),
        ...(plate ? openPoints(plate, given) : []),
      ])
      return {
        values: { ...values, handedOverOn: on },
        said: `${ENDINGS[ending].toLowerCase()} on ${longDay(on)}`,
        async write() {
          if (!plate) return
          const change = changedValues(plate, { plate: {}, details: papersAfter(given) })
          if (!isEmptyChange(change)) await changePlate(step, plate, HAND_OVER, 'handed over', change)
        },
      }
    },
  },

  /** The stock's note of the document becomes what it was, if nobody has changed it since. */
  'take back hand-over': {
    kind: 'sale',
    stages: ['handed-over'],
    async take(step) {
      const { transaction, actor } = step
      const { plate } = await lockClaim(step)
      const [latest] = plate ? await plateHistory.latest(transaction, { of: plate.id, limit: 1 }) : []
      return {
        values: { handedOverOn: null },
        said: 'not handed over after all',
        async write() {
          if (!plate || latest?.action !== HAND_OVER || latest.before === null) return
          await changeStock(transaction, {
            actor,
            action: 'undo handover',
            change: `the document of ${plate.registration} as before`,
            changes: [{ id: plate.id, details: latest.before.details }],
          })
        },
      }
    },
  },

  /** What the seller says of the document, before anything is paid: never first its number or the paper itself. */
  papers: {
    kind: 'purchase',
    stages: ['open', 'agreed'],
    fields: ['document', 'documentExpiresOn', 'holder'],
    take: async (_, { document, documentExpiresOn, holder }) => ({
      values: { document, documentExpiresOn, holder },
      said: 'details of the document saved',
    }),
  },

  accounts: {
    stages: ALL_STAGES,
    fields: ['invoiceNumber', 'isKept'],
    form: ({ invoiceNumber, isKept }) => ({
      title: invoiceNumber ? `Invoice ${invoiceNumber}` : 'Invoice number',
      buttons: [['Save']],
      values: { invoiceNumber: invoiceNumber ?? '', isKept: isKept ? 'yes' : '' },
    }),
    take: async (_, { invoiceNumber, isKept }) => ({
      values: { invoiceNumber, isKept },
      said: 'details for the accounts saved',
    }),
  },

  pause: {
    stages: RUNNING,
    form: ({ isOnHold }) =>
      isOnHold
        ? null
        : {
            title: 'Put everything on hold',
            buttons: [['Put it on hold']],
            remark: 'For a death or a dispute: nothing is sent, and nothing ends by itself.',
          },
    take: async () => ({
      values: { isOnHold: true },
      said: 'on hold: nothing is sent, and nothing ends by itself',
    }),
  },
  resume: {
    stages: RUNNING,
    form: ({ isOnHold }) => (isOnHold ? { title: 'On hold: go on', buttons: [['Go on']] } : null),
    take: async () => ({ values: { isOnHold: false }, said: 'no longer on hold' }),
  },

  identity: {
    kind: 'purchase',
    stages: RUNNING,
    fields: ['on'],
    take: async (_, { on }) => ({
      values: { identitySeenOn: on },
      said: `identity seen on ${longDay(on)}`,
    }),
  },
  'take back identity': {
    kind: 'purchase',
    stages: RUNNING,
    take: async () => ({
      values: { identitySeenOn: null },
      said: 'identity not seen after all',
    }),
  },

  certificate: {
    kind: 'purchase',
    stages: RUNNING,
    fields: ['on', 'documentNumber'],
    take: async (_, { on, documentNumber }) => ({
      values: { certificateReceivedOn: on, documentNumber },
      said: `certificate received on ${longDay(on)}`,
    }),
  },
  'take back certificate': {
    kind: 'purchase',
    stages: RUNNING,
    take: async () => ({
      values: { certificateReceivedOn: null },
      said: 'certificate not received after all',
    }),
  },

  /**
   * Puts a plate that we bought into the stock as a draft with its cost, and names it in the deal. A plate that we had before,
   * sold or withdrawn, becomes a draft again.
   */
  draft: {
    kind: 'purchase',
    stages: ['open', 'agreed'],
    fields: ['on'],
    async take({ transaction, deal, actor }, { on }) {
      const { registration } = deal
      const present = await findStockPlate(transaction, { registration })
      if (present) await lockPlate(transaction, present.id)
      const known = present && (await findStockPlate(transaction, { id: present.id }))
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
        ? { id: known.id, details }
        : { id: null, plate: { id: plateId, registration, isAvailable: false }, details }
      const said = 'bought, a draft in the stock'
      const call = { actor, action: 'add', change: `${registration} ${said}`, changes: [change] }
      return {
        values: { plateId, soldOn: on, agreedOn: deal.agreedOn ?? on },
        said,
        async write() {
          await changeStock(transaction, call)
        },
      }
    },
  },
  'take back draft': {
    kind: 'purchase',
    stages: ['sold'],
    take: async () => ({
      values: { plateId: null, soldOn: null },
      said: 'not bought after all. Its draft is still in the stock.',
    }),
  },

  done: {
    stages: ['sold', 'handed-over'],
    fields: ['confirmed'],
    async take(step, { confirmed }) {
      const { deal, payments } = step
      const excess = -owedOf(deal, payments)
      askOnce(confirmed, [
        sayOwed(deal, payments),
        excess > 0 && `${formatPence(excess)} was paid in excess.`,
        deal.kind === 'sale' && !deal.handedOverOn && 'It has not been handed over.',
      ])
      return end(step, 'done')
    },
  },
  lose: {
    stages: UNSOLD,
    fields: ['reason'],
    form: ({ kind }) => ({
      title: kind === 'sale' ? 'Lost' : 'Declined',
      buttons: Object.entries(LOST_REASONS).map(([reason, label]) => [label, 'reason', reason]),
    }),
    async take(step, { reason }) {
      const { deal, payments } = step
      const { standing } = await lockClaim(step)
      const paid = paidOf(payments)
      if (paid > 0 && !canHave(standing))
        throw new ChangeRefusal(
          `They cannot have ${deal.registration}, so it is ours to withdraw, and ${formatPence(paid)} is theirs.`,
        )
      return end(step, 'lost', reason)
    },
  },
  withdraw: {
    stages: UNSOLD,
    form({ kind }) {
      const title = kind === 'sale' ? 'Withdraw the quote' : 'Withdraw the bid'
      return { title, buttons: [[title]], remark: STAY_SENT }
    },
    take: (step) => end(step, 'withdrawn'),
  },

  reopen: {
    stages: ENDED,
    form: () => ({ title: 'Open it again', buttons: [['Open it again']] }),
    async take(step) {
      const { transaction, deal, payments, now } = step
      const ended = { outcome: null, endedAt: null, lostReason: null, isSettled: true } as const
      const reopened = (values: StepChange['values'], keepPlate?: () => Promise<void>): StepChange => ({
        values: { ...ended, ...values },
        said: 'open again',
        async write() {
          await keepPlate?.()
          if (deal.outcome === 'lost') await setEnquiryStatus(step, 'answered')
        },
      })
      if (deal.kind === 'purchase') return reopened(deal.agreedOn ? {} : stillValid(step))
      const { plate: sold } = await lockClaim(step)
      const isOther = ({ id, isBesideOthers }: Deal) => id !== deal.id && !isBesideOthers
      if (!deal.isBesideOthers && (await openSalesOf(transaction, deal.registration)).some(isOther))
        throw new ChangeRefusal(`Another quote for ${deal.registration} is open. End it first.`)
      // The plate is written, so that an undo of its sale by somebody who saw it before is refused.
      if (deal.soldOn && sold?.status === 'sold' && sold.dealId === deal.id)
        return reopened({}, () => touchPlate(transaction, sold))
      if (deal.handedOverOn)
        throw new ChangeRefusal(
          `${deal.registration} has been theirs, and the stock has it otherwise now. Money is noted without opening it again.`,
        )
      const plate = await requireClaim(step)
      if (!deal.agreedOn) return reopened(stillValid(step), () => touchPlate(transaction, plate))
      const agreed = agreedValues(deal, deal.agreedOn, londonDay(now))
      const until = payBy({ ...deal, ...agreed }, paidOf(payments)) ?? londonDay(now)
      return reopened({ ...agreed, soldOn: null }, () => holdPlate(step, plate, until))
    },
  },
} satisfies Record<string, StepRule>

export type StepName = keyof typeof STEPS

export const STEP_NAMES = Object.keys(STEPS) as StepName[]

export const isStepName = (name: string): name is StepName => Object.hasOwn(STEPS, name)

export const stepRule = (name: StepName): StepRule => STEPS[name]

export function mayTake(
  deal: Pick<Deal, 'kind' | 'outcome' | 'agreedOn' | 'lapsedOn' | 'soldOn' | 'handedOverOn'>,
  name: StepName,
): boolean {
  const { kind, stages } = stepRule(name)
  return (kind === undefined || kind === deal.kind) && stages.includes(stageOf(deal))
}

/**
 * @throws ChangeConflict if the deal has changed since the person saw it, or another reply was sent; ChangeRefusal if the deal may
 * not take the step now, if its plate does not allow it, or if the person has to confirm it first (the field `confirmed`);
 * InvalidInput
 */
export const takeStep = (
  database: Database,
  name: StepName,
  { deal: seen, ...context }: StepContext,
  given: Given,
): Promise<void> =>
  action(database, 'take a step of a deal', async (transaction) => {
    const deal = await readDealToChange(transaction, seen.id)
    if (deal?.updatedAt !== seen.updatedAt) throw new ChangeConflict([seen.registration])
    if (!mayTake(deal, name))
      throw new ChangeRefusal(`Nothing was changed: this order cannot take that step now.`)
    const payments = await paymentsOf(transaction, [deal.id])
    const step = { ...context, transaction, deal, payments }
    const change = await STEPS[name].take(step, given)
    if (change) await writeStep(step, change)
  })

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
function papersAfter({ ending, nominee, isSigned }: Given): PlateValues['details'] {
  if (ending === 'certificate') return isSigned && nominee !== null ? { nominee } : {}
  return {
    document: 'vehicle',
    documentNumber: null,
    documentExpiresOn: null,
    documentCheckedOn: null,
    holder: null,
    nominee: null,
  }
}

/** What nobody has agreed to is open for today at least, because it would else end by itself within a minute. */
function stillValid({ deal: { validUntil }, now }: Step) {
  return { validUntil: laterDay(validUntil, londonDay(now)) }
}

/** What the sale by the deal wrote, and nothing else, is taken back. */
async function unsell(step: Step, plate: StockPlate, until: string): Promise<void> {
  const { transaction, deal, actor, now } = step
  const target: StatusTarget = hasPrice(plate)
    ? { status: 'reserved', until, for: deal.name, deal: deal.id }
    : { status: 'draft' }
  const { plate: shown, details } = changeStatusOf(plate, target)
  const change = changedValues(plate, { plate: shown, details: { ...details, recordedSale: null } })
  if (plate.recordedSale) await removeOwnSale(transaction, plate.recordedSale, actor, now)
  await changePlate(step, plate, 'undo sale', 'not sold after all', change)
}

/** A reservation for the person ends with the deal, and the reference of the log book is not kept. */
async function end(
  step: Step,
  outcome: 'done' | 'lost' | 'withdrawn',
  lostReason: LostReason | null = null,
): Promise<StepChange> {
  const { deal, payments, now } = step
  const { plate } = await lockClaim(step)
  return {
    values: {
      ...settledBy({ ...deal, outcome }, payments),
      outcome,
      lostReason,
      endedAt: toTime(now),
      vehicleReference: null,
    },
    said: `${outcome}${lostReason ? ` (${lostReason})` : ''}${outcome === 'withdrawn' ? `. ${STAY_SENT}` : ''}`,
    async write() {
      if (outcome !== 'done') await releasePlate(step, plate)
      if (outcome === 'lost') await setEnquiryStatus(step, 'lost', lostReason)
    },
  }
}
