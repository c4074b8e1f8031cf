import { readPages } from './read-pages.ts'
import { readStored, type StoredValues } from './stored-rows.ts'
import type { Reader } from './tables.ts'

/**
 * All rows of a table, by id, under the names of their columns.
 * @param columns with the id
 * @param pageRows how many are read at once; fewer where a row is long
 */
export const readTable = (
  reader: Reader,
  table: string,
  columns: readonly string[],
  pageRows?: number,
): AsyncGenerator<StoredValues & { id: string }, void> =>
  readPages((after, limit) => {
    // Kysely is told of one table: every one has an id.
    const rows = reader.selectFrom(table as 'audit').select(columns as 'id'[])
    return readStored(reader, rows.where('id', '>', after).orderBy('id').limit(limit))
  }, pageRows)
