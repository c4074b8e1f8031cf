import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import { listLatestSalesOf } from '../sales/data/plate-sales.ts'
import { lawfulRegistrations, MAX_LOOKED_UP } from './lawful.ts'
import { type OfferedRegistration, soldState, toOffered } from './registration-state.ts'

const MAX_SOLD = 4

/** Sales of registrations that read as the name, best reading first. @throws DataError */
export async function readSoldRegistrations(
  client: BackendClient,
  search: string,
  logError?: LogError,
): Promise<OfferedRegistration[]> {
  const { registrations } = lawfulRegistrations(search, { limit: MAX_LOOKED_UP })
  const sales = await listLatestSalesOf(
    client,
    registrations.map(({ text }) => text),
    logError,
  )
  const sold = new Map(sales.map((sale) => [sale.registration, sale]))
  return registrations
    .flatMap((registration) => {
      const sale = sold.get(registration.text)
      return sale ? [toOffered({ ...registration, state: soldState(sale) })] : []
    })
    .slice(0, MAX_SOLD)
}
