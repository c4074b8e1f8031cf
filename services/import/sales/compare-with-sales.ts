/** Stage 3 of an import of sales: compares each row of the list with the recorded sales. */

import type { ParsedRow } from '#shared/cells/parse-row.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { quoteValue } from '#shared/list/rest-text.ts'
import { createYielder } from '../create-yielder.ts'
import type { Match } from './outcome.ts'
import type { ListedSale } from './read-rows.ts'
import type { SalesForm } from './sales-form.ts'

export type SalesFinding = ({ kind: 'sale'; row: ParsedRow } & Match) | Exclude<ListedSale, { kind: 'sale' }>

/** The registrations of a request are in its URL, whose length proxies limit. */
const BATCH_ROWS = 200

/** @throws DataError */
export async function compareWithSales(
  client: BackendClient,
  form: SalesForm,
  rows: readonly ListedSale[],
  unit: 'line' | 'row',
): Promise<SalesFinding[]> {
  const yieldIfDue = createYielder()
  const keys = new Set(rows.flatMap((listed) => (listed.kind === 'sale' ? [listed.row.key] : [])))
  const match = form.matcher({ has: (key) => keys.has(key), unit }, await readNoted(client, form))
  const stored = await readStored(client, form, rows)
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

async function readNoted(client: BackendClient, { table, notePrefix }: SalesForm): Promise<Row[]> {
  const noted: Row[] = []
  if (notePrefix === null) return noted
  const within = { column: 'note', like: `${notePrefix}%` }
  for await (const row of readAll(client, table.name, within)) noted.push(row as Row)
  return noted
}

/** The recorded sales of the list's registrations, by registration. */
async function readStored(
  client: BackendClient,
  { table }: SalesForm,
  rows: readonly ListedSale[],
): Promise<Map<string, Row[]>> {
  const registrations = [
    ...new Set(
      rows.flatMap((listed) =>
        listed.kind === 'sale' && listed.row.leftOut === undefined
          ? [String(listed.row.given.plate_number)]
          : [],
      ),
    ),
  ]
  const stored = new Map<string, Row[]>()
  for (let from = 0; from < registrations.length; from += BATCH_ROWS) {
    const list = `(${registrations.slice(from, from + BATCH_ROWS).map(quoteValue)})`
    for await (const row of readAll(client, table.name, { column: 'plate_number', list })) {
      const registration = String(row.plate_number)
      stored.set(registration, [...(stored.get(registration) ?? []), row as Row])
    }
  }
  return stored
}
