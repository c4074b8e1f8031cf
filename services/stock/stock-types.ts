import type { Actor } from '../audit/actor.ts'
import type { PlateStatus } from './plate-status.ts'

export type PlateDocument = 'V750' | 'V778' | 'vehicle'

/** Columns that the public key reads while the plate is for sale. */
export interface PublicColumns {
  registration: string
  /** Null: no price yet, and then the plate cannot be for sale. */
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
  /** As stored; `statusOf` tells what it means beside the availability. */
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
  /** Of the last change of either table; the `seenAt` of the next change. */
  updatedAt: string
}

/** One plate of a call. A registration, a price and the like are checked by the rules, not here. */
export interface StockChange {
  /** Null inserts a plate; `plate.registration` is required then. */
  id: string | null
  /** `updatedAt` as the person saw it: the change is refused if the plate has changed since. Null: whatever it is. */
  seenAt?: string | null
  /** Columns that are left out stay as they are. `id` restores a removed plate under its old id. */
  plate?: Partial<PublicColumns> & { id?: string; createdAt?: string }
  details?: Partial<PlateDetails>
  /** Deletes the plate and its details, which undoes an insert. */
  remove?: boolean
}

export interface StockCall {
  actor: Actor
  /** What was done, as in the audit trail: 'sell', 'import', 'undo'. */
  action: string
  /** One sentence for people: 'AB12 CDE sold for £4,500'. */
  change: string
  /** A uuid that the caller chose: a second call with the same one is refused with 23505. */
  batch?: string
  changes: readonly StockChange[]
}

export interface StockResult {
  /** Of the rows of `plate_changes`, and the id of the entry in the audit trail. */
  batch: string
  /** Plates that are other than before; if there are none, nothing has been written. */
  changed: number
}

export type StockOrder = 'registration' | 'price' | 'updated' | 'sold'

export interface StockQuery {
  statuses?: readonly PlateStatus[]
  /** Letters and figures side by side, whatever spaces are between: 'a1b' finds 'BA 1 BCD' but not 'A 11 B'. */
  letters?: string
  /** Reserved, and the last day is before this one (YYYY-MM-DD). */
  reservedBefore?: string
  /** YYYY-MM-DD; whatever the status of the plate is. */
  documentExpiresBefore?: string
  /** By registration by default. Plates without a price, or without the day of their sale, come last. */
  order?: StockOrder
  descending?: boolean
  offset?: number
  /** 100 by default, 1,000 at most. */
  limit?: number
}

export interface StockPage {
  plates: StockPlate[]
  total: number
}

/** The columns that a change touched, as they were or became. */
export interface ChangedColumns {
  plate: Partial<PublicColumns> & { id?: string; createdAt?: string }
  details: Partial<PlateDetails>
}

export interface PlateChange {
  id: string
  batch: string
  /** Equals the plate's `updatedAt` until it changes again. */
  at: string
  person: string
  via: Actor['via']
  action: string
  plateId: string
  registration: string
  /** Null: the plate did not exist. */
  before: ChangedColumns | null
  after: ChangedColumns | null
}

export interface PlateChangeQuery {
  batch?: string
  plateId?: string
  /** Only those before this moment. */
  before?: string
  limit?: number
}
