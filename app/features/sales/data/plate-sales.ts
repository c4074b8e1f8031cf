import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import { COLUMNS, isRegistrationReadable, latestSales, querySales } from '#shared/sales/sale-records.ts'

const MAX_SALES = 20
const MAX_LOOKED_UP = 200
/** A registration is seldom sold twice. */
const MAX_SALES_LOOKED_UP = 500

/** The UK sales of exactly this registration, latest first. @throws DataError */
export async function listSalesOf(
  client: BackendClient,
  registration: string,
  logError: LogError = console.error,
): Promise<DocumentedSale[]> {
  if (!isRegistrationReadable(registration)) return []
  const sales = latestSales(client, 'uk', `${COLUMNS.uk},source_url`).eq('plate_number', registration)
  return querySales(sales.limit(MAX_SALES), logError)
}

/** The latest UK sale of each registration that has one; at most 200 registrations. @throws DataError */
export async function listLatestSalesOf(
  client: BackendClient,
  registrations: readonly string[],
  logError: LogError = console.error,
): Promise<DocumentedSale[]> {
  const named = registrations.filter(isRegistrationReadable).slice(0, MAX_LOOKED_UP)
  if (named.length === 0) return []
  const query = latestSales(client, 'uk', COLUMNS.uk).in('plate_number', named).limit(MAX_SALES_LOOKED_UP)
  const latest = new Map<string, DocumentedSale>()
  for (const sale of await querySales(query, logError))
    if (!latest.has(sale.registration)) latest.set(sale.registration, sale)
  return [...latest.values()]
}
