import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The rows that a query finds in the database of a site, which may be open. */
export function queryRows(dataDir: string, sql: string) {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'), { readOnly: true, timeout: 2000 })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}
