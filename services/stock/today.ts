/** The stock's entries on the desk's Today page. */
import type { Reader } from '#data/tables.ts'
import { US } from '#shared/cells/stock-cells.ts'
import { addDays, londonDay } from '../london-time.ts'
import type { StockPlate } from './stock-types.ts'
import { listStock } from './stored-plates.ts'

export interface ExpiringCertificate {
  plate: StockPlate
  expiresOn: string
  /** 0 is today in London; negative if it has expired. */
  daysLeft: number
}

const DAY_MS = 86_400_000
const MAX_LISTED = 1000

/**
 * Expiring and expired certificates of plates that we own, and of those that we have sold while we are their holder: until
 * they are on a vehicle, or another holds them, nobody else can renew them. Most urgent first.
 * @param days 60: up to and including the 60th day from today in London
 */
export async function certificatesExpiringWithin(
  reader: Reader,
  days: number,
  now: Date,
): Promise<ExpiringCertificate[]> {
  const today = londonDay(now)
  const soon = { documentExpiresBefore: addDays(today, days + 1), limit: MAX_LISTED }
  const [owned, sold] = await Promise.all([
    listStock(reader, { ...soon, statuses: ['draft', 'for_sale', 'reserved', 'withdrawn'] }),
    listStock(reader, { ...soon, statuses: ['sold'], holder: US }),
  ])
  return [...owned.plates, ...sold.plates.filter(({ document }) => document !== 'vehicle')]
    .flatMap((plate) => {
      const { documentExpiresOn: expiresOn } = plate
      return expiresOn === null ? [] : { plate, expiresOn, daysLeft: daysBetween(today, expiresOn) }
    })
    .sort((a, b) => a.daysLeft - b.daysLeft)
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Latest sale first; sales of unknown date come last. */
export async function recentlySold(reader: Reader, limit: number): Promise<StockPlate[]> {
  const { plates } = await listStock(reader, { statuses: ['sold'], order: 'sold', descending: true, limit })
  return plates
}
