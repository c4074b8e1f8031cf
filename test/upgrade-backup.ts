import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from './temporary-folder.ts'
import { FOLDER } from './upgrade-fixture.ts'

const DAY_MS = 86_400_000

const backups = new Map<number, Buffer>()

/** A backup made by that release, the same each time within a test file. */
export function unpackBackup(schema: number): Buffer {
  const backup = backups.get(schema) ?? withCurrentSessions(`${FOLDER}/schema-${schema}.db.gz`)
  backups.set(schema, backup)
  return backup
}

/** Sets sessions as recently used, because the site ends unused ones. */
function withCurrentSessions(packed: string): Buffer {
  const file = join(temporaryFolder(), 'backup.db')
  writeFileSync(file, gunzipSync(readFileSync(packed)))
  const database = new DatabaseSync(file)
  const hasSessions = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get()
  if (hasSessions)
    database
      .prepare('UPDATE sessions SET seen_at = ?, expires_at = ?')
      .run(timestamp(Date.now()), timestamp(Date.now() + 30 * DAY_MS))
  database.close()
  return readFileSync(file)
}

/** In the format of the database. */
const timestamp = (timeMs: number) => new Date(timeMs).toISOString().replace('Z', '+00:00')
