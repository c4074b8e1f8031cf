/** What the stock has to say each morning. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { addDays, londonDay } from './london-day.ts'
import { listStock, type StockPlate } from './stock-store.ts'

export interface ExpiringCertificate {
  plate: StockPlate
  expiresOn: string
  /** 0 is today in London; negative: it has expired. */
  daysLeft: number
}

const DAY_MS = 86_400_000
const MAX_LISTED = 1000

/**
 * Certificates of plates that we still have, the most urgent first, and those that have expired already.
 * @param days 60: up to and with the 60th day from today in London
 * @throws DataError
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

/** The latest sale first; sales of which no day is known come last. @throws DataError */
export async function recentlySold(client: BackendClient, limit: number): Promise<StockPlate[]> {
  const { plates } = await listStock(client, { statuses: ['sold'], order: 'sold', descending: true, limit })
  return plates
}
