import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import { MAX_ROWS, textOrNull } from '#shared/plates/find-plates.ts'
import { MAX_REGISTRATION_LENGTH } from '#shared/registration/max-length.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { latestSales } from '#shared/sales/sale-records.ts'

interface SaleRange {
  year: number
  from: number
  count: number
}

export async function countSalesByYear(
  client: BackendClient,
  explorer: ExplorerName,
): Promise<{ year: number; sales: number }[]> {
  const response = await client
    .from(`${EXPLORERS[explorer].table}_years`)
    .select('sale_year,sales')
    .order('sale_year', { ascending: false, nullsFirst: false })
  return requireRows(response).map(({ sale_year, sales }) => {
    if (!Number.isInteger(sale_year) || !Number.isInteger(sales))
      throw new DataError({ message: 'The backend did not count the sales of each year' }, response.status)
    return { year: Number(sale_year), sales: Number(sales) }
  })
}

export async function listSoldRegistrations(
  client: BackendClient,
  explorer: ExplorerName,
  range?: SaleRange,
): Promise<string[]> {
  const from = range?.from ?? 0
  const end = range ? from + range.count : Number.POSITIVE_INFINITY
  const registrations = new Set<string>()
  // A backend may return fewer rows than requested: only an empty batch is the end.
  for (let next = from; next < end; ) {
    let query = latestSales(client, explorer, 'plate_number')
    if (range) query = query.eq('sale_year', range.year)
    const response = await query.range(next, Math.min(next + MAX_ROWS, end) - 1)
    const rows = requireRows(response)
    if (rows.length === 0) break
    for (const row of rows) {
      const registration = textOrNull(row.plate_number)
      if (registration === null)
        throw new DataError({ message: 'A row from the backend is not a sale' }, response.status)
      if (registration.length <= MAX_REGISTRATION_LENGTH) registrations.add(registration)
    }
    next += rows.length
  }
  return [...registrations]
}
