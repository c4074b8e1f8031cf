/**
 * Puts a backup in the place of the embedded database. Everything that can fail is done beside it first; then
 * one rename decides, so that the folder holds the old database or the new one, whenever the machine stops.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { openDatabase, readMigrations } from '../../db/embedded.ts'
import { type AuditEntry, insertAuditEntry } from '../../packages/sqlite-rest/audit.ts'
import { APPLICATION_ID, DATABASE_NAME } from '../../packages/sqlite-rest/database.ts'
import { CliError } from '../errors.ts'
import { type Contents, checkDatabase, contentsOf, openForeign } from './check.ts'
import { syncFile, syncFolder } from './fsync.ts'
import { backupName } from './make.ts'
import { copiedTables } from './schema.ts'
import { clearAbandoned, openWorkspace } from './workspace.ts'

/** The database that is there, held so that no site can open it; or what there is instead. */
export type CurrentDatabase = { kind: 'none' } | { kind: 'damaged' } | { kind: 'held'; release(): unknown }

/** SQLite's plain codes for a value that a table does not take. */
const CONSTRAINT = 19
const MISMATCH = 20
const BUSY_TIMEOUT_MS = 500
/** What SQLite keeps beside a database. Another database's log must never be found beside ours. */
const LOGS = ['-wal', '-journal']

/**
 * Takes hold of the database that is to be replaced.
 * @throws CliError where a site or a command has it open, or it is not ours
 */
export function holdDatabase(dataDir: string): CurrentDatabase {
  const file = join(dataDir, DATABASE_NAME)
  if (!existsSync(file)) return { kind: 'none' }
  let database: DatabaseSync | undefined
  try {
    // With a look first: opened for writing, what is damaged would be tidied up, its log included.
    if (!isOurs(file))
      throw new CliError(`${file} is a database of another program: set DATA_DIR to the site's folder.`)
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    // Only who is alone can give up the log; it is then written into the one file.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    const held = database
    return { kind: 'held', release: () => held.isOpen && held.close() }
  } catch (error) {
    database?.close()
    if (error instanceof CliError) throw error
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (code === 5 || code === 6)
      throw new CliError(
        `The database in ${dataDir} is in use: stop the site (and any command), then restore.`,
      )
    if (code === 11 || code === 26) return { kind: 'damaged' }
    throw error
  }
}

/** An empty file counts as ours: a first start that was broken off leaves one. */
function isOurs(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
    return isEmpty || database.prepare('PRAGMA application_id').get()?.application_id === APPLICATION_ID
  } finally {
    database.close()
  }
}

/** Root may restore for the user that the site runs as, who must be able to open what is made. */
function giveToOwner(path: string, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(path, uid, gid)
}

export interface Draft {
  contents: Contents
  /** The schema that the backup had before it was brought up to this version's. */
  fromSchema: number
  folder: string
  discard(): void
}

/**
 * Copies the rows of a backup into a new database in a folder of its own, made by our migrations as that version had
 * it, and brings that up to the newest schema. Nothing but rows of the tables we know comes over. The backup itself
 * is only read.
 * @param within the folder that the new one is made in: the database's own, if it is to be put in its place
 * @throws CliError
 */
export function draftRestore(backup: string, within: string): Draft {
  mkdirSync(within, { recursive: true, mode: 0o700 })
  clearAbandoned(within, 'restore')
  const workspace = openWorkspace(within, 'restore')
  const { folder } = workspace
  try {
    giveToOwner(folder, within)
    // What is checked is what is read, whoever may write to the backup meanwhile.
    const source = join(folder, 'backup.db')
    copyFileSync(backup, source)
    chmodSync(source, 0o600)
    const found = checkDatabase(source, backup)
    makeFrom(source, backup, found, folder)
    for (const tail of ['', '-wal', '-shm']) rmSync(source + tail, { force: true })
    giveToOwner(join(folder, DATABASE_NAME), within)
    const contents = readContents(join(folder, DATABASE_NAME))
    for (const table of copiedTables(found.schema))
      if (contents.rows[table] !== found.rows[table])
        throw new CliError(`${backup} was not copied whole (${table}): try again.`)
    return { contents, fromSchema: found.schema, folder, discard: () => workspace.close() }
  } catch (error) {
    workspace.close()
    throw error
  }
}

/** The database of our migrations with the rows of the backup. */
function makeFrom(source: string, name: string, { schema }: Contents, folder: string): void {
  openDatabase(folder, readMigrations().slice(0, schema)).close()
  const from = openForeign(source)
  const to = new DatabaseSync(join(folder, DATABASE_NAME))
  try {
    // Whatever fails, the draft is thrown away: nothing has to be taken back.
    to.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN')
    const derived = takeDerived(to, schema)
    for (const table of copiedTables(schema)) copyRows(from, to, table, name)
    explainRowErrors(name, 'its tables', () => derived.putBack())
    to.exec('COMMIT')
  } finally {
    from.close()
    to.close()
  }
  openDatabase(folder).close()
}

function copyRows(from: DatabaseSync, to: DatabaseSync, table: string, name: string): void {
  const columns = to
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((column) => `"${column.name}"`)
  // A new database has rows from its migrations. Those of `meta` say how it was made itself, and stay.
  if (table !== 'meta') to.exec(`DELETE FROM "${table}"`)
  const read = from.prepare(`SELECT ${columns} FROM "${table}"`)
  read.setReadBigInts(true)
  read.setReturnArrays(true)
  const write = to.prepare(
    `INSERT OR ${table === 'meta' ? 'REPLACE' : 'ABORT'} INTO "${table}" (${columns}) VALUES (${columns.map(() => '?')})`,
  )
  explainRowErrors(name, `the table ${table}`, () => {
    for (const row of read.iterate() as Iterable<unknown>) write.run(...(row as SQLInputValue[]))
  })
}

function explainRowErrors(name: string, where: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (code !== CONSTRAINT && code !== MISMATCH) throw error
    throw new CliError(`${name} holds a row that ${where} does not take (${(error as Error).message}).`)
  }
}

/**
 * Indexes and the search index are made several times faster once the rows are there: takes them away, with the
 * triggers that keep them, until then. The triggers that count sales stay, since they do the counting.
 */
function takeDerived(database: DatabaseSync, schema: number): { putBack(): void } {
  const copied = new Set(copiedTables(schema))
  const taken = database
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid",
    )
    .all()
    .filter(({ name, tbl_name }) => copied.has(String(tbl_name)) && !String(name).endsWith('_tally'))
  for (const { type, name } of taken) database.exec(`DROP ${type} "${name}"`)
  return {
    putBack() {
      for (const { sql } of taken) database.exec(String(sql))
      const searches = database
        .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
        .all()
      for (const { name } of searches) database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`)
    },
  }
}

function readContents(file: string): Contents {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return { schema: readMigrations().length, ...contentsOf(database) }
  } finally {
    database.close()
  }
}

/** Adds the restore itself to the trail that came with the backup. */
export function recordRestore({ folder }: Draft, entry: AuditEntry): void {
  const database = new DatabaseSync(join(folder, DATABASE_NAME))
  try {
    insertAuditEntry(database, entry)
  } finally {
    database.close()
  }
}

/** @returns where the replaced database is kept, or null if there was none */
export function putInPlace(
  { folder, discard }: Draft,
  present: CurrentDatabase,
  dataDir: string,
  now: Date,
): string | null {
  const file = join(dataDir, DATABASE_NAME)
  const draft = join(folder, DATABASE_NAME)
  syncFile(draft)
  const aside = present.kind === 'none' ? null : keepAside(file, join(dataDir, 'replaced'), backupName(now))
  for (const tail of [...LOGS, '-shm']) rmSync(file + tail, { force: true })
  // Windows renames no file that is open; elsewhere nobody gets in between.
  if (process.platform === 'win32' && present.kind === 'held') present.release()
  renameSync(draft, file)
  syncFolder(dataDir)
  discard()
  return aside
}

/** Under a second name, so that the first one stays until it is renamed over. */
function keepAside(file: string, folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwner(folder, dirname(folder))
  const aside = join(folder, name)
  for (const tail of ['', ...LOGS]) {
    if (!existsSync(file + tail)) continue
    try {
      linkSync(file + tail, aside + tail)
    } catch {
      copyFileSync(file + tail, aside + tail) // a file system without links
      syncFile(aside + tail)
    }
  }
  syncFolder(folder)
  return aside
}
