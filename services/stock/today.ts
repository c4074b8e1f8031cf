/** The stock's entries on the desk's Today page. */
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

/**
 * Expiring and expired certificates of plates that we still own, most urgent first.
 * @param days 60: up to and including the 60th day from today in London
 */
export async function certificatesExpiringWithin(
  client: BackendClient,
  days: number,
  now: Date,
): Promise<ExpiringCertificate[]> {
  const today = londonDay(now)
  const { plates } = await listStock(client, {
    statuses: ['draft', 'for_sale', 'reserved', 'withdrawn'],
    documentExpiresBefore: addDays(today, days + 1),
    limit: MAX_LISTED,
  })
  return plates
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
