import type { BackendClient } from '../../../shared/backend/client.ts'
import type { LogError } from '../../../shared/backend/with-fallback.ts'
import type { DocumentedSale } from '../sale.ts'
import { isRegistrationReadable, latestSales, parseRows, requireRows } from './sale-records.ts'

const MAX_SALES = 20

/** The UK sales of exactly this registration, latest first. @throws DataError */
export async function listSalesOf(
  client: BackendClient,
  registration: string,
  logError: LogError = console.error,
): Promise<DocumentedSale[]> {
  if (!isRegistrationReadable(registration)) return []
  const { data, error, status } = await latestSales(client, 'uk')
    .eq('plate_number', registration)
    .limit(MAX_SALES)
  return parseRows(requireRows(data, error, status), logError)
}
