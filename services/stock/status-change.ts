/** The columns that change with a status. Selling is a separate change (sell-plate.ts). */
import { longDay } from '#shared/text/format.ts'
import type { PlateStatus } from './plate-status.ts'
import type { PlateValues, StockPlate } from './stock-types.ts'

/** Statuses without further parameters. */
export const SIMPLE_STATUSES = ['for_sale', 'draft', 'withdrawn'] as const
export type SimpleStatus = (typeof SIMPLE_STATUSES)[number]

export const simpleStatusOf = (text: string): SimpleStatus | undefined =>
  SIMPLE_STATUSES.find((status) => status === text)

export type StatusTarget =
  | { status: SimpleStatus }
  /** The last day, as 2026-12-03; a name; the id of a deal. */
  | { status: 'reserved'; until: string; for: string | null; deal?: string }

/** Plates for sale and reserved plates need a price. */
export const hasPrice = ({ priceGbp }: Pick<StockPlate, 'priceGbp'>): boolean => (priceGbp ?? 0) >= 1

/** Completes 'AB 1 is …'. */
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

/** Omits the name of the customer. */
export const describeTarget = (target: StatusTarget): string =>
  target.status === 'reserved' ? `reserved until ${longDay(target.until)}` : STATUS_SENTENCES[target.status]

/** Clears the columns that are only valid with the current status. */
export function clearedBy(
  plate: Pick<StockPlate, 'status'>,
  status: PlateStatus,
): Partial<PlateValues['details']> {
  return {
    ...(status === 'reserved' ? {} : { reservedUntil: null, reservedFor: null, dealId: null }),
    ...(plate.status === 'sold' && status !== 'sold' ? { soldPriceGbp: null, soldOn: null } : {}),
  }
}

/**
 * A plate that is put back on sale keeps `recordedSale`: the sale took place and stays on record. `undoChange` is for a
 * sale that did not take place.
 */
export function changeStatusOf(plate: StockPlate, target: StatusTarget): PlateValues {
  const { status } = target
  return {
    plate: { isAvailable: status === 'for_sale' },
    details: {
      status,
      ...clearedBy(plate, status),
      ...(status === 'reserved' && {
        reservedUntil: target.until,
        reservedFor: target.for,
        dealId: target.deal ?? (target.for === plate.reservedFor ? plate.dealId : null),
      }),
    },
  }
}
