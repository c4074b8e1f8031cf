import { createHash } from 'node:crypto'
import { countRows } from '#data/count-rows.ts'
import { readTable } from '#data/read-table.ts'
import { insertMissingRows, type StoredValues } from '#data/stored-rows.ts'
import type { Database, Reader } from '#data/tables.ts'
import { action } from '#services/action.ts'
import { SENDING_STATE } from '#services/mail/sending.ts'
import { withRetry } from '../retry.ts'
import type { CopiedTable } from './tables.ts'

/** What one transaction writes. A row that is longer is a part of its own. */
const MAX_PART_ROWS = 200
const MAX_PART_LENGTH = 250_000

/**
 * Adds the rows of the source to the target, with their ids and times. Skips ids that the target has, so that it can be
 * repeated.
 */
export async function copyTable(
  table: CopiedTable,
  source: Reader,
  target: Database,
  onCopied: (rows: number) => void,
): Promise<void> {
  let copied = 0
  for await (const part of partsOf(table, source)) {
    await withRetry(() =>
      action(target, 'copy rows', (transaction) =>
        insertMissingRows(transaction, table.name, table.columns, part),
      ),
    )
    copied += part.length
    onCopied(copied)
  }
}

async function* partsOf(table: CopiedTable, source: Reader): AsyncGenerator<StoredValues[], void> {
  let part: StoredValues[] = []
  let length = 0
  for await (const row of readRows(table, source)) {
    const rowLength = JSON.stringify(row).length
    const isFull = part.length === MAX_PART_ROWS || length + rowLength > MAX_PART_LENGTH
    if (isFull && part.length > 0) {
      yield part
      part = []
      length = 0
    }
    part.push(row)
    length += rowLength
  }
  if (part.length > 0) yield part
}

/** Without the row that says which backend sends e-mail. */
async function* readRows({ name, columns, pageRows }: CopiedTable, reader: Reader) {
  const isOfThisBackend = (row: StoredValues) => name === 'site_state' && row.name === SENDING_STATE
  for await (const row of readTable(reader, name, columns, pageRows)) if (!isOfThisBackend(row)) yield row
}

export interface Fingerprint {
  rows: number
  /** SHA-256 of every column of every row, in the order of the ids. */
  checksum: string
}

export async function fingerprintOf(table: CopiedTable, reader: Reader): Promise<Fingerprint> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of readRows(table, reader)) {
    rows += 1
    const values = table.columns.map((name) => (table.times.has(name) ? momentOf(row[name]) : row[name]))
    hash.update(`${JSON.stringify(values)}\n`)
  }
  return { rows, checksum: hash.digest('hex') }
}

/** PostgreSQL and SQLite store microseconds, and may leave out final zeros. */
function momentOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const fraction = (/\.(\d+)/.exec(value)?.[1] ?? '').padEnd(6, '0')
  return `${new Date(value).toISOString().slice(0, 19)}.${fraction}`
}

/** The number of rows, without the one that says which backend sends e-mail. */
export function countCopied({ name }: CopiedTable, reader: Reader): Promise<number> {
  const rows = reader.selectFrom(name as 'siteState')
  return countRows(name === 'site_state' ? rows.where('name', '<>', SENDING_STATE) : rows)
}
