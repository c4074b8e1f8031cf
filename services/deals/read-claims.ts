/** Reads what the rule of standing.ts asks for: the plates of deals as the stock has them now, and their other deals. */
import type { Reader } from '#data/tables.ts'
import type { StockPlate } from '../stock/stock-types.ts'
import { findStockPlate, readStockPlates } from '../stock/stored-plates.ts'
import { listHoldingDeals, openSalesOf } from './deal-store.ts'
import type { Deal } from './deal-types.ts'
import { type Standing, standingOf } from './standing.ts'

export interface Claim {
  standing: Standing
  /** Null of a purchase without a draft, and of a plate that is not in the stock. */
  plate: StockPlate | null
  /** Other open sales of the registration, those that keep the plate from this one among them. */
  others: readonly Deal[]
}

export type Claiming = Pick<Deal, 'id' | 'kind' | 'name' | 'registration' | 'plateId'>

/** A purchase has no claim. @param sales open ones, those of the registration among them */
function claimOf(deal: Claiming, plate: StockPlate | null, sales: readonly Deal[]): Claim {
  if (deal.kind === 'purchase') return { standing: 'free', plate, others: [] }
  const others = sales.filter(({ id, registration }) => id !== deal.id && registration === deal.registration)
  return { standing: standingOf(deal, plate, others), plate, others }
}

export async function readClaim(reader: Reader, deal: Claiming): Promise<Claim> {
  const plate = deal.plateId ? await findStockPlate(reader, { id: deal.plateId }) : null
  const sales = deal.kind === 'sale' ? await openSalesOf(reader, deal.registration) : []
  return claimOf(deal, plate, sales)
}

/** By the id of the deal; for many deals in a few requests. */
export async function readClaims(reader: Reader, deals: readonly Deal[]): Promise<(deal: Deal) => Claim> {
  const ids = deals.flatMap(({ plateId }) => plateId ?? [])
  const plates = new Map((await readStockPlates(reader, [...new Set(ids)])).map((plate) => [plate.id, plate]))
  const holding = await listHoldingDeals(reader)
  return (deal) => claimOf(deal, plates.get(deal.plateId ?? '') ?? null, holding)
}

/** The deals that keep a plate from everybody else, by the id of the plate. */
export async function readHolders(reader: Reader): Promise<ReadonlyMap<string, Deal>> {
  const holding = await listHoldingDeals(reader)
  return new Map(holding.flatMap((deal) => (deal.plateId ? [[deal.plateId, deal] as const] : [])))
}
