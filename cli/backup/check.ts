import { DatabaseSync } from 'node:sqlite'
import { readMigrations } from '#db/read-sql.ts'
import { APPLICATION_ID, findOtherHistory } from '#packages/sqlite-rest/database.ts'
import { CORRUPT, NOTADB, primaryCode } from '#packages/sqlite-rest/sqlite-codes.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { CliError } from '../errors.ts'
import { findDifferences } from './schema.ts'

export interface Contents {
  schema: number
  rowCounts: Record<string, number>
  changedAt: string | null
}

const TABLES_WITH_UPDATED_AT = [
  'plates',
  'plate_details',
  ...EXPLORER_LIST.map(({ table }) => table),
  'enquiries',
  'digests',
  'mails',
  'alerts',
  'people',
]

export interface CheckedContents extends Contents {
  /** The differences of its tables: 'holds a table “x” that the site did not make'. */
  differences: string[]
}

/** Opens an untrusted file read-only, with SQLite's defences against crafted databases. */
export function openUntrusted(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true })
  database.enableDefensive(true)
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
  return database
}

/** @param isOwn the file is a copy of the site's own database, whose differences are only returned @throws CliError */
export function checkDatabase(file: string, name: string, { isOwn = false } = {}): CheckedContents {
  let database: DatabaseSync | undefined
  try {
    database = openUntrusted(file)
    const number = (pragma: string) =>
      Number(Object.values(database?.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
    refuseOtherHistory(database, name)
    if (number('application_id') !== APPLICATION_ID)
      throw new CliError(`${name} is not a database of this site.`)
    const schema = number('user_version')
    if (schema < 1) throw new CliError(`${name} is not from any version of the site (schema ${schema}).`)
    // First, because the checks below trust that a table is a table and not a view.
    const differences = findDifferences(database, schema)
    if (differences.length > 0 && !isOwn)
      throw new CliError(
        `${name} ${summarize(differences)}: another program has changed it, so nothing is restored from it.`,
      )
    const [first] = database.prepare('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok') throw new CliError(damaged(name))
    if (database.prepare('PRAGMA foreign_key_check').get()) throw new CliError(damaged(name))
    return { schema, ...contentsOf(database), differences }
  } catch (error) {
    if (error instanceof CliError) throw error
    const code = primaryCode(error)
    if (code === CORRUPT) throw new CliError(damaged(name))
    if (code === NOTADB) throw new CliError(`${name} is not a database.`)
    throw error
  } finally {
    database?.close()
  }
}

/** @throws CliError if this version does not open such a database */
export function refuseOtherHistory(database: DatabaseSync, name: string): void {
  const other = findOtherHistory(database, name, readMigrations())
  if (other) throw new CliError(other.message)
}

export const summarize = ([first = '', ...others]: string[]) =>
  others.length === 0 ? first : `${first} (and ${others.length} more differences)`

const damaged = (name: string) => `${name} is damaged or incomplete.`

/** A consistent snapshot if the connection is in a transaction. */
export function contentsOf(database: DatabaseSync): Omit<Contents, 'schema'> {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name))
  const rowCounts = Object.fromEntries(
    tables.map((table) => [table, Number(database.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n)]),
  )
  const changes = TABLES_WITH_UPDATED_AT.filter((table) => tables.includes(table)).map(
    (table) => database.prepare(`SELECT max(updated_at) AS at FROM ${table}`).get()?.at,
  )
  return {
    rowCounts,
    changedAt:
      changes
        .filter((at) => at !== null)
        .map(String)
        .sort()
        .at(-1) ?? null,
  }
}
