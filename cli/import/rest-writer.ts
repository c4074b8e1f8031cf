/**
 * Writes rows over the contract, in batches. Every batch says what the rows are and not what to do with them:
 * new ones by their natural key, where the backend overlooks what is there already, changed ones by their id.
 * So a batch can be sent twice, two imports can run at once, and what broke off is finished by running it again.
 */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { CliError } from '../errors.ts'
import type { ParsedRow, Refusal } from '../rows/parse-row.ts'
import { keyOf, type Row, type TableSpec } from '../rows/table-specs.ts'
import type { Progress } from '../terminal.ts'
import { compare, type Outcome } from './compare.ts'
import type { ImportReport } from './report.ts'
import { inBatches, type Staging } from './staging.ts'

/** As many registrations as an address holds that every proxy lets through. */
export const BATCH_ROWS = 200
/** Waits before another try of a batch that was not answered. */
const RETRY_MS = [500, 2_000, 5_000]

export async function previewRest(
  client: BackendClient,
  table: TableSpec,
  staging: Staging,
  report: ImportReport,
): Promise<void> {
  for (const batch of inBatches(staging.rows(), BATCH_ROWS)) {
    const existing = await findExisting(client, table, batch)
    for (const staged of batch)
      report.preview(staged, compare(table, staged, existing.get(staged.key) ?? null))
  }
}

/** The rows that the backend's own rows make impossible; it writes nothing. */
export async function findRefusals(
  client: BackendClient,
  table: TableSpec,
  staging: Staging,
): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  for (const batch of inBatches(staging.rows(), BATCH_ROWS)) {
    const existing = await findExisting(client, table, batch)
    for (const { line, given, ...rest } of batch) {
      const outcome = compare(table, { line, given, ...rest }, existing.get(rest.key) ?? null)
      if (outcome.kind === 'refused')
        refusals.push({ line, reason: outcome.reason, registration: String(given.plate_number) })
    }
  }
  return refusals
}

/** @throws CliError if the backend stops answering; what was written by then stays */
export async function writeRest(
  client: BackendClient,
  table: TableSpec,
  rows: Iterable<ParsedRow>,
  { report, progress, total }: { report: ImportReport; progress: Progress; total: number },
): Promise<void> {
  let done = 0
  for (const batch of inBatches(rows, BATCH_ROWS)) {
    try {
      const existing = await withRetry(() => findExisting(client, table, batch))
      await writeBatch(client, table, batch, existing, report)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      throw new CliError(
        `The backend stopped after ${formatNumber(done)} of ${formatNumber(total)} rows: ${describeDataError(error)}. What was written stays; run the same command again and it goes on from there.`,
      )
    }
    done += batch.length
    progress.at(done, done / total)
  }
}

async function writeBatch(
  client: BackendClient,
  table: TableSpec,
  batch: ParsedRow[],
  existing: Map<string, Row>,
  report: ImportReport,
): Promise<void> {
  const compared = batch.map((staged) => ({
    staged,
    outcome: compare(table, staged, existing.get(staged.key) ?? null),
  }))
  const pick = (kind: Outcome['kind']) => compared.filter(({ outcome }) => outcome.kind === kind)
  for (const { staged, outcome } of [...pick('same'), ...pick('skipped'), ...pick('refused')])
    report.count(staged, outcome)

  await inOneOrEach(pick('added'), report, async (entries) => {
    const rows = entries.map(({ outcome }) => (outcome as { row: Row }).row)
    const added = await withRetry(() => addRows(client, table, rows))
    // Another import may have been quicker: those are there already.
    const others = entries.length - added
    for (const { staged, outcome } of entries.slice(others)) report.count(staged, outcome)
    for (const { staged } of entries.slice(0, others)) report.count(staged, { kind: 'same' })
  })
  await inOneOrEach(pick('changed'), report, async (entries) => {
    const rows = entries.map(({ staged, outcome }) => ({
      ...withoutMoments(existing.get(staged.key) as Row),
      ...(outcome as { columns: Row }).columns,
    }))
    await withRetry(() => changeRows(client, table, rows))
    for (const { staged, outcome } of entries) report.count(staged, outcome)
  })
}

type Entry = { staged: ParsedRow; outcome: Outcome }

/** All in one request; if the database refuses one of them, each on its own, so that the one is found. */
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

/** A constraint (23…) or a value that a column does not take (22…): the row's fault. */
const isRowError = (error: unknown) => error instanceof DataError && /^2[23]/.test(error.code)

/** @returns how many were new */
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

const withoutMoments = ({ created_at: _, updated_at: __, ...row }: Row): Row => row

/** The rows of these registrations, by their natural key. */
async function findExisting(
  client: BackendClient,
  table: TableSpec,
  batch: ParsedRow[],
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  const registrations = [...new Set(batch.map(({ given }) => String(given.plate_number)))]
  const within = { column: 'plate_number', list: inList(registrations) }
  for await (const row of readAll(client, table.name, within)) found.set(keyOf(table, row as Row), row as Row)
  return found
}

/** Quoted by PostgREST's rules; the client leaves quotation marks and backslashes as they are. */
export const inList = (values: string[]) =>
  `(${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')})`

/** Tries again what was not answered: every one of these calls may be made twice. */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS)
    try {
      return await call()
    } catch (error) {
      const isAway =
        error instanceof DataError && (error.status === 0 || error.status >= 500 || error.status === 429)
      if (!isAway) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  return call()
}

/** What went wrong, without what a dealer cannot use. */
export function describeDataError(error: DataError): string {
  if (error.status === 0) return 'it cannot be reached'
  if (error.status === 401 || error.status === 403) return 'it does not take the service key'
  return `it answered ${error.status}${error.message ? ` (${error.message})` : ''}`
}
