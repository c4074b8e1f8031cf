import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from './temporary-folder.ts'
import { FOLDER } from './upgrade-fixture.ts'

const DAY_SECONDS = 86_400

const backups = new Map<number, Buffer>()

/** A backup by `office backup` of that release, the same each time within a test file. */
export function unpackBackup(schema: number): Buffer {
  const backup = backups.get(schema) ?? asIfMadeNow(`${FOLDER}/schema-${schema}.db.gz`)
  backups.set(schema, backup)
  return backup
}

interface Column {
  table: string
  column: string
}

/** Moves all its times on, so that nothing in it is older than when it was made: the site removes what is old. */
function asIfMadeNow(packed: string): Buffer {
  const file = join(temporaryFolder(), 'backup.db')
  writeFileSync(file, gunzipSync(readFileSync(packed)))
  const database = new DatabaseSync(file)
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.type = 'TEXT' AND t.name NOT LIKE 'sales_trigrams%'`,
    )
    .all() as unknown as Column[]
  const seconds = Math.floor(Date.now() / 1000) - madeAtSeconds(database, columns)
  database.function('later', (value) => (typeof value === 'string' ? later(value, seconds) : value))
  // Triggers would record these changes.
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`)
  for (const { table, column } of columns)
    database.exec(
      `UPDATE "${table}" SET "${column}" = later("${column}") WHERE "${column}" != later("${column}")`,
    )
  const days = `+${Math.floor(seconds / DAY_SECONDS)} days`
  for (const { table } of columns.filter(({ column }) => column === 'day'))
    database.prepare(`UPDATE "${table}" SET day = date(day, ?)`).run(days)
  for (const { sql } of triggers) database.exec(String(sql))
  database.close()
  return readFileSync(file)
}

/** The time of its newest row. */
function madeAtSeconds(database: DatabaseSync, columns: readonly Column[]): number {
  const newest = columns
    .filter(({ column }) => column === 'created_at')
    .map(({ table }) => database.prepare(`SELECT max(created_at) AS newest FROM "${table}"`).get()?.newest)
  return Math.max(...newest.map((time) => toSeconds(String(time ?? '1970-01-01T00:00:00'))))
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=(\.\d+)?(\+00:00|Z))/g

/** Adds these seconds to each time, also within JSON. Fractions stay. */
const later = (value: string, seconds: number) =>
  value.replace(TIME, (time) => fromSeconds(toSeconds(time) + seconds))

const toSeconds = (time: string) => Math.floor(Date.parse(`${time.slice(0, 19)}Z`) / 1000)
const fromSeconds = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)
