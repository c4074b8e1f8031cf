/** Opens the database. Writes nothing before the file is known to be a database of this site. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OpenError } from './open-error.ts'
import { BUSY, CANTOPEN, CORRUPT, FULL, LOCKED, NOTADB, primaryCode, READONLY } from './sqlite-codes.ts'

/** 'PLWT', by which SQLite's header tells a database of this site from those of other programs. */
export const APPLICATION_ID = 0x50_4c_57_54
/** Of databases that were made before the first release, by migrations that exist no longer. */
const PRE_RELEASE_ID = 0x50_4c_59_54

/** While the database is open, SQLite's log files `-wal` and `-shm` are beside it. */
export const DATABASE_NAME = 'plateworthy.db'

const BUSY_TIMEOUT_MS = 2000
/** In WAL mode other writes do not lock reads; recovery after a crash does. Waiting blocks the event loop. */
const READ_TIMEOUT_MS = 100
/** Larger files are not checked for damage at start: 64 MB take a tenth of a second. */
const MAX_CHECKED_BYTES = 64 * 2 ** 20

const RESTORE = 'restore a backup (`npm run office -- restore --help`)'

export interface DatabaseSql {
  /**
   * Each runs once, in this order, while there are no views and triggers. The number of those that ran is user_version; a
   * database whose migrations had another text is refused. The first makes the table `meta` of keys and values.
   */
  readonly migrations: readonly string[]
  /** The SQL of all views and triggers, for the tables of this database. They are recreated when it differs. */
  current(database: DatabaseSync): string
}

export interface OpenDatabase {
  readonly file: string
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync
  close(): void
}

/** `dataDir` must exist. `warn` is given what does not stop the start. @throws OpenError */
export function openDatabase(
  dataDir: string,
  sql: DatabaseSql,
  warn: (error: Error) => void = () => {},
): OpenDatabase {
  const file = join(dataDir, DATABASE_NAME)
  rejectEmptied(file, dataDir)
  // Before SQLite opens it, which ignores such a log and then overwrites it.
  if (isLogDamaged(`${file}-wal`))
    warn(
      new OpenError(
        `${file}-wal is damaged and is not applied, so the last changes before the stop may be missing: compare them with your mailbox, and if much is missing ${RESTORE}.`,
      ),
    )
  let writer: DatabaseSync | undefined
  let reader: DatabaseSync | undefined
  try {
    // Created here for its mode, which SQLite also gives to the log.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
    checkSchema(writer, file, sql.migrations)
    checkPages(writer, file)
    writer.enableDefensive(true)
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768')
    // Overwrites deleted content with zeros: personal data must not survive in free pages.
    writer.exec('PRAGMA secure_delete = ON')
    bringUpToDate(writer, file, sql)
    reader = openReader(file)
    reader.prepare('SELECT version FROM data_version').get()
    reader.exec(`PRAGMA busy_timeout = ${READ_TIMEOUT_MS}`)
    return closing({ file, writer, reader })
  } catch (error) {
    reader?.close()
    writer?.close()
    throw error instanceof OpenError ? error : new OpenError(openErrorMessage(error, file))
  }
}

export function openReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  reader.enableDefensive(true)
  return reader
}

const closing = (opened: Omit<OpenDatabase, 'close'>): OpenDatabase => ({
  ...opened,
  close() {
    // The reader first: the last connection to close writes the log into the file.
    opened.reader.close()
    opened.writer.close()
  },
})

/** SQLite treats an empty file as a new database. Keys beside it show that it has been in use. */
function rejectEmptied(file: string, dataDir: string): void {
  const isEmptied = existsSync(file) && statSync(file).size === 0 && existsSync(join(dataDir, 'keys.json'))
  if (isEmptied)
    throw new OpenError(
      `${file} is empty, though it has been in use: ${RESTORE}, or delete the file to start with a new database.`,
    )
}

const LOG_HEADER_BYTES = 32
const LOG_MAGIC = 0x377f0682

/** Whether SQLite ignores its log because of the header: magic number and checksum (sqlite.org/fileformat.html, 4.1). */
function isLogDamaged(log: string): boolean {
  if (!existsSync(log) || statSync(log).size < LOG_HEADER_BYTES) return false
  const header = Buffer.alloc(LOG_HEADER_BYTES)
  const opened = openSync(log, 'r')
  try {
    readSync(opened, header)
  } finally {
    closeSync(opened)
  }
  const magic = header.readUInt32BE(0)
  const isBigEndian = magic === LOG_MAGIC + 1
  let [sum, other] = [0, 0]
  for (let at = 0; at < 24; at += 8) {
    const word = (from: number) => (isBigEndian ? header.readUInt32BE(from) : header.readUInt32LE(from))
    sum = (sum + word(at) + other) >>> 0
    other = (other + word(at + 4) + sum) >>> 0
  }
  const isIntact = sum === header.readUInt32BE(24) && other === header.readUInt32BE(28)
  return !isIntact || (magic !== LOG_MAGIC && !isBigEndian)
}

const pragma = (database: DatabaseSync, name: 'user_version' | 'application_id') =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name])

/** An empty file, which an interrupted first start leaves, is a database of this site, too. */
export function isSiteDatabase(database: DatabaseSync): boolean {
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  return isEmpty || pragma(database, 'application_id') === APPLICATION_ID
}

/** Why this version does not open a database of the site. */
export interface OtherHistory {
  /** A newer version can, and an older backup may replace it. */
  isNewer: boolean
  message: string
}

/** @returns null for a database of other programs, and for one that this version opens or upgrades */
export function findOtherHistory(
  database: DatabaseSync,
  file: string,
  migrations: readonly string[],
): OtherHistory | null {
  if (pragma(database, 'application_id') === PRE_RELEASE_ID) return otherHistory(`${file} ${PRE_RELEASE}`)
  if (pragma(database, 'application_id') !== APPLICATION_ID) return null
  const version = pragma(database, 'user_version')
  if (version > migrations.length)
    return {
      isNewer: true,
      message: `${file} was made by a newer version of the site (schema ${version}; this one knows up to ${migrations.length}): use that version, or restore an older backup.`,
    }
  if (version < 1 || readMigrationsDigest(database) === digestOfMigrations(migrations.slice(0, version)))
    return null
  return otherHistory(
    `${file} was made by migrations with another text than those of this version, such as before the first release: use the version that made it, or start with a new database in another DATA_DIR.`,
  )
}

const PRE_RELEASE =
  'was made before the first release of the site, and no version can upgrade it: start with a new database in another DATA_DIR.'

const otherHistory = (message: string): OtherHistory => ({ isNewer: false, message })

function checkSchema(database: DatabaseSync, file: string, migrations: readonly string[]): void {
  const other = findOtherHistory(database, file, migrations)
  if (other) throw new OpenError(other.message)
  if (!isSiteDatabase(database))
    throw new OpenError(`${file} is a database of another program: move it away or choose another DATA_DIR.`)
  const version = pragma(database, 'user_version')
  if (version < 0)
    throw new OpenError(`${file} has schema ${version}, which no version of the site creates: ${RESTORE}.`)
}

/** The key in the table `meta` of the digest of all migrations that ran. */
const MIGRATIONS_KEY = 'migrations'

/** Reads a database that may be damaged or foreign, so it expects neither the table nor its columns. */
function readMigrationsDigest(database: DatabaseSync): unknown {
  const isTable = database
    .prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta' AND sql LIKE 'CREATE TABLE%'",
    )
    .get()
  if (!isTable) return undefined
  const rows = database.prepare('SELECT * FROM meta').all()
  return rows.find(({ key }) => key === MIGRATIONS_KEY)?.value
}

const digestOfMigrations = (migrations: readonly string[]) => digestOf(migrations.join('\0'))

function checkPages(database: DatabaseSync, file: string): void {
  if (statSync(file).size > MAX_CHECKED_BYTES) return
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (found === 'ok') return
  const where = String(found).replace(/\s+/g, ' ')
  throw new OpenError(`${file} is damaged (${where}): ${RESTORE}.`)
}

/** A view, so that it is dropped with the views and triggers that it stands for, and is not restored from a backup. */
const DIGEST = 'current_schema_digest'

/** Waits for a second process that is starting, and then finds the work done. */
function bringUpToDate(database: DatabaseSync, file: string, { migrations, current }: DatabaseSql): void {
  const isUpToDate = () =>
    pragma(database, 'user_version') === migrations.length &&
    readDigest(database) === digestOf(current(database))
  if (isUpToDate()) return
  inTransaction(database, () => {
    checkSchema(database, file, migrations)
    if (isUpToDate()) return
    dropViewsAndTriggers(database)
    for (const migration of migrations.slice(pragma(database, 'user_version'))) database.exec(migration)
    const text = current(database)
    database.exec(text)
    database.exec(`CREATE VIEW ${DIGEST} AS SELECT '${digestOf(text)}' AS digest`)
    database
      .prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
      .run(MIGRATIONS_KEY, digestOfMigrations(migrations))
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

function readDigest(database: DatabaseSync): unknown {
  const exists = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(DIGEST)
  return exists && database.prepare(`SELECT digest FROM ${DIGEST}`).get()?.digest
}

function dropViewsAndTriggers(database: DatabaseSync): void {
  const found = database
    .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger')")
    .all()
  for (const { type, name } of found)
    database.exec(`DROP ${type} IF EXISTS "${String(name).replaceAll('"', '""')}"`)
}

/** Empties the log, since it may hold deleted rows. Returns false at once if this or another connection is in use. */
export const truncateLog = (database: DatabaseSync): boolean =>
  tryAtOnce(database, () => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0)

/**
 * SQLite waits for a lock by stopping the process, whose own transaction on another connection may be what holds it.
 * @returns false if this or another connection is in use
 */
export function tryAtOnce(database: DatabaseSync, work: () => boolean): boolean {
  if (database.isTransaction) return false
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return work()
  } catch (error) {
    if (primaryCode(error) === BUSY) return false
    throw error
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** BEGIN IMMEDIATE, because a transaction that starts with a read cannot wait for the write lock later. */
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

function openErrorMessage(error: unknown, file: string): string {
  switch (primaryCode(error)) {
    case BUSY:
    case LOCKED:
      return `${file} is locked by another program: stop it, then start again.`
    case READONLY:
      return `${file} is read-only: make the file and its folder writable.`
    case CORRUPT:
      return `${file} is damaged: ${RESTORE}.`
    case FULL:
      return `The disk that holds ${file} is full: make room, then start again.`
    case CANTOPEN:
      return `${file} cannot be opened: make sure that it is a file its user may read and write.`
    case NOTADB:
      return `${file} is not a database: ${RESTORE}, or move it away, or choose another DATA_DIR.`
    default:
      return `${file} cannot be opened (${(error as Error).message}): ${RESTORE} or choose another DATA_DIR.`
  }
}
