/** Whether a file is a whole database of ours, and what it holds. */
import { DatabaseSync } from 'node:sqlite'
import { readMigrations } from '../../db/embedded.ts'
import { APPLICATION_ID } from '../../packages/sqlite-rest/database.ts'
import { CliError } from '../errors.ts'
import { findDifferences } from './schema.ts'

export interface Contents {
  schema: number
  /** The number of rows of every table, by its name. */
  rows: Record<string, number>
  /** The moment of the newest change, or null where nothing has been written. */
  changedAt: string | null
}

/** The tables whose rows tell when they were changed. */
const DATED = ['plates', 'sales', 'jersey_sales', 'enquiries', 'digests']

export interface CheckedContents extends Contents {
  /** How its schema differs from what the site makes: 'holds a view “x” that the site does not make'. */
  differences: string[]
}

/** Opens a file that may come from anywhere: read-only, and with all that SQLite has against crafted files. */
export function openForeign(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true })
  database.enableDefensive(true)
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
  return database
}

/**
 * Reads a database through, page by page and key by key.
 * @param name what sentences call it
 * @param isOwn it is a copy of the site's own database, and differences are only reported
 * @throws CliError where it is damaged, or not ours, or newer than this version, or has another schema
 */
export function checkDatabase(file: string, name: string, { isOwn = false } = {}): CheckedContents {
  let database: DatabaseSync | undefined
  try {
    database = openForeign(file)
    const number = (pragma: string) =>
      Number(Object.values(database?.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
    if (number('application_id') !== APPLICATION_ID)
      throw new CliError(`${name} is not a database of this site.`)
    const schema = number('user_version')
    const known = readMigrations().length
    if (schema > known)
      throw new CliError(
        `${name} was made by a newer version of the site (schema ${schema}; this one knows up to ${known}): install that version, then restore.`,
      )
    if (schema < 1) throw new CliError(`${name} is of no version of the site (schema ${schema}).`)
    // Before anything else is read: what follows trusts that a table is a table.
    const differences = findDifferences(database, schema)
    if (differences.length > 0 && !isOwn)
      throw new CliError(
        `${name} ${summarize(differences)}: another program has changed it, and nothing is restored from it.`,
      )
    const [first] = database.prepare('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok') throw new CliError(damaged(name))
    if (database.prepare('PRAGMA foreign_key_check').get()) throw new CliError(damaged(name))
    return { schema, ...contentsOf(database), differences }
  } catch (error) {
    if (error instanceof CliError) throw error
    const { errcode } = error as { errcode?: number }
    switch ((errcode ?? 0) & 0xff) {
      case 11:
        throw new CliError(damaged(name))
      case 26:
        throw new CliError(`${name} is not a database.`)
      default:
        throw error
    }
  } finally {
    database?.close()
  }
}

export const summarize = ([first = '', ...others]: string[]) =>
  others.length === 0 ? first : `${first} (and ${others.length} more differences)`

const damaged = (name: string) => `${name} is damaged or not whole.`

/** Of one moment, if the connection has a transaction open. */
export function contentsOf(database: DatabaseSync): Omit<Contents, 'schema'> {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name))
  const rows = Object.fromEntries(
    tables.map((table) => [table, Number(database.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n)]),
  )
  const changes = DATED.filter((table) => tables.includes(table)).map(
    (table) => database.prepare(`SELECT max(updated_at) AS at FROM ${table}`).get()?.at,
  )
  return {
    rows,
    changedAt:
      changes
        .filter((at) => at !== null)
        .map(String)
        .sort()
        .at(-1) ?? null,
  }
}
