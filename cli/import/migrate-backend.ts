// Idempotent: a row that the target has, by id or natural key, is updated, and rows that only the target has stay.
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { CliError } from '../errors.ts'
import { keyOf, type Row, type TableSpec } from '../rows/table-specs.ts'
import type { Progress } from '../terminal.ts'
import { inList } from './matching.ts'
import { describeDataError, readBatches, withRetry } from './rest-writer.ts'

export interface Transfer {
  added: number
  changed: number
  same: number
  /** Registrations whose id and natural key are in two different rows of the target. */
  refused: string[]
}

interface Ends {
  source: BackendClient
  target: BackendClient
  table: TableSpec
}

export async function transfer(ends: Ends, isPreview: boolean, progress: Progress): Promise<Transfer> {
  const sums: Transfer = { added: 0, changed: 0, same: 0, refused: [] }
  let done = 0
  for await (const batch of readBatches(ends.source, ends.table.name)) {
    try {
      await moveBatch(ends, batch, sums, isPreview)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      throw new CliError(
        `The target stopped after ${formatNumber(done)} ${ends.table.many}: ${describeDataError(error)}. The rows copied so far stay there; run the same command again to continue.`,
      )
    }
    done += batch.length
    progress.at(done, null)
  }
  return sums
}

async function moveBatch(
  { target, table }: Ends,
  rows: Row[],
  sums: Transfer,
  isPreview: boolean,
): Promise<void> {
  const existing = await withRetry(() => findRows(target, table, rows))
  const added: Row[] = []
  const changed: Row[] = []
  for (const row of rows) {
    const byId = existing.byId.get(String(row.id))
    const byKey = existing.byKey.get(keyOf(table, row))
    if (byId && byKey && byId.id !== byKey.id) sums.refused.push(String(row.plate_number))
    else if (!byId && !byKey) added.push(row)
    else {
      const there = (byId ?? byKey) as Row
      if (isSame(row, there)) sums.same += 1
      else changed.push({ ...row, id: there.id ?? null })
    }
  }
  if (!isPreview) {
    if (added.length > 0)
      await withRetry(() =>
        put(target, table, added, { onConflict: table.key.join(','), ignoreDuplicates: true }),
      )
    if (changed.length > 0) await withRetry(() => put(target, table, changed, { onConflict: 'id' }))
  }
  sums.added += added.length
  sums.changed += changed.length
}

async function findRows(target: BackendClient, table: TableSpec, rows: Row[]) {
  const byId = new Map<string, Row>()
  const byKey = new Map<string, Row>()
  const registrations = [...new Set(rows.map((row) => String(row.plate_number)))]
  for (const [column, values] of [
    ['id', rows.map((row) => String(row.id))],
    ['plate_number', registrations],
  ] as const)
    for await (const row of readAll(target, table.name, { column, list: inList([...values]) })) {
      byId.set(String(row.id), row as Row)
      byKey.set(keyOf(table, row as Row), row as Row)
    }
  return { byId, byKey }
}

const isSame = (row: Row, there: Row) =>
  Object.keys(row).every(
    (column) => ['id', 'created_at', 'updated_at'].includes(column) || row[column] === there[column],
  )

async function put(
  target: BackendClient,
  table: TableSpec,
  rows: Row[],
  options: { onConflict: string; ignoreDuplicates?: boolean },
): Promise<void> {
  const { error, status } = await target.from(table.name).upsert(rows, options)
  if (error) throw new DataError(error, status)
}
