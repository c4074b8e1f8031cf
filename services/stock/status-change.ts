/** Which columns follow from a status. Selling is a change of its own (sell-plate.ts). */
import { longDay } from '../../app/shared/format.ts'
import type { PlateValues } from './plate-form.ts'
import type { PlateStatus } from './plate-status.ts'
import type { StockPlate } from './stock-store.ts'

/** What needs to be told nothing more. */
export type SimpleStatus = 'draft' | 'for_sale' | 'withdrawn'

export type StatusTarget =
  | { status: SimpleStatus }
  /** The last day, as 2026-12-03; a name. */
  | { status: 'reserved'; until: string; for: string | null }

/** Without one a plate is neither for sale nor reserved. */
export const hasPrice = ({ priceGbp }: Pick<StockPlate, 'priceGbp'>): boolean => (priceGbp ?? 0) >= 1

/** 'AB 1 is …' */
export const STATUS_SENTENCES: Record<PlateStatus, string> = {
  draft: 'a draft',
  for_sale: 'for sale',
  reserved: 'reserved',
  sold: 'sold',
  withdrawn: 'off sale',
}

export const STATUS_LABELS: Record<PlateStatus, string> = {
  draft: 'Draft',
  for_sale: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  withdrawn: 'Withdrawn',
}

/** The name of a customer is not told. */
export const describeTarget = (target: StatusTarget): string =>
  target.status === 'reserved' ? `reserved until ${longDay(target.until)}` : STATUS_SENTENCES[target.status]

/** What does not outlive the status that it belongs to. */
export function clearedBy(
  plate: Pick<StockPlate, 'status'>,
  status: PlateStatus,
): Partial<PlateValues['details']> {
  return {
    ...(status === 'reserved' ? {} : { reservedUntil: null, reservedFor: null }),
    ...(plate.status === 'sold' && status !== 'sold' ? { soldPriceGbp: null, soldOn: null } : {}),
  }
}

/**
 * A plate that is back from a sale keeps `recordedSale`: the sale took place and stays on record. `undoChange` is for a
 * sale that did not.
 */
export function changeStatusOf(plate: StockPlate, target: StatusTarget): PlateValues {
  const { status } = target
  const reservation = status === 'reserved' ? { reservedUntil: target.until, reservedFor: target.for } : {}
  return {
    plate: { isAvailable: status === 'for_sale' },
    details: { status, ...clearedBy(plate, status), ...reservation },
  }
}
