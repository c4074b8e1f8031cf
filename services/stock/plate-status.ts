export const PLATE_STATUSES = ['draft', 'for_sale', 'reserved', 'sold', 'withdrawn'] as const
export type PlateStatus = (typeof PLATE_STATUSES)[number]

/**
 * The stored status if it agrees with the public availability, which other tools may change alone; otherwise available
 * plates are for sale, and others are not. The view `stock` has the same rule.
 * @param stored null if the plate has no details yet
 */
export function statusOf(isAvailable: boolean, stored: PlateStatus | null): PlateStatus {
  if (isAvailable) return 'for_sale'
  return stored === null || stored === 'for_sale' ? 'withdrawn' : stored
}
