/** The deals that a change of the stock takes a plate from: what a person is told, and has to confirm. */
import type { Reader } from '#data/tables.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { type PlateRef, readPlates } from '../stock/change-plates.ts'
import { changeStatusOf, type StatusTarget } from '../stock/status-change.ts'
import type { KeepDeals, PlateStep, StockPlate } from '../stock/stock-types.ts'
import { askOnce } from './ask-once.ts'
import { listOpenSales, openSalesOf, paymentsOf } from './deal-store.ts'
import { type Deal, paidOf, stageOf } from './deal-types.ts'
import { type ClaimedPlate, isHolding, isPlateFor } from './standing.ts'

export interface PlateDeal extends Pick<Deal, 'id' | 'name' | 'registration'> {
  /** Follows the name: 'has agreed to buy 1 KP, and has paid £500' */
  words: string
  /** Whether it keeps the plate from everybody else. */
  isHolding: boolean
}

const describePlateDeal = ({ name, words }: PlateDeal): string => `${name} ${words}.`

/** 'Mrs Ash has agreed to buy 1 KP, and has paid £500. Mr Box has an open quote for 1 KP until 3 December 2026.' */
export const describePlateDeals = (deals: readonly PlateDeal[]): string =>
  deals.map(describePlateDeal).join(' ')

export type PlateDeals = ReadonlyMap<string, readonly PlateDeal[]>

/** The open deals of plates, by registration: who has agreed to buy it, then the oldest first. */
export async function readPlateDeals(
  reader: Reader,
  plates: readonly Pick<StockPlate, 'registration'>[],
): Promise<PlateDeals> {
  const registrations = new Set(plates.map(({ registration }) => registration))
  const [one = ''] = registrations
  const open = registrations.size === 1 ? await openSalesOf(reader, one) : await listOpenSales(reader)
  const deals = open.filter(({ registration }) => registrations.has(registration))
  const ids = deals.map(({ id }) => id)
  const payments = Map.groupBy(await paymentsOf(reader, ids), ({ dealId }) => dealId)
  const told = deals.flatMap((deal) => toPlateDeal(deal, paidOf(payments.get(deal.id) ?? [])) ?? [])
  told.sort((one, other) => Number(other.isHolding) - Number(one.isHolding))
  return Map.groupBy(told, ({ registration }) => registration)
}

/** @param paid in pence */
function toPlateDeal(deal: Deal, paid: number): PlateDeal | null {
  const { id, name, registration } = deal
  const words = wordsOf(deal, paid)
  if (words === null) return null
  const money = paid > 0 ? `, and has paid ${formatPence(paid)}` : ''
  return { id, name, registration, words: `${words}${money}`, isHolding: isHolding(deal) }
}

/** Null of an agreement that came to nothing. */
function wordsOf(deal: Deal, paid: number): string | null {
  const { registration, validUntil } = deal
  const stage = stageOf(deal)
  if (stage === 'open') return `has an open quote for ${registration} until ${longDay(validUntil)}`
  if (stage === 'agreed') return `has agreed to buy ${registration}`
  if (stage === 'lapsed') return paid > 0 ? `had agreed to buy ${registration}` : null
  return `has bought ${registration}`
}

/**
 * The deals of a plate that a change takes it from: it is sold or reserved to somebody else, withdrawn, or made a draft.
 * @param after the plate as the change leaves it
 */
export function dealsConcerned(
  before: ClaimedPlate,
  after: ClaimedPlate,
  deals: readonly PlateDeal[],
): readonly PlateDeal[] {
  const { status, reservedFor, dealId } = after
  const isSame = status === before.status && reservedFor === before.reservedFor && dealId === before.dealId
  if (isSame || status === 'for_sale') return []
  return deals.filter((deal) => !isPlateFor(deal, after))
}

export type StockTarget = StatusTarget | { status: 'sold' }

/** Of a plate that is to go on sale: the deals that keep it off sale. */
export const dealsAgainst = (
  plates: readonly StockPlate[],
  target: StockTarget,
  deals: PlateDeals,
): PlateDeal[] =>
  plates.flatMap((plate) => {
    const own = deals.get(plate.registration) ?? []
    if (target.status !== 'for_sale') return dealsConcerned(plate, plateAfter(plate, target), own)
    return plate.isAvailable ? [] : own.filter((deal) => deal.isHolding)
  })

function plateAfter(plate: StockPlate, target: StockTarget): ClaimedPlate {
  if (target.status !== 'sold') return { ...plate, ...changeStatusOf(plate, target).details }
  // Selling it once more changes nothing, or is refused.
  return plate.status === 'sold' ? plate : { ...plate, status: 'sold', reservedFor: null, dealId: null }
}

export const NOT_FOR_SALE =
  'What somebody has agreed to buy cannot go on sale: extend or end their deal first, or sell it through the deal.'

/**
 * To be called before the stock changes a status. A deal that is made later writes its plate, so that the change, with its
 * `seenAt`, is refused.
 * @param confirmed the sentences that the person has agreed to
 * @throws ChangeRefusal with the field `confirmed` while deals lose a plate and that is not confirmed, or `status` if somebody
 * has agreed to buy what is to go on sale; ChangeConflict if a plate has changed since the person saw it
 */
export async function askAboutDeals(
  reader: Reader,
  refs: readonly PlateRef[],
  target: StockTarget,
  confirmed: string | null,
): Promise<void> {
  const plates = await readPlates(reader, refs)
  const told = dealsAgainst(plates, target, await readPlateDeals(reader, plates)).map(describePlateDeal)
  if (target.status !== 'for_sale') return askOnce(confirmed, told)
  const message = [...told, NOT_FOR_SALE].join(' ')
  if (told.length > 0) throw new ChangeRefusal(message, { status: message })
}

/** The open deals that lose their plate, or whose sale of it is undone: what nobody is asked about beforehand. */
export async function dealsOfSteps(reader: Reader, steps: readonly PlateStep[]): Promise<PlateDeal[]> {
  const plates = steps.map(({ before }) => before)
  const deals = await readPlateDeals(reader, plates)
  return steps.flatMap((step) => dealsLosing(step, deals.get(step.before.registration) ?? []))
}

export function dealsLosing(
  { before, after }: { before: ClaimedPlate; after: ClaimedPlate | null },
  deals: readonly PlateDeal[],
): readonly PlateDeal[] {
  if (after?.registration !== before.registration) return deals
  const concerned = dealsConcerned(before, after, deals)
  const isUnsold = before.status === 'sold' && after.status !== 'sold'
  const isOffered = before.status !== 'for_sale' && after.status === 'for_sale'
  return deals.filter(
    (deal) =>
      concerned.includes(deal) || (isOffered && deal.isHolding) || (isUnsold && deal.id === before.dealId),
  )
}

/** Nothing has been changed: the deals have to be settled first. */
export class DealsRefusal extends ChangeRefusal {
  override name = 'DealsRefusal'
  readonly deals: readonly PlateDeal[]

  constructor(deals: readonly PlateDeal[]) {
    const message = `${describePlateDeals(deals)} ${KEPT_FOR_DEALS}`
    super(message, { registration: message })
    this.deals = deals
  }
}

export const KEPT_FOR_DEALS =
  'That would take the plate from a deal: end the deal first, or take its step back there.'

export const keepDeals: KeepDeals = async (reader, steps) => {
  const deals = await dealsOfSteps(reader, steps)
  if (deals.length > 0) throw new DealsRefusal(deals)
}
