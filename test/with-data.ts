import type { Database } from '#data/tables.ts'
import { openData } from '#db/embedded.ts'

/** Uses the database of a DATA_DIR as the services do, beside a site that may have it open. */
export async function withData<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openData(dataDir)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}
