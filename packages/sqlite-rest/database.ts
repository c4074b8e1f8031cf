/**
 * The SQLite file under DATA_DIR: opening it, bringing it up to the newest schema, and saying in
 * one sentence why it cannot be opened. Nothing is written before the file is known to be ours.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../env.ts'
import { prepareDataDir } from './private-files.ts'
import { providePercentile } from './scale/percentile.ts'

/** Marks the file as ours, set by the first migration. */
export const APPLICATION_ID = 1_347_180_884

/** The database's name in its folder; beside it SQLite keeps its log, `-wal` and `-shm`, while it is open. */
export const DATABASE_NAME = 'plateworthy.db'

/** How long opening waits for another process's write. */
const BUSY_TIMEOUT_MS = 2000
/** How long a read of a running site waits; a write of another process does not hold it up, only what is rarer. */
const READ_TIMEOUT_MS = 100
/** A file up to this size is read through before it is used: a tenth of a second. The doctor reads any. */
const MAX_CHECKED_BYTES = 64 * 2 ** 20

/** SQLite's plain codes. */
const BUSY = 5
const LOCKED = 6
const FULL = 13

const RESTORE = 'restore a backup (`npm run office -- restore --help`)'

export interface OpenDatabase {
  readonly file: string
  /** For migrations, seeds and writes. */
  readonly writer: DatabaseSync
  /** For what strangers ask: this connection cannot write, whatever the statement. */
  readonly reader: DatabaseSync
  close(): void
}

export function openDatabase(dataDir: string, migrations = readMigrations()): OpenDatabase {
  prepareDataDir(dataDir)
  const file = join(dataDir, DATABASE_NAME)
  refuseEmptied(file, dataDir)
  let writer: DatabaseSync | undefined
  let reader: DatabaseSync | undefined
  try {
    // SQLite gives its log the mode of the database, which is set here and not by the umask.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
    checkSchema(writer, file, migrations.length)
    checkPages(writer, file)
    writer.enableDefensive(true)
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768')
    // What is deleted is overwritten with zeros, so that a visitor who is forgotten is not left in free pages.
    writer.exec('PRAGMA secure_delete = ON')
    providePercentile(writer)
    const isNew = pragma(writer, 'user_version') === 0
    migrate(writer, file, migrations)
    eraseOldDeletions(writer, isNew)
    reader = openReader(file)
    reader.prepare('SELECT version FROM data_version').get()
    // Waiting holds up the event loop, and with it everybody.
    reader.exec(`PRAGMA busy_timeout = ${READ_TIMEOUT_MS}`)
    return openConnections(file, writer, reader)
  } catch (error) {
    reader?.close()
    writer?.close()
    throw error instanceof StartError ? error : new StartError(explain(error, file))
  }
}

/** A connection that cannot write, whatever the statement. */
export function openReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  reader.enableDefensive(true)
  providePercentile(reader)
  return reader
}

function openConnections(file: string, writer: DatabaseSync, reader: DatabaseSync): OpenDatabase {
  return {
    file,
    writer,
    reader,
    close() {
      // The reader first: the last connection to go tidies the log into the file, and must be able to write.
      reader.close()
      writer.close()
    },
  }
}

/** An empty file is a new database to SQLite. Where keys stand beside it, it was a full one. */
function refuseEmptied(file: string, dataDir: string): void {
  const isEmptied = existsSync(file) && statSync(file).size === 0 && existsSync(join(dataDir, 'keys.json'))
  if (isEmptied)
    throw new StartError(
      `${file} is empty, though it has been in use: ${RESTORE}, or delete the file to begin anew.`,
    )
}

/** The files of db/migrations in the order of their numbers; the first brings a database to version 1. */
export function readMigrations(): string[] {
  const folder = new URL('../../db/migrations/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
}

const pragma = (database: DatabaseSync, name: 'user_version' | 'application_id') =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name])

function checkSchema(database: DatabaseSync, file: string, known: number): void {
  const version = pragma(database, 'user_version')
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (!isEmpty && pragma(database, 'application_id') !== APPLICATION_ID)
    throw new StartError(`${file} is a database of another program: move it away or choose another DATA_DIR.`)
  if (version < 0)
    throw new StartError(`${file} has schema ${version}, which no version of the site makes: ${RESTORE}.`)
  if (version > known)
    throw new StartError(
      `${file} has schema ${version} and this version knows up to ${known}: start the newer version that made it, or restore an older backup.`,
    )
}

/** A damaged page would else show on the day when somebody needs it. */
function checkPages(database: DatabaseSync, file: string): void {
  if (statSync(file).size > MAX_CHECKED_BYTES) return
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (found === 'ok') return
  const where = String(found).replace(/\s+/g, ' ')
  throw new StartError(`${file} is damaged (${where}): ${RESTORE}.`)
}

/** Each migration is one transaction; another process that starts at the same time waits and finds it done. */
function migrate(database: DatabaseSync, file: string, migrations: string[]): void {
  while (pragma(database, 'user_version') < migrations.length)
    inTransaction(database, () => {
      const version = pragma(database, 'user_version')
      checkSchema(database, file, migrations.length)
      const migration = migrations[version]
      if (migration === undefined) return
      database.exec(migration)
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
}

/** The key in `meta` of a database in which nothing deleted is left: it was made with `secure_delete`, or vacuumed since. */
const ERASED = 'deleted_content_erased'

/** Databases of versions without `secure_delete` are vacuumed once, since their free pages hold what was deleted. */
function eraseOldDeletions(database: DatabaseSync, isNew: boolean): void {
  if (database.prepare('SELECT 1 FROM meta WHERE key = ?').get(ERASED)) return
  try {
    if (!isNew) database.exec('VACUUM')
    inTransaction(database, () => {
      // VACUUM may number rows anew, and the search index refers to sales by these numbers.
      if (!isNew && hasTable(database, 'sales_trigrams'))
        database.exec("INSERT INTO sales_trigrams (sales_trigrams) VALUES ('rebuild')")
      database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, 'yes')").run(ERASED)
    })
    truncateLog(database)
  } catch (error) {
    // A full disk or another process's write: the site can run all the same, and the next start tries again.
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (code !== BUSY && code !== LOCKED && code !== FULL) throw error
  }
}

const hasTable = (database: DatabaseSync, name: string) =>
  database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined

/**
 * Writes the log into the database and empties it, so that it holds nothing that was deleted since.
 * @returns false if another connection is reading or writing: then it can be tried again
 */
export const truncateLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0

/** All or nothing. Begins as a writer at once: a read that turns to writing can fail without waiting. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function explain(error: unknown, file: string): string {
  const { errcode, message } = error as { errcode?: number; message?: string }
  // The low byte is the plain code, whatever the extended one says.
  switch ((errcode ?? 0) & 0xff) {
    case BUSY:
    case LOCKED:
      return `${file} is locked by another program: stop it, then start again.`
    case 8:
      return `${file} is read-only: make the file and its folder writable.`
    case 11:
      return `${file} is damaged: ${RESTORE}.`
    case FULL:
      return `The disk that holds ${file} is full: make room, then start again.`
    case 14:
      return `${file} cannot be opened: make sure that it is a file its user may read and write.`
    case 26:
      return `${file} is not a database: ${RESTORE}, or move it away, or choose another DATA_DIR.`
    default:
      return `${file} cannot be opened (${message}): ${RESTORE} or choose another DATA_DIR.`
  }
}
