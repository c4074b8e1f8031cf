import type { BackendClient } from './client.ts'
import { DataError } from './data-error.ts'

const PAGE_ROWS = 1000

// Pages by id, so that concurrent writes shift nothing, and until an empty page, because a backend may limit pages to
// fewer rows. `within` is a PostgREST list such as `("A 1","B 2")`, or a pattern such as `lot %`. Tables with long
// texts need fewer rows per page, because responses are limited in bytes.
export async function* readAll(
  client: BackendClient,
  table: string,
  within?: { column: string; list: string } | { column: string; like: string },
  { pageRows = PAGE_ROWS } = {},
): AsyncGenerator<Record<string, unknown>, void> {
  let after: string | null = null
  for (;;) {
    let page = client.from(table).select('*').order('id').limit(pageRows)
    if (within && 'list' in within) page = page.filter(within.column, 'in', within.list)
    if (within && 'like' in within) page = page.like(within.column, within.like)
    if (after !== null) page = page.gt('id', after)
    const { data, error, status }: Awaited<typeof page> = await page
    if (error) throw new DataError(error, status)
    if (!Array.isArray(data)) throw new DataError({ message: 'The backend did not answer with rows' }, status)
    if (data.length === 0) return
    yield* data
    after = String(data.at(-1)?.id)
  }
}
