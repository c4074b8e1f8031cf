import type { Reader } from '#data/tables.ts'
import type { PrivateColumns, PublicColumns } from '#shared/plates/columns.ts'
import type { KeptChange } from '../changes/kept-changes.ts'
import type { ChangeCall } from '../changes/write-changes.ts'
import type { PlateStatus } from './plate-status.ts'

/** Dates are YYYY-MM-DD. */
export type PlateDetails = Omit<PrivateColumns, 'status'> & { status: PlateStatus }

/** Some columns of a plate, public and private. */
export interface PlateValues {
  plate: Partial<PublicColumns>
  details: Partial<PlateDetails>
}

/** `status` agrees with `isAvailable`, and the other details are null for a plate without a row of details. */
export type StockPlate = PublicColumns & PlateDetails

/**
 * One plate of a call. Missing columns stay unchanged; `id` restores a removed plate under its former id. Registrations,
 * prices and the like are validated by the callers, not here.
 */
export interface StockChange extends Partial<PlateValues> {
  /** Null inserts a plate; `plate.registration` is then required. */
  id: string | null
  /** `updatedAt` as the person saw it: the change is refused if the plate has changed since. Null: unconditional. */
  seenAt?: string | null
  /** Deletes the plate and its details, which undoes an insert. */
  remove?: boolean
}

export type StockCall = ChangeCall<StockChange>

/** A plate of the stock, and how a change leaves it; null if it is removed. */
export interface PlateStep {
  before: StockPlate
  after: StockPlate | null
}

/**
 * Is asked within the transaction of a change that gives a plate another registration or undoes something. The deals, which stand
 * above the stock, are passed in.
 * @throws ChangeRefusal if a deal would lose its plate
 */
export type KeepDeals = (reader: Reader, steps: readonly PlateStep[]) => Promise<void>

export type StockOrder = 'registration' | 'price' | 'updated' | 'sold'

export interface StockQuery {
  statuses?: readonly PlateStatus[] | undefined
  /** Adjacent characters, ignoring spaces: 'a1b' finds 'BA 1 BCD' but not 'A 11 B'. */
  letters?: string
  /** Selects reserved plates whose last day is before this one (YYYY-MM-DD). */
  reservedBefore?: string
  /** YYYY-MM-DD; selects plates of any status. */
  documentExpiresBefore?: string
  holder?: string
  /** Default: by registration. Plates without a price or date of sale come last. */
  order?: StockOrder
  descending?: boolean
  offset?: number
  /** Default 100, maximum 1,000. */
  limit?: number
}

export interface StockPage {
  plates: StockPlate[]
  total: number
}

export interface PlateChange extends KeptChange<PlateValues> {
  plateId: string
}
