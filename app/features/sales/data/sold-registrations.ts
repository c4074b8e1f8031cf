// The registrations that have a page of recorded sales, for the sitemap.

import type { BackendClient } from '../../../shared/backend/client.ts'
import { DataError } from '../../../shared/backend/data-error.ts'
import { MAX_ROWS, text } from '../../plates/find-plates.ts'
import type { ExplorerName } from '../explorer/explorer-view.ts'
import { rowsOf, TABLES } from './sale-records.ts'

/** Longer ones have no page: see `readSalesOf`. */
const LONGEST_REGISTRATION = 32

/** Some of the sales of a year, latest first. */
export interface Stretch {
  year: number
  from: number
  count: number
}

/** @throws DataError */
export async function countSalesByYear(
  client: BackendClient,
  explorer: ExplorerName,
): Promise<{ year: number; sales: number }[]> {
  const { data, error, status } = await client
    .from(`${TABLES[explorer]}_years`)
    .select('sale_year,sales')
    .order('sale_year', { ascending: false, nullsFirst: false })
  const rows = rowsOf(data, error, status) as { sale_year: unknown; sales: unknown }[]
  return rows.map(({ sale_year, sales }) => {
    if (!Number.isInteger(sale_year) || !Number.isInteger(sales))
      throw new DataError({ message: 'The backend did not count its sales' }, status)
    return { year: Number(sale_year), sales: Number(sales) }
  })
}

/** Each registration once, of all sales or of a stretch of them. @throws DataError */
export async function listSoldRegistrations(
  client: BackendClient,
  explorer: ExplorerName,
  stretch?: Stretch,
): Promise<string[]> {
  const from = stretch?.from ?? 0
  const end = stretch ? from + stretch.count : Number.POSITIVE_INFINITY
  const registrations = new Set<string>()
  // A backend may cut a read shorter than we ask, so the end is a read without rows.
  for (let next = from; next < end; ) {
    let query = client.from(TABLES[explorer]).select('plate_number')
    if (stretch) query = query.eq('sale_year', stretch.year)
    const { data, error, status } = await query
      .order('sale_year', { ascending: false, nullsFirst: false })
      .order('sale_month', { ascending: false, nullsFirst: false })
      .order('id')
      .range(next, Math.min(next + MAX_ROWS, end) - 1)
    const rows = rowsOf(data, error, status) as { plate_number?: unknown }[]
    if (rows.length === 0) break
    for (const row of rows) {
      const registration = text(row.plate_number)
      if (registration === null)
        throw new DataError({ message: 'The backend answered with a row that is no sale' }, status)
      if (registration.length <= LONGEST_REGISTRATION) registrations.add(registration)
    }
    next += rows.length
  }
  return [...registrations]
}
