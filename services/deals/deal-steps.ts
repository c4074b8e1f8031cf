/**
 * The steps of a deal after its quote or bid. Each is one transaction, says itself on the thread, names the person in the audit
 * trail, and can be taken back; an e-mail that was sent stays sent.
 */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { stockActionOf } from '../audit/actor.ts'
import type { Write } from '../changes/call-change.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import type { Conversation } from '../enquiries/conversation.ts'
import { replyWrite } from '../enquiries/reply.ts'
import type { LostReason } from '../enquiries/statuses.ts'
import type { Addresses } from '../mail/addresses.ts'
import { changedValues } from '../stock/plate-form.ts'
import { prepareSale } from '../stock/sell-plate.ts'
import { changeStatusOf, hasPrice, STATUS_SENTENCES } from '../stock/status-change.ts'
import { findStockPlate, plateHistory, stockWrite } from '../stock/stock-store.ts'
import type { StockPlate } from '../stock/stock-types.ts'
import { prepareStockUndo } from '../stock/undo-change.ts'
import type { DealValues } from './deal-store.ts'
import {
  type Deal,
  ENDINGS,
  type Ending,
  PAYMENT_KINDS,
  type Payment,
  type PaymentKind,
} from './deal-types.ts'
import { statusWrite, writeStep } from './write-deal.ts'

const STAY_SENT = 'E-mails that were sent stay sent.'

/** What a reply to the person needs. */
export interface DealMail {
  conversation: Conversation
  /** Null sends none. */
  text: string | null
  addresses: Pick<Addresses, 'from' | 'firm'>
}

const mailWrites = ({ conversation, text, addresses }: DealMail, actor: Actor): Write[] =>
  text === null ? [] : [replyWrite(conversation, text, addresses, actor)]

/** Records their yes, and queues the confirmation. */
export const agree = (client: BackendClient, deal: Deal, agreedOn: string, mail: DealMail, actor: Actor) =>
  writeStep(
    client,
    deal,
    { agreedOn },
    { thread: `${deal.registration} agreed at ${formatPence(deal.amount)} on ${longDay(agreedOn)}` },
    actor,
    mailWrites(mail, actor),
  )

/** @throws ChangeRefusal if the plate is sold already */
export async function takeBackAgreement(client: BackendClient, deal: Deal, actor: Actor): Promise<void> {
  if (deal.soldOn) throw new ChangeRefusal('Take back the sale first.')
  await writeStep(
    client,
    deal,
    { agreedOn: null },
    { thread: `${deal.registration} not agreed after all. ${STAY_SENT}` },
    actor,
  )
}

async function requireStockPlate(
  client: BackendClient,
  { plateId, registration }: Deal,
): Promise<StockPlate> {
  const plate = plateId ? await findStockPlate(client, { id: plateId }) : null
  if (!plate) throw new ChangeRefusal(`${registration} is not in the stock.`)
  return plate
}

/** Reserves the plate for the person of the deal. @throws ChangeRefusal, ChangeConflict */
export async function reserveForDeal(
  client: BackendClient,
  deal: Deal,
  until: string,
  actor: Actor,
): Promise<void> {
  const plate = await requireStockPlate(client, deal)
  if (plate.status === 'sold' || (plate.status === 'reserved' && plate.reservedFor !== deal.name))
    throw new ChangeRefusal(
      `${plate.registration} is ${STATUS_SENTENCES[plate.status]}${plate.reservedFor ? ` for ${plate.reservedFor}` : ''}.`,
    )
  if (!hasPrice(plate))
    throw new ChangeRefusal(`${plate.registration} has no price, and a reserved plate needs one.`)
  const target = { status: 'reserved', until, for: deal.name } as const
  await changePlate(client, deal, plate, target, `reserved until ${longDay(until)}`, actor)
}

/** @throws ChangeRefusal unless it is reserved for the person of the deal */
export async function releaseFromDeal(client: BackendClient, deal: Deal, actor: Actor): Promise<void> {
  const plate = await requireStockPlate(client, deal)
  if (!isReservedFor(deal, plate))
    throw new ChangeRefusal(`${plate.registration} is not reserved for ${deal.name}.`)
  await changePlate(client, deal, plate, { status: 'for_sale' }, 'no longer reserved', actor)
}

export const isReservedFor = (
  { name }: Pick<Deal, 'name'>,
  { status, reservedFor }: Pick<StockPlate, 'status' | 'reservedFor'>,
): boolean => status === 'reserved' && reservedFor === name

async function changePlate(
  client: BackendClient,
  deal: Deal,
  plate: StockPlate,
  target: Parameters<typeof changeStatusOf>[1],
  becomes: string,
  actor: Actor,
): Promise<void> {
  const said = `${plate.registration} ${becomes}`
  await writeStep(client, deal, {}, { thread: said }, actor, [statusChange(plate, target, said, actor)])
}

const statusChange = (
  plate: StockPlate,
  target: Parameters<typeof changeStatusOf>[1],
  change: string,
  actor: Actor,
): Write =>
  stockWrite({
    actor,
    action: stockActionOf(actor, target.status === 'reserved' ? 'reserve' : 'for-sale'),
    change,
    batch: randomUUID(),
    changes: [
      { id: plate.id, seenAt: plate.updatedAt, ...changedValues(plate, changeStatusOf(plate, target)) },
    ],
  })

export interface NewPayment {
  /** From the form, so that one that is sent twice is one payment. */
  id: string
  kind: PaymentKind
  amount: number
  paidOn: string
  method: string
}

export const addPayment = (client: BackendClient, deal: Deal, payment: NewPayment, actor: Actor) => {
  const { id, kind, amount, paidOn, method } = payment
  const said = `${PAYMENT_KINDS[kind]} of ${formatPence(amount)} on ${longDay(paidOn)}, ${method}`
  const row = { id, deal_id: deal.id, kind, amount, paid_on: paidOn, method, person: actor.person }
  return writeStep(client, deal, {}, { thread: `${deal.registration}: ${said}`, audit: said }, actor, [
    { table: 'deal_payments', insert: row },
  ])
}

export const removePayment = (
  client: BackendClient,
  deal: Deal,
  { id, kind, amount }: Payment,
  actor: Actor,
) => {
  const said = `${PAYMENT_KINDS[kind]} of ${formatPence(amount)} removed`
  return writeStep(client, deal, {}, { thread: `${deal.registration}: ${said}`, audit: said }, actor, [
    { table: 'deal_payments', id, remove: true },
  ])
}

/**
 * Sells the plate to the person at the price of the deal; the enquiry is won.
 * @param firm the seller on record @param isRecorded whether the explorer shows the sale
 * @throws ChangeRefusal, ChangeConflict
 */
export async function sellToBuyer(
  client: BackendClient,
  deal: Deal,
  soldOn: string,
  { firm, isRecorded }: { firm: string; isRecorded: boolean },
  actor: Actor,
): Promise<void> {
  const plate = await requireStockPlate(client, deal)
  if (plate.status === 'reserved' && !isReservedFor(deal, plate))
    throw new ChangeRefusal(`${plate.registration} is reserved for ${plate.reservedFor ?? 'someone else'}.`)
  if (plate.status === 'sold') throw new ChangeRefusal(`${plate.registration} has been sold already.`)
  const [saleYear, saleMonth] = soldOn.split('-').map(Number) as [number, number]
  // The stock and the explorer hold whole pounds.
  const sale = { priceGbp: Math.round(deal.amount / 100), soldOn, saleYear, saleMonth, seller: firm }
  const { writes } = await prepareSale(client, { id: plate.id }, sale, actor, { isRecorded })
  const audit = `sold for ${formatPence(deal.amount)}`
  const agreedOn = deal.agreedOn ?? soldOn
  await writeStep(
    client,
    deal,
    { soldOn, agreedOn },
    { thread: `${deal.registration} ${audit} to ${deal.name}`, audit },
    actor,
    [...writes, statusWrite(deal, 'won', actor)],
  )
}

/** Puts the plate back as it was, and takes the sale off the explorer. @throws ChangeRefusal, ChangeConflict */
export async function takeBackSale(
  client: BackendClient,
  deal: Deal,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (deal.handedOverOn) throw new ChangeRefusal('Take back the handover first.')
  const plate = await requireStockPlate(client, deal)
  const writes = plate.status === 'sold' ? await undoOfSale(client, plate, actor, now) : []
  const said = { thread: `${deal.registration} not sold after all. ${STAY_SENT}`, audit: 'sale taken back' }
  await writeStep(client, deal, { soldOn: null }, said, actor, [
    ...writes,
    statusWrite(deal, 'answered', actor),
  ])
}

async function undoOfSale(
  client: BackendClient,
  { id }: StockPlate,
  actor: Actor,
  now: Date,
): Promise<Write[]> {
  const changes = await plateHistory.latest(client, { of: id })
  const sale = changes.find(({ after }) => after?.details.status === 'sold')
  if (!sale)
    throw new ChangeRefusal('The sale is too old to be taken back. Put the plate on sale again in the stock.')
  return (await prepareStockUndo(client, sale.batch, actor, now)).writes
}

export interface HandOver extends Pick<Deal, 'nominee' | 'vehicleReference' | 'trackingNumber'> {
  ending: Ending
  /** Null while only the details are known. */
  on: string | null
}

export const handOver = (client: BackendClient, deal: Deal, { on, ...details }: HandOver, actor: Actor) => {
  const thread = on
    ? `${deal.registration}: ${ENDINGS[details.ending].toLowerCase()} on ${longDay(on)}`
    : `${deal.registration}: details of the transfer saved`
  return writeStep(client, deal, { ...details, handedOverOn: on }, { thread }, actor)
}

/** Of a purchase. */
export type PurchaseStep = 'identitySeenOn' | 'certificateReceivedOn'

const PURCHASE_STEPS: Record<PurchaseStep, string> = {
  identitySeenOn: 'identity seen',
  certificateReceivedOn: 'certificate received',
}

export const markPurchase = (
  client: BackendClient,
  deal: Deal,
  step: PurchaseStep,
  on: string | null,
  actor: Actor,
) => {
  const said = `${deal.registration}: ${PURCHASE_STEPS[step]}${on ? ` on ${longDay(on)}` : ', taken back'}`
  return writeStep(client, deal, { [step]: on }, { thread: said }, actor)
}

/** The invoice number that the firm's accounts gave, and whether the deal is kept for them. */
export const saveAccounts = (
  client: BackendClient,
  deal: Deal,
  values: Pick<Deal, 'invoiceNumber' | 'isKept'>,
  actor: Actor,
) =>
  writeStep(client, deal, values, { thread: `${deal.registration}: details for the accounts saved` }, actor)

/** The ways in which the dealer ends a deal. */
export type Ended = 'done' | 'lost' | 'withdrawn'

const ENDED: Record<Ended, string> = { done: 'done', lost: 'lost', withdrawn: 'withdrawn' }

/**
 * Ends the deal; a reservation for its person ends with it, and the reference of the log book is not kept.
 * @throws ChangeRefusal if a sold plate is given up, or an unsold one done
 */
export async function endDeal(
  client: BackendClient,
  deal: Deal,
  { outcome, reason = null }: { outcome: Ended; reason?: LostReason | null },
  actor: Actor,
  now: Date,
): Promise<void> {
  if ((outcome === 'done') !== (deal.soldOn !== null))
    throw new ChangeRefusal(deal.soldOn ? 'Take back the sale first.' : 'It is not sold yet.')
  const plate = deal.plateId ? await findStockPlate(client, { id: deal.plateId }) : null
  const release =
    plate && deal.kind === 'sale' && isReservedFor(deal, plate)
      ? [statusChange(plate, { status: 'for_sale' }, `${plate.registration} no longer reserved`, actor)]
      : []
  const status = outcome === 'lost' ? [statusWrite(deal, 'lost', actor, reason)] : []
  const said = `${deal.registration} ${ENDED[outcome]}${reason ? ` (${reason})` : ''}`
  const thread = outcome === 'withdrawn' ? `${said}. ${STAY_SENT}` : said
  const values: DealValues = {
    outcome,
    lostReason: reason,
    endedAt: now.toISOString(),
    vehicleReference: null,
  }
  await writeStep(client, deal, values, { thread }, actor, [...release, ...status])
}

/** @throws ChangeRefusal if another deal for the plate has been opened since */
export async function reopenDeal(client: BackendClient, deal: Deal, actor: Actor): Promise<void> {
  const values: DealValues = { outcome: null, endedAt: null, lostReason: null }
  const status = deal.outcome === 'lost' ? [statusWrite(deal, 'answered', actor)] : []
  try {
    await writeStep(client, deal, values, { thread: `${deal.registration} open again` }, actor, status)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ChangeRefusal(`Another deal for ${deal.registration} is open. End it first.`)
  }
}
