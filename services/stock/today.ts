/** The stock's entries on the desk's Today page. */
import { US } from '#shared/cells/stock-cells.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { addDays, londonDay } from '../london-time.ts'
import { listStock, type StockPlate } from './stock-store.ts'

export interface ExpiringCertificate {
  plate: StockPlate
  expiresOn: string
  /** 0 is today in London; negative if it has expired. */
  daysLeft: number
}

const DAY_MS = 86_400_000
const MAX_LISTED = 1000

/** A V750 or V778 can be renewed from so many days before it expires (content/facts, certificate-renewal-window). */
export const RENEWAL_DAYS = 28

/**
 * Expiring and expired certificates of plates that we own, and of those that we have sold while we are their holder: until
 * they are on a vehicle, or another holds them, nobody else can renew them. Most urgent first.
 * @param days 60: up to and including the 60th day from today in London
 */
export async function certificatesExpiringWithin(
  client: BackendClient,
  days: number,
  now: Date,
): Promise<ExpiringCertificate[]> {
  const today = londonDay(now)
  const soon = { documentExpiresBefore: addDays(today, days + 1), limit: MAX_LISTED }
  const [owned, sold] = await Promise.all([
    listStock(client, { ...soon, statuses: ['draft', 'for_sale', 'reserved', 'withdrawn'] }),
    listStock(client, { ...soon, statuses: ['sold'], holder: US }),
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
export async function recentlySold(client: BackendClient, limit: number): Promise<StockPlate[]> {
  const { plates } = await listStock(client, { statuses: ['sold'], order: 'sold', descending: true, limit })
  return plates
}
