/**
 * What a plate is to a deal. Everything that asks for money or offers a plate asks this rule: the buyer's page, papers, letters,
 * steps, Today, the stock and its imports. `deals_one_buyer` and the triggers `plates_…_held` hold its core in the database.
 */
import type { StockPlate } from '../stock/stock-types.ts'
import type { Deal } from './deal-types.ts'

/**
 * theirs: held for them, or sold to them by this deal. reserved, agreed, sold: for, with or to another. withdrawn: taken off
 * sale by us. gone: removed from the stock, or another registration now.
 */
export const STANDINGS = ['theirs', 'free', 'reserved', 'agreed', 'sold', 'withdrawn', 'gone'] as const
export type Standing = (typeof STANDINGS)[number]

type Holding = Pick<Deal, 'kind' | 'agreedOn' | 'lapsedOn' | 'outcome'>

/** Whether it keeps its plate from everybody else: agreed, neither lapsed nor ended. */
export const isHolding = ({ kind, agreedOn, lapsedOn, outcome }: Holding): boolean =>
  kind === 'sale' && agreedOn !== null && lapsedOn === null && outcome === null

export type ClaimedPlate = Pick<StockPlate, 'registration' | 'status' | 'dealId' | 'reservedFor'>

/**
 * @param plate as the stock has it now; null if it is not there
 * @param others deals of the same registration; the deal itself may be among them
 */
export function standingOf(
  deal: Pick<Deal, 'id' | 'name' | 'registration'>,
  plate: ClaimedPlate | null,
  others: readonly (Holding & Pick<Deal, 'id'>)[],
): Standing {
  if (plate?.registration !== deal.registration) return 'gone'
  const isTheirs = isPlateFor(deal, plate)
  if (plate.status === 'sold') return isTheirs ? 'theirs' : 'sold'
  if (plate.status === 'withdrawn') return 'withdrawn'
  if (others.some((other) => other.id !== deal.id && isHolding(other))) return 'agreed'
  if (plate.status === 'reserved') return isTheirs ? 'theirs' : 'reserved'
  return 'free'
}

/** Held for or sold to them: by the deal, or by somebody in the stock for a person of this name. */
export function isPlateFor(
  { id, name }: Pick<Deal, 'id' | 'name'>,
  { status, dealId, reservedFor }: ClaimedPlate,
): boolean {
  if (dealId !== null) return dealId === id
  return status === 'reserved' && reservedFor === name
}

export const canHave = (standing: Standing): boolean => standing === 'theirs' || standing === 'free'

type Course = Pick<Deal, 'kind' | 'outcome' | 'handedOverOn'>

/** Whether the buyer of a deal that has not come to its end cannot have its plate. */
export const isUnavailable = ({ kind, outcome, handedOverOn }: Course, standing: Standing): boolean =>
  kind === 'sale' && outcome === null && handedOverOn === null && !canHave(standing)

/** Completes '1 KP is …' for the desk. */
export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  theirs: 'theirs',
  free: 'free',
  reserved: 'reserved for somebody else',
  agreed: 'agreed with somebody else',
  sold: 'sold to somebody else',
  withdrawn: 'off sale',
  gone: 'no longer in the stock',
}
