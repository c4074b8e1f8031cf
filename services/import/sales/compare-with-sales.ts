/** Stage 3 of an import of sales: compares each row of the list with the recorded sales. */

import type { ParsedRow } from '#shared/cells/parse-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { createYielder } from '../../create-yielder.ts'
import { readSalesOf, readStoredSales, type StoredSale } from '../../sales/sales-store.ts'
import type { Match } from './outcome.ts'
import type { ListedSale } from './read-rows.ts'
import type { SalesForm } from './sales-form.ts'

export type SalesFinding = ({ kind: 'sale'; row: ParsedRow } & Match) | Exclude<ListedSale, { kind: 'sale' }>

export async function compareWithSales(
  client: BackendClient,
  form: SalesForm,
  rows: readonly ListedSale[],
  unit: 'line' | 'row',
): Promise<SalesFinding[]> {
  const yieldIfDue = createYielder()
  const keys = new Set(rows.flatMap((listed) => (listed.kind === 'sale' ? [listed.row.key] : [])))
  const match = form.matcher({ has: (key) => keys.has(key), unit }, await readNoted(client, form))
  const named = rows.flatMap((listed) =>
    listed.kind === 'sale' && listed.row.leftOut === undefined ? [String(listed.row.given.plate_number)] : [],
  )
  const stored = await readSalesOf(client, form.table, named)
  const findings: SalesFinding[] = []
  for (const listed of rows) {
    await yieldIfDue()
    findings.push(
      listed.kind === 'sale'
        ? { ...listed, ...match(listed.row, stored.get(String(listed.row.given.plate_number)) ?? []) }
        : listed,
    )
  }
  return findings
}

async function readNoted(client: BackendClient, { table, notePrefix }: SalesForm): Promise<StoredSale[]> {
  const noted: StoredSale[] = []
  if (notePrefix === null) return noted
  const within = { column: 'note', like: `${notePrefix}%` }
  for await (const sale of readStoredSales(client, table, within)) noted.push(sale)
  return noted
}
