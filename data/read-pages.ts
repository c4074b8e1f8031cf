import { setImmediate as turn } from 'node:timers/promises'

const PAGE_ROWS = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Many rows, by id, so that concurrent writes shift nothing; SQLite lets others have their turn between two pages.
 * @param readPage reads rows with a later id, in the order of the id, and this many at most
 * @param pageRows fewer where a row is long, since a page is in memory as a whole
 */
export async function* readPages<Row extends { id: string }>(
  readPage: (after: string, limit: number) => Promise<readonly Row[]>,
  pageRows = PAGE_ROWS,
): AsyncGenerator<Row, void> {
  for (let after = FIRST_ID; ; ) {
    const rows = await readPage(after, pageRows)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = last.id
    await turn()
  }
}
