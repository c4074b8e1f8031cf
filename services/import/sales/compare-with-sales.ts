/** Stage 3 of an import of sales: compares each row of the list with the recorded sales. */

import type { Reader } from '#data/tables.ts'
import type { ParsedRow } from '#shared/cells/parse-row.ts'
import { createYielder } from '../../create-yielder.ts'
import type { StoredSale } from '../../sales/sale-types.ts'
import { readSalesOf, readStoredSales } from '../../sales/stored-sales.ts'
import type { Match } from './outcome.ts'
import type { ListedSale } from './read-rows.ts'
import type { SalesForm } from './sales-form.ts'

export type SalesFinding = ({ kind: 'sale'; row: ParsedRow } & Match) | Exclude<ListedSale, { kind: 'sale' }>

export async function compareWithSales(
  reader: Reader,
  form: SalesForm,
  rows: readonly ListedSale[],
  unit: 'line' | 'row',
): Promise<SalesFinding[]> {
  const yieldIfDue = createYielder()
  const keys = new Set(rows.flatMap((listed) => (listed.kind === 'sale' ? [listed.row.key] : [])))
  const match = form.matcher({ has: (key) => keys.has(key), unit }, await readNoted(reader, form))
  const named = rows.flatMap((listed) =>
    listed.kind === 'sale' && listed.row.leftOut === undefined ? [String(listed.row.given.plate_number)] : [],
  )
  const stored = await readSalesOf(reader, form.table, named)
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

const readNoted = async (reader: Reader, { table, notePrefix }: SalesForm): Promise<StoredSale[]> =>
  notePrefix === null
    ? []
    : Array.fromAsync(readStoredSales(reader, table, (all) => all.where('note', 'like', `${notePrefix}%`)))
