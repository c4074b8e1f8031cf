import type { Row } from '#services/import/rows/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'

/** The registrations of a batch go into a URL, whose length proxies limit. */
const BATCH_ROWS = 200

/** Reads a table in batches, `pageRows` rows per request. @throws DataError */
export async function* readBatches(
  client: BackendClient,
  table: string,
  pageRows?: number,
): AsyncGenerator<Row[], void> {
  const batchRows = Math.min(BATCH_ROWS, pageRows ?? BATCH_ROWS)
  let batch: Row[] = []
  for await (const row of readAll(client, table, undefined, { pageRows })) {
    batch.push(row as Row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
