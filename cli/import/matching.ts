/** How the rows of a list find the stored rows that they are compared with. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import type { BulkWriter } from '../../packages/sqlite-rest/bulk-writer.ts'
import type { ParsedRow } from '../rows/parse-row.ts'
import { keyOf, type Row, type TableSpec } from '../rows/table-specs.ts'
import { compare, type Outcome } from './compare.ts'

export interface Matching {
  inSqlite(bulk: BulkWriter): (staged: ParsedRow) => Row | null
  /** @returns the stored rows by the key of the row of the list */
  overRest(client: BackendClient, batch: readonly ParsedRow[]): Promise<Map<string, Row>>
  compare(staged: ParsedRow, existing: Row | null): Outcome
  /** Whether a row of the list may contradict a stored one, which must be known before anything is written. */
  canContradict: boolean
}

export const byNaturalKey = (table: TableSpec): Matching => ({
  canContradict: false,
  compare: (staged, existing) => compare(table, staged, existing),
  inSqlite: (bulk) => (staged) => bulk.find(table.name, staged.given) as Row | null,
  async overRest(client, batch) {
    const found = new Map<string, Row>()
    for await (const row of readSameRegistrations(client, table, batch)) found.set(keyOf(table, row), row)
    return found
  },
})

/** The stored rows with a registration of the batch. */
export async function* readSameRegistrations(
  client: BackendClient,
  table: TableSpec,
  batch: readonly ParsedRow[],
): AsyncGenerator<Row, void> {
  const registrations = [...new Set(batch.map(({ given }) => String(given.plate_number)))]
  const within = { column: 'plate_number', list: inList(registrations) }
  for await (const row of readAll(client, table.name, within)) yield row as Row
}

/** A list for PostgREST's `in` operator; the client does not escape quotation marks and backslashes. */
export const inList = (values: string[]) =>
  `(${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')})`
