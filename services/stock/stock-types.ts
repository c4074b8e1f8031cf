import type { ChangeCall } from '../changes/call-change.ts'
import type { KeptChange } from '../changes/kept-changes.ts'
import type { PlateStatus } from './plate-status.ts'

export type PlateDocument = 'V750' | 'V778' | 'vehicle'

/** Columns that the public key can read while the plate is for sale. */
export interface PublicColumns {
  registration: string
  /** Null: no price yet, so the plate cannot be for sale. */
  priceGbp: number | null
  category: string | null
  description: string | null
  detailedDescription: string | null
  imageUrl: string | null
  priceReason: string | null
  isAvailable: boolean
  isFeature: boolean
  isDemonstration: boolean
}

/** Columns that the public key can never read. Dates are YYYY-MM-DD. */
export interface PlateDetails {
  /** The stored value; `statusOf` interprets it together with the availability. */
  status: PlateStatus
  reservedUntil: string | null
  reservedFor: string | null
  costGbp: number | null
  boughtOn: string | null
  document: PlateDocument | null
  documentNumber: string | null
  documentExpiresOn: string | null
  /** Up to 5,000 characters. */
  notes: string | null
  soldPriceGbp: number | null
  soldOn: string | null
  /** `sales:<uuid>` or `jersey_sales:<uuid>`. */
  recordedSale: string | null
}

/** `status` agrees with `isAvailable`, and the other details are null for a plate without a row of details. */
export interface StockPlate extends PublicColumns, PlateDetails {
  id: string
  createdAt: string
  /** The last change of either table; pass it as `seenAt` of the next change. */
  updatedAt: string
}

/** One plate of a call. Registrations, prices and the like are validated by the callers, not here. */
export interface StockChange {
  /** Null inserts a plate; `plate.registration` is then required. */
  id: string | null
  /** `updatedAt` as the person saw it: the change is refused if the plate has changed since. Null: unconditional. */
  seenAt?: string | null
  /** Missing columns stay unchanged. `id` restores a removed plate under its former id. */
  plate?: Partial<PublicColumns> & { id?: string; createdAt?: string }
  details?: Partial<PlateDetails>
  /** Deletes the plate and its details, which undoes an insert. */
  remove?: boolean
}

export type StockCall = ChangeCall<StockChange>

export type StockOrder = 'registration' | 'price' | 'updated' | 'sold'

export interface StockQuery {
  statuses?: readonly PlateStatus[]
  /** Adjacent characters, ignoring spaces: 'a1b' finds 'BA 1 BCD' but not 'A 11 B'. */
  letters?: string
  /** Selects reserved plates whose last day is before this one (YYYY-MM-DD). */
  reservedBefore?: string
  /** YYYY-MM-DD; selects plates of any status. */
  documentExpiresBefore?: string
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

/** The columns that a change touched, with their values before or after it. */
export interface ChangedColumns {
  plate: Partial<PublicColumns> & { id?: string; createdAt?: string }
  details: Partial<PlateDetails>
}

export interface PlateChange extends KeptChange<ChangedColumns> {
  plateId: string
}
