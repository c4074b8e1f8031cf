import type { BackendClient } from './client.ts'
import { DataError } from './data-error.ts'
import { type BackendResponse, requireRows } from './response.ts'

/** A query of the client, before its order. */
interface Query extends PromiseLike<BackendResponse> {
  order(column: string): Query
  limit(rows: number): Query
  gt(column: string, value: string): Query
  gte(column: string, value: string): Query
}

const PAGE_ROWS = 1000

/**
 * Reads by id, so that concurrent writes shift nothing, and until an empty page, because a backend may limit pages to
 * fewer rows.
 * @param query selects the id. @throws DataError
 */
export async function* readPages(query: () => Query): AsyncGenerator<Record<string, unknown>, void> {
  let after: string | null = null
  for (;;) {
    let page = query().order('id').limit(PAGE_ROWS)
    if (after !== null) page = page.gt('id', after)
    const rows: Record<string, unknown>[] = requireRows(await page)
    if (rows.length === 0) return
    yield* rows
    const last = String(rows.at(-1)?.id)
    // Otherwise a backend that answers with other rows would cause an endless loop.
    if (last === after)
      throw new DataError({ message: 'The backend answered the next page with the same rows' }, 200)
    after = last
  }
}

/** Two reads with the same version return the same rows. */
export interface TableVersion {
  count: number
  /** The latest `updated_at`. */
  changedAt: string | null
}

/** A call of the backend takes a minute at most, and gives its changes the time of its beginning. */
const SETTLED_AFTER_MS = 120_000

/** False if a change may yet appear that is earlier than the latest known one. */
export const isSettled = ({ changedAt }: TableVersion): boolean =>
  changedAt !== null && Date.now() - Date.parse(changedAt) > SETTLED_AFTER_MS

export const isSameVersion = (one: TableVersion, other: TableVersion): boolean =>
  one.count === other.count && one.changedAt === other.changedAt

export interface Known<Item> {
  version: TableVersion
  items: Promise<readonly Item[]>
}

/**
 * All rows of a table, in no particular order; if they were read before, only what has changed since, unless some are gone. What
 * is unchanged is the object of before, so that what was found out of it stays.
 * @param readSince those that have changed since this moment; null: all
 */
export async function readEveryRow<Item extends { id: string }>(
  readSince: (moment: Date | null) => AsyncIterable<Item>,
  version: TableVersion,
  before?: Known<Item>,
): Promise<Item[]> {
  const itemsBefore = (await before?.items.catch(() => [])) ?? []
  const known = new Map(itemsBefore.map((item) => [item.id, item]))
  const read = async (moment: Date | null) => {
    const items: Item[] = []
    for await (const item of readSince(moment)) {
      const old = known.get(item.id)
      const isSame = old && (Object.keys(item) as (keyof Item)[]).every((key) => old[key] === item[key])
      items.push(isSame ? old : item)
    }
    return items
  }
  if (before?.version.changedAt) {
    const since = new Date(Date.parse(before.version.changedAt) - SETTLED_AFTER_MS)
    const items = new Map(known)
    for (const item of await read(since)) items.set(item.id, item)
    if (items.size === version.count) return [...items.values()]
  }
  return read(null)
}

export const readAll = (
  client: BackendClient,
  table: string,
): AsyncGenerator<Record<string, unknown>, void> => readPages(() => client.from(table).select('*'))

/** A list of UUIDs that fits into an address. */
const MAX_IDS = 100

/**
 * The rows whose column has one of these ids, however many, in no particular order.
 * @throws DataError
 */
export async function readWhereIn(
  client: BackendClient,
  table: string,
  column: string,
  ids: readonly string[],
  columns: string,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const some = client
      .from(table)
      .select(columns)
      .in(column, ids.slice(from, from + MAX_IDS))
    rows.push(...requireRows(await some))
  }
  return rows
}
