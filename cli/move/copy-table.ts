import { createHash } from 'node:crypto'
import { tables } from '#db/schema.ts'
import { PRIMARY_KEY, type Table } from '#packages/sqlite-rest/schema.ts'
import { isSendingState, SENDING_STATE } from '#services/mail/sending.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireSuccess } from '#shared/data/response.ts'
import { withRetry } from '../retry.ts'
import type { CopiedTable } from './tables.ts'

type Row = Record<string, unknown>

/** What one request may carry: e-mails and pictures have long texts, whose characters take at most three bytes each. */
const MAX_PART_ROWS = 200
const MAX_PART_LENGTH = 250_000

/**
 * Adds the rows of the source to the target, with their ids and times. Skips ids that the target has, so that it can be
 * repeated.
 */
export async function copyTable(
  { name, pageRows }: CopiedTable,
  source: BackendClient,
  target: BackendClient,
  onCopied: (rows: number) => void,
): Promise<void> {
  const options = { onConflict: PRIMARY_KEY, ignoreDuplicates: true }
  let part: Row[] = []
  let length = 0
  let copied = 0
  const send = async () => {
    if (part.length === 0) return
    await withRetry(async () => requireSuccess(await target.from(name).upsert(part as never[], options)))
    copied += part.length
    onCopied(copied)
    part = []
    length = 0
  }
  for await (const row of readAll(source, name, undefined, { pageRows })) {
    if (isSendingState(row)) continue
    const rowLength = JSON.stringify(row).length
    if (part.length === MAX_PART_ROWS || length + rowLength > MAX_PART_LENGTH) await send()
    part.push(row)
    length += rowLength
  }
  await send()
}

export interface Fingerprint {
  rows: number
  /** SHA-256 of every column of every row, in the order of the ids. */
  checksum: string
}

export async function fingerprintOf(client: BackendClient, copied: CopiedTable): Promise<Fingerprint> {
  const { name, pageRows } = copied
  const columns = [...(tables.get(name) as Table).columns.values()]
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of readAll(client, name, undefined, { pageRows })) {
    if (isSendingState(row)) continue
    rows += 1
    const values = columns.map(({ name, type }) =>
      type === 'timestamptz' ? momentOf(row[name]) : (row[name] ?? null),
    )
    hash.update(`${JSON.stringify(values)}\n`)
  }
  return { rows, checksum: hash.digest('hex') }
}

/** PostgreSQL and SQLite store microseconds, and may write another zone or leave out final zeros. */
function momentOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const fraction = (/\.(\d+)/.exec(value)?.[1] ?? '').padEnd(6, '0')
  return `${new Date(value).toISOString().slice(0, 19)}.${fraction}`
}

/** The number of rows, without the one that says which backend sends e-mail. */
export async function countRows(client: BackendClient, table: string): Promise<number> {
  const counted = client.from(table).select('id', { count: 'exact', head: true })
  const response = await (table === 'site_state' ? counted.neq('name', SENDING_STATE) : counted)
  requireSuccess(response)
  return response.count ?? 0
}
