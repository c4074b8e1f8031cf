/** Whether a file is a whole database of ours, and what it holds. */
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, readMigrations } from '../../backend/database.ts'
import { OfficeFault } from '../faults.ts'

export interface Contents {
  schema: number
  /** The number of rows of every table, by its name. */
  rows: Record<string, number>
  /** The moment of the newest change, or null where nothing has been written. */
  changedAt: string | null
}

/** The tables whose rows tell when they were changed. */
const DATED = ['plates', 'sales', 'jersey_sales', 'enquiries']

/**
 * Reads a database through, page by page and key by key.
 * @param name what sentences call it
 * @throws OfficeFault where it is damaged, or not ours, or newer than this version
 */
export function checkDatabase(file: string, name: string): Contents {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    const number = (pragma: string) =>
      Number(Object.values(database?.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
    if (number('application_id') !== APPLICATION_ID)
      throw new OfficeFault(`${name} is not a database of this site.`)
    const schema = number('user_version')
    const known = readMigrations().length
    if (schema > known)
      throw new OfficeFault(
        `${name} was made by a newer version of the site (schema ${schema}; this one knows up to ${known}): install that version, then restore.`,
      )
    const [first] = database.prepare('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok') throw new OfficeFault(damaged(name))
    if (database.prepare('PRAGMA foreign_key_check').get()) throw new OfficeFault(damaged(name))
    return { schema, ...contentsOf(database) }
  } catch (error) {
    if (error instanceof OfficeFault) throw error
    const { errcode } = error as { errcode?: number }
    switch ((errcode ?? 0) & 0xff) {
      case 11:
        throw new OfficeFault(damaged(name))
      case 26:
        throw new OfficeFault(`${name} is not a database.`)
      default:
        throw error
    }
  } finally {
    database?.close()
  }
}

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
