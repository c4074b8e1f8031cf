import type { BackendClient } from './client.ts'
import { type BackendResponse, requireRows } from './response.ts'

/** A query of the client, before its order. */
interface Query extends PromiseLike<BackendResponse> {
  order(column: string): Query
  limit(rows: number): Query
  gt(column: string, value: string): Query
}

const PAGE_ROWS = 1000

/**
 * Reads by id, so that concurrent writes shift nothing, and until an empty page, because a backend may limit pages to
 * fewer rows. Tables with long texts need fewer rows per page, because responses are limited in bytes.
 * @param query selects the id. @throws DataError
 */
export async function* readPages(
  query: () => Query,
  pageRows = PAGE_ROWS,
): AsyncGenerator<Record<string, unknown>, void> {
  let after: string | null = null
  for (;;) {
    let page = query().order('id').limit(pageRows)
    if (after !== null) page = page.gt('id', after)
    const rows: Record<string, unknown>[] = requireRows(await page)
    if (rows.length === 0) return
    yield* rows
    after = String(rows.at(-1)?.id)
  }
}

/** A PostgREST list such as `("A 1","B 2")`, or a pattern such as `lot %`. */
export type Within = { column: string; list: string } | { column: string; like: string }

export function readAll(
  client: BackendClient,
  table: string,
  within?: Within,
  { pageRows = PAGE_ROWS } = {},
): AsyncGenerator<Record<string, unknown>, void> {
  return readPages(() => {
    const all = client.from(table).select('*')
    if (!within) return all
    return 'list' in within
      ? all.filter(within.column, 'in', within.list)
      : all.like(within.column, within.like)
  }, pageRows)
}

/** A list of UUIDs that fits into an address. */
const MAX_IDS = 100

/** The rows whose column has one of these ids, however many, in no particular order. @throws DataError */
export async function readWhereIn(
  client: BackendClient,
  table: string,
  column: string,
  ids: readonly string[],
  columns = '*',
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
