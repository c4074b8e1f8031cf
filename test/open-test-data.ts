import { onTestFinished } from 'vitest'
import type { Database } from '#data/tables.ts'
import { openData } from '#db/embedded.ts'

/** Opens the database of a DATA_DIR as the services do, beside a site that may have it open, until the test ends. */
export function openTestData(dataDir: string): Database {
  const database = openData(dataDir)
  onTestFinished(() => database.destroy())
  return database
}
