/** Copies a table: the target gets the rows of the source with their ids and times. Can be repeated. */

import { PRIMARY_KEY, type Table, tables } from '#packages/sqlite-rest/schema.ts'
import { isSendingState } from '#services/mail/sending.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { quoteValue } from '#shared/list/rest-text.ts'
import { formatNumber } from '#shared/text/format.ts'
import { CliError } from '../errors.ts'
import { describeDataError, withRetry } from '../retry.ts'
import type { Progress } from '../terminal.ts'
import { readBatches } from './read-batches.ts'
import type { CopiedTable } from './tables.ts'

type Row = Record<string, unknown>

export interface Sums {
  added: number
  changed: number
  same: number
  /** Removed from the target, because the source no longer has them. */
  removed: number
  /** Rows of the source whose id and unique key belong to two different rows of the target. */
  refused: string[]
  /** Rows after the copy. */
  here: number
  there: number
  /** Only rows made since a moment were copied, so the numbers differ. */
  isLate: boolean
  /** Whether the target has its own rows and everything from the source. */
  isComplete: boolean
}

interface CopyOptions {
  source: BackendClient
  target: BackendClient
  isPreview: boolean
  /** Whether rows that only the target has are removed. */
  isMirrored: boolean
  /** Copies only rows made since this moment, and changes none. */
  since?: Date
  progress: Progress
}

/** The ids of a batch go into a URL, whose length proxies limit. */
const MAX_LIST_LENGTH = 6_000
/** In characters, which take at most three bytes each. */
const MAX_PART_LENGTH = 250_000
const TIMES = new Set(['created_at', 'at'])

export async function copyTable(copied: CopiedTable, options: CopyOptions): Promise<Sums> {
  const { source, target, isPreview, isMirrored, since, progress } = options
  const table = tables.get(copied.name)
  if (!table) throw new Error(`There is no table ${copied.name}`)
  const copier = new TableCopier(copied, table, options)
  try {
    const before = isPreview ? 0 : await countRows(target, copied.name)
    copier.isTargetEmpty = !isPreview && before === 0
    if (isMirrored && !table.isAppendOnly && !copier.isTargetEmpty) await copier.removeMissing()
    for await (const batch of readBatches(source, copied.name, copied.pageRows)) {
      const rows = (batch as Row[]).filter((row) => !isSendingState(row) && isSince(row, since))
      await copier.copy(rows)
      progress.at(copier.done, null)
    }
    if (isPreview) return copier.sums
    const { sums } = copier
    sums.isLate = since !== undefined
    sums.here = await countRows(source, copied.name)
    sums.there = await countRows(target, copied.name)
    sums.isComplete =
      sums.refused.length === 0 &&
      (sums.isLate || sums.here === copier.done) &&
      sums.there === before - sums.removed - copier.stale + sums.added
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    throw new CliError(
      `The copy stopped after ${formatNumber(copier.done)} ${copied.many}: ${describeDataError(error)}. The rows copied so far stay; run the same command again to continue.`,
    )
  }
  return copier.sums
}

const isSince = (row: Row, since: Date | undefined) =>
  since === undefined ||
  Object.entries(row).some(([name, value]) => TIMES.has(name) && Date.parse(String(value)) >= since.getTime())

/** Without the row that records which backend sends. */
export async function countRows(client: BackendClient, table: string): Promise<number> {
  const response = await withRetry(async () => {
    const response = await client.from(table).select('id', { count: 'exact', head: true })
    requireSuccess(response)
    return response
  })
  if (table !== 'site_state') return response.count ?? 0
  let count = 0
  for await (const row of readAll(client, table)) if (!isSendingState(row)) count += 1
  return count
}

interface Comparison {
  added: Row[]
  changed: { row: Row; there: Row }[]
  /** Rows to remove and add again. */
  replaced: { row: Row; there: Row }[]
}

class TableCopier {
  readonly sums: Sums = {
    added: 0,
    changed: 0,
    same: 0,
    removed: 0,
    refused: [],
    here: 0,
    there: 0,
    isLate: false,
    isComplete: true,
  }
  done = 0
  /** Set if the target is known to be empty, so that it need not be queried. */
  isTargetEmpty = false
  /** Rows that were removed and must be added again. */
  stale = 0
  readonly #copied: CopiedTable
  readonly #table: Table
  readonly #options: CopyOptions
  /** Unique columns besides the id. */
  readonly #keys: Table['uniqueKeys']

  constructor(copied: CopiedTable, table: Table, options: CopyOptions) {
    this.#copied = copied
    this.#table = table
    this.#options = options
    this.#keys = table.uniqueKeys.filter(({ columns }) => columns[0] !== PRIMARY_KEY)
  }

  /** Removes rows that the source no longer has, which also frees their unique keys. */
  async removeMissing(): Promise<void> {
    const { source, target, isPreview } = this.#options
    for await (const batch of readBatches(target, this.#copied.name, this.#copied.pageRows)) {
      const ids = (batch as Row[]).filter((row) => !isSendingState(row)).map(({ id }) => String(id))
      const known = new Set((await this.#find(source, PRIMARY_KEY, ids)).map(({ id }) => String(id)))
      const missing = ids.filter((id) => !known.has(id))
      if (!isPreview) await this.#remove(missing)
      this.sums.removed += missing.length
    }
  }

  async copy(rows: Row[]): Promise<void> {
    const { isPreview } = this.#options
    const existing = this.isTargetEmpty ? [] : await this.#removeStale(rows, await this.#findExisting(rows))
    const { added, changed, replaced } = this.#compare(rows, existing)
    if (!isPreview) {
      await this.#add(added)
      await this.#change(changed)
      await this.#remove(replaced.map(({ there }) => String(there.id)))
      await this.#add(replaced.map(({ row }) => row))
    }
    this.sums.added += added.length
    this.sums.changed += changed.length + replaced.length
    this.done += rows.length
  }

  /**
   * A row of the target may have a unique key that another row of the source has taken over since the last copy. It is
   * removed and added again with its current values, in this batch or a later one, because it is outdated.
   */
  async #removeStale(rows: Row[], existing: Row[]): Promise<Row[]> {
    const { source, isPreview, since } = this.#options
    if (since !== undefined) return existing
    const rowsByKey = this.#keys.map(({ columns }) => lookUp(columns, rows))
    const conflicting = existing.filter((there) =>
      rowsByKey.some((rowLike) => {
        const row = rowLike(there)
        return row !== undefined && row.id !== there.id
      }),
    )
    if (conflicting.length === 0) return existing
    const ids = conflicting.map(({ id }) => String(id))
    const stale = new Set((await this.#find(source, PRIMARY_KEY, ids)).map(({ id }) => id))
    if (!isPreview) await this.#remove(ids.filter((id) => stale.has(id)))
    this.stale += stale.size
    return existing.filter(({ id }) => !stale.has(id))
  }

  #compare(rows: Row[], existing: readonly Row[]): Comparison {
    const { since } = this.#options
    const { isReplaced = false } = this.#copied
    const byId = new Map<string, Row>(existing.map((row) => [String(row.id), row]))
    const byKeys = this.#keys.map(({ columns }) => lookUp(columns, existing))
    const added: Row[] = []
    const changed: { row: Row; there: Row }[] = []
    const replaced: { row: Row; there: Row }[] = []
    for (const row of rows) {
      const sameKey = byKeys.map((existingLike) => existingLike(row)).filter((there) => there !== undefined)
      const there = byId.get(String(row.id)) ?? sameKey[0]
      if (!there) added.push(row)
      else if (since === undefined && sameKey.some(({ id }) => id !== there.id))
        this.sums.refused.push(String(row.reference ?? row.plate_number ?? row.id))
      else if (this.#table.isAppendOnly || since !== undefined || this.#isSame(row, there))
        this.sums.same += 1
      else if (isReplaced || there.id !== row.id) replaced.push({ row, there })
      else changed.push({ row, there })
    }
    return { added, changed, replaced }
  }

  async #findExisting(rows: Row[]): Promise<Row[]> {
    const { target } = this.#options
    const found = await this.#find(
      target,
      PRIMARY_KEY,
      rows.map(({ id }) => String(id)),
    )
    const others = rows.filter(
      (row) => !found.some((there) => there.id === row.id && this.#isSame(row, there)),
    )
    for (const column of this.#copied.keyColumns)
      found.push(
        ...(await this.#find(
          target,
          column,
          others.filter((row) => row[column] !== null).map((row) => String(row[column])),
        )),
      )
    return [...new Map<unknown, Row>(found.map((row) => [row.id, row])).values()]
  }

  async #find(client: BackendClient, column: string, values: string[]): Promise<Row[]> {
    const found: Row[] = []
    const { name, pageRows } = this.#copied
    for (const list of inLists([...new Set(values)], pageRows))
      found.push(...(await withRetry(() => readList(client, name, column, list, pageRows))))
    return found
  }

  #isSame(row: Row, there: Row): boolean {
    return [...this.#table.columns.values()].every(({ name, type }) =>
      type === 'timestamptz' ? isSameMoment(row[name], there[name]) : row[name] === there[name],
    )
  }

  /** Skips rows that were added meanwhile, or by an attempt whose response was lost. */
  async #add(rows: Row[]): Promise<void> {
    await this.#put(rows, { onConflict: PRIMARY_KEY, ignoreDuplicates: true })
  }

  async #change(changes: { row: Row; there: Row }[]): Promise<void> {
    const options = { onConflict: PRIMARY_KEY }
    await this.#put(
      changes.map(({ row }) => row),
      options,
    )
    // If a change does not alter updated_at, the backend sets it to the time of the change; a second update corrects
    // it.
    const touched = changes.filter(
      ({ row, there }) => 'updated_at' in row && isSameMoment(row.updated_at, there.updated_at),
    )
    await this.#put(
      touched.map(({ row }) => row),
      options,
    )
  }

  async #put(rows: Row[], options: { onConflict: string; ignoreDuplicates?: boolean }): Promise<void> {
    const { target } = this.#options
    for (const part of inParts(rows))
      await withRetry(async () =>
        requireSuccess(await target.from(this.#copied.name).upsert(part as never[], options)),
      )
  }

  async #remove(ids: string[]): Promise<void> {
    const { target } = this.#options
    for (const list of inLists(ids))
      await withRetry(async () =>
        requireSuccess(await target.from(this.#copied.name).delete().filter(PRIMARY_KEY, 'in', list)),
      )
  }
}

async function readList(
  client: BackendClient,
  table: string,
  column: string,
  list: string,
  pageRows?: number,
): Promise<Row[]> {
  // There are at most as many rows as ids, which is one page.
  if (column === PRIMARY_KEY)
    return requireRows(await client.from(table).select('*').filter(column, 'in', list))
  const rows: Row[] = []
  for await (const row of readAll(client, table, { column, list }, { pageRows })) rows.push(row)
  return rows
}

/** @returns a function that finds the row with the same unique key as another row */
function lookUp(columns: readonly string[], rows: readonly Row[]): (row: Row) => Row | undefined {
  const byKey = new Map(rows.map((row) => [keyOf(columns, row), row]))
  return (row) => {
    const key = keyOf(columns, row)
    return key === null ? undefined : byKey.get(key)
  }
}

/**
 * Nulls are equal, as in the unique keys. Any number of rows may lack a key, such as articles without a preview link.
 */
const keyOf = (columns: readonly string[], row: Row): string | null =>
  columns.every((column) => row[column] === null)
    ? null
    : JSON.stringify(columns.map((column) => row[column] ?? null))

/** PostgreSQL and SQLite store microseconds, and may use another zone. */
function isSameMoment(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return Date.parse(one) === Date.parse(other) && fractionOf(one) === fractionOf(other)
}

const fractionOf = (moment: string) => (/\.(\d+)/.exec(moment)?.[1] ?? '').padEnd(6, '0')

/** Splits rows into parts that a backend accepts in one request: emails and conversations have long texts. */
function* inParts(rows: Row[]): Generator<Row[], void> {
  let part: Row[] = []
  let length = 0
  for (const row of rows) {
    const rowLength = JSON.stringify(row).length
    if (part.length > 0 && length + rowLength > MAX_PART_LENGTH) {
      yield part
      part = []
      length = 0
    }
    part.push(row)
    length += rowLength
  }
  if (part.length > 0) yield part
}

const inList = (values: readonly string[]) => `(${values.map(quoteValue)})`

/** @param maxValues the maximum number of rows in a response */
function* inLists(values: string[], maxValues = Number.POSITIVE_INFINITY): Generator<string, void> {
  let list: string[] = []
  let length = 0
  for (const value of values) {
    if (length + value.length > MAX_LIST_LENGTH || list.length >= maxValues) {
      yield inList(list)
      list = []
      length = 0
    }
    list.push(value)
    length += value.length + 3
  }
  if (list.length > 0) yield inList(list)
}
