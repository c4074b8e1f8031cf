// Batches are idempotent upserts, so a batch can be retried, imports can run at once, and a failed one can be repeated.
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { CliError } from '../errors.ts'
import type { ParsedRow } from '../rows/parse-row.ts'
import type { Row, TableSpec } from '../rows/table-specs.ts'
import type { Progress } from '../terminal.ts'
import type { Outcome } from './compare.ts'
import type { Matching } from './matching.ts'
import type { ImportReport } from './report.ts'
import { inBatches, type Staging } from './staging.ts'

/** The registrations of a batch go into a URL, whose length proxies limit. */
const BATCH_ROWS = 200
const RETRY_MS = [500, 2_000, 5_000]

export interface RestTarget {
  client: BackendClient
  table: TableSpec
  matching: Matching
}

export async function previewRest(
  { client, matching }: RestTarget,
  staging: Staging,
  report: ImportReport,
): Promise<void> {
  for (const batch of inBatches(staging.rows(), BATCH_ROWS)) {
    const existing = await matching.overRest(client, batch)
    for (const staged of batch)
      report.preview(staged, matching.compare(staged, existing.get(staged.key) ?? null))
  }
}

/** Reports the rows that the stored ones refuse. */
export async function reportRefusals(
  { client, matching }: RestTarget,
  staging: Staging,
  report: ImportReport,
): Promise<void> {
  for (const batch of inBatches(staging.rows(), BATCH_ROWS)) {
    const existing = await matching.overRest(client, batch)
    for (const staged of batch) {
      const outcome = matching.compare(staged, existing.get(staged.key) ?? null)
      if (outcome.kind === 'refused') report.count(staged, outcome)
    }
  }
}

export async function writeRest(
  target: RestTarget,
  rows: Iterable<ParsedRow>,
  { report, progress, total }: { report: ImportReport; progress: Progress; total: number },
): Promise<void> {
  let done = 0
  for (const batch of inBatches(rows, BATCH_ROWS)) {
    try {
      const existing = await withRetry(() => target.matching.overRest(target.client, batch))
      await writeBatch(target, batch, existing, report)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      throw new CliError(
        `The backend stopped after ${formatNumber(done)} of ${formatNumber(total)} rows: ${describeDataError(error)}. The rows written so far stay; run the same command again to continue.`,
      )
    }
    done += batch.length
    progress.at(done, done / total)
  }
}

async function writeBatch(
  { client, table, matching }: RestTarget,
  batch: ParsedRow[],
  existing: Map<string, Row>,
  report: ImportReport,
): Promise<void> {
  const compared = batch.map((staged) => ({
    staged,
    outcome: matching.compare(staged, existing.get(staged.key) ?? null),
  }))
  const pick = (kind: Outcome['kind']) => compared.filter(({ outcome }) => outcome.kind === kind)
  for (const { staged, outcome } of [...pick('same'), ...pick('skipped'), ...pick('refused')])
    report.count(staged, outcome)

  await inOneOrEach(pick('added'), report, async (entries) => {
    const rows = entries.map(({ outcome }) => (outcome as { row: Row }).row)
    const added = await withRetry(() => addRows(client, table, rows))
    // A concurrent import may have added some of them.
    const duplicates = entries.length - added
    for (const { staged, outcome } of entries.slice(duplicates)) report.count(staged, outcome)
    for (const { staged } of entries.slice(0, duplicates)) report.count(staged, { kind: 'same' })
  })
  await inOneOrEach(pick('changed'), report, async (entries) => {
    const rows = entries.map(({ staged, outcome }) => ({
      ...withoutTimestamps(existing.get(staged.key) as Row),
      ...(outcome as { columns: Row }).columns,
    }))
    await withRetry(() => changeRows(client, table, rows))
    for (const { staged, outcome } of entries) report.count(staged, outcome)
  })
}

type Entry = { staged: ParsedRow; outcome: Outcome }

/** Writes all in one request; if the database refuses a row, writes each on its own to find it. */
async function inOneOrEach(
  entries: Entry[],
  report: ImportReport,
  write: (entries: Entry[]) => Promise<void>,
): Promise<void> {
  if (entries.length === 0) return
  try {
    await write(entries)
  } catch (error) {
    if (!isRowError(error)) throw error
    if (entries.length === 1) {
      const [{ staged }] = entries as [Entry]
      report.count(staged, { kind: 'refused', reason: (error as DataError).message })
      return
    }
    for (const entry of entries) await inOneOrEach([entry], report, write)
  }
}

/** A constraint violation (23…) or an invalid value (22…) is an error of one row. */
const isRowError = (error: unknown) => error instanceof DataError && /^2[23]/.test(error.code)

async function addRows(client: BackendClient, table: TableSpec, rows: Row[]): Promise<number> {
  const { data, error, status } = await client
    .from(table.name)
    .upsert(rows, { onConflict: table.key.join(','), ignoreDuplicates: true })
    .select('id')
  if (error) throw new DataError(error, status)
  return data.length
}

async function changeRows(client: BackendClient, table: TableSpec, rows: Row[]): Promise<void> {
  const { error, status } = await client.from(table.name).upsert(rows, { onConflict: 'id' })
  if (error) throw new DataError(error, status)
}

const withoutTimestamps = ({ created_at: _, updated_at: __, ...row }: Row): Row => row

export async function* readBatches(client: BackendClient, table: string): AsyncGenerator<Row[], void> {
  let batch: Row[] = []
  for await (const row of readAll(client, table)) {
    batch.push(row as Row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS)
    try {
      return await call()
    } catch (error) {
      const isTemporary =
        error instanceof DataError && (error.status === 0 || error.status >= 500 || error.status === 429)
      if (!isTemporary) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  return call()
}

export function describeDataError(error: DataError): string {
  if (error.status === 0) return 'it cannot be reached'
  if (error.status === 401 || error.status === 403) return 'it does not accept the service key'
  return `it answered ${error.status}${error.message ? ` (${error.message})` : ''}`
}
