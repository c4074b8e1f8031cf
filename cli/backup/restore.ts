// Everything that can fail happens in a draft folder; one rename then replaces the database, so a crash leaves the old
// or the new one.
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
import { openData, openDatabase } from '#db/embedded.ts'
import { readMigrations } from '#db/read-sql.ts'
import { DATABASE_NAME, findOtherHistory, isSiteDatabase } from '#packages/sqlite-rest/database.ts'
import {
  BUSY,
  CONSTRAINT,
  CORRUPT,
  LOCKED,
  MISMATCH,
  NOTADB,
  primaryCode,
} from '#packages/sqlite-rest/sqlite-codes.ts'
import type { Actor } from '#services/audit/actor.ts'
import { syncFile, syncFolder } from '#services/durable-file.ts'
import type { NewMail } from '#services/mail/mail-store.ts'
import { noteRestore } from '#services/people/note-restore.ts'
import { CliError } from '../errors.ts'
import { type Contents, checkDatabase, contentsOf, openUntrusted } from './check.ts'
import { backupName } from './make.ts'
import { copiedTables } from './schema.ts'
import { readTrusted, type Trusted } from './trusted.ts'
import { clearAbandoned, openWorkspace } from './workspace.ts'

/** `held`: locked, so that no site can open it. `trusted` is null if a newer version has changed its tables. */
type CurrentDatabase =
  | { kind: 'none' }
  | { kind: 'damaged' }
  | { kind: 'held'; trusted: Trusted | null; release(): unknown }

const BUSY_TIMEOUT_MS = 500
/** Suffixes of SQLite's log files. A log beside the wrong database would corrupt it. */
const LOGS = ['-wal', '-journal']

/**
 * @param orNewer whether a database of a newer version is held as well, which this one cannot open
 * @throws CliError if it is in use, or of another program or history
 */
export function holdDatabase(dataDir: string, { orNewer = false } = {}): CurrentDatabase {
  const file = join(dataDir, DATABASE_NAME)
  if (!existsSync(file)) return { kind: 'none' }
  let database: DatabaseSync | undefined
  try {
    // Checked read-only first: opening a damaged database for writing would change it and its log.
    const isNewer = checkHistory(file, orNewer)
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    // Leaving WAL mode writes the log into the database, and fails if another connection is open.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    const held = database
    const trusted = isNewer ? readNewer(held) : readTrusted(held)
    return { kind: 'held', trusted, release: () => held.isOpen && held.close() }
  } catch (error) {
    database?.close()
    if (error instanceof CliError) throw error
    const code = primaryCode(error)
    if (code === BUSY || code === LOCKED)
      throw new CliError(`The database in ${dataDir} is in use: stop the site (and any command) first.`)
    if (code === CORRUPT || code === NOTADB) return { kind: 'damaged' }
    throw error
  }
}

/** @returns whether a newer version made it */
function checkHistory(file: string, orNewer: boolean): boolean {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    const other = findOtherHistory(database, file, readMigrations())
    if (other && !(other.isNewer && orNewer)) throw new CliError(other.message)
    if (!other && !isSiteDatabase(database))
      throw new CliError(`${file} is a database of another program: set DATA_DIR to the site's folder.`)
    return other !== null
  } finally {
    database.close()
  }
}

/** A newer version may have changed what is read here. */
function readNewer(database: DatabaseSync): Trusted | null {
  try {
    return readTrusted(database)
  } catch {
    return null
  }
}

/** If root restores, the files must belong to the user that the site runs as. */
function giveToOwner(path: string, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(path, uid, gid)
}

export interface Draft {
  contents: Contents
  trusted: Trusted
  fromSchema: number
  folder: string
  discard(): void
}

/** @param within the parent of the draft folder: DATA_DIR if the draft is to replace the database */
export function draftRestore(backup: string, within: string): Draft {
  mkdirSync(within, { recursive: true, mode: 0o700 })
  clearAbandoned(within, 'restore')
  const workspace = openWorkspace(within, 'restore')
  const { folder } = workspace
  try {
    giveToOwner(folder, within)
    // A private copy, so that the backup cannot change between the check and the copy of the rows.
    const source = join(folder, 'backup.db')
    copyFileSync(backup, source)
    chmodSync(source, 0o600)
    const found = checkDatabase(source, backup)
    const tables = copiedTables(found.schema)
    buildDatabase(source, backup, found.schema, tables, folder)
    for (const suffix of ['', '-wal', '-shm']) rmSync(source + suffix, { force: true })
    giveToOwner(join(folder, DATABASE_NAME), within)
    const { trusted, ...contents } = readContents(join(folder, DATABASE_NAME))
    for (const table of tables)
      if (contents.rowCounts[table] !== found.rowCounts[table])
        throw new CliError(`${backup} was not copied completely (${table}): try again.`)
    return { contents, trusted, fromSchema: found.schema, folder, discard: () => workspace.close() }
  } catch (error) {
    workspace.close()
    throw error
  }
}

function buildDatabase(
  source: string,
  name: string,
  schema: number,
  tables: readonly string[],
  folder: string,
): void {
  openDatabase(folder, readMigrations().slice(0, schema), () => '').close()
  const from = openUntrusted(source)
  const to = new DatabaseSync(join(folder, DATABASE_NAME))
  try {
    // No rollback needed: on an error the draft is discarded.
    to.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN')
    const recreateIndexes = dropIndexes(to)
    for (const table of tables) copyRows(from, to, table, name)
    explainRowErrors(name, 'its tables', recreateIndexes)
    to.exec('COMMIT')
  } finally {
    from.close()
    to.close()
  }
  // The later migrations, and the views and triggers.
  openDatabase(folder).close()
}

function copyRows(from: DatabaseSync, to: DatabaseSync, table: string, name: string): void {
  const columns = to
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((column) => `"${column.name}"`)
  // Remove the seed rows of the migrations, except those of `meta`, which describe the new database.
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
    const code = primaryCode(error)
    if (code !== CONSTRAINT && code !== MISMATCH) throw error
    throw new CliError(`${name} has a row that ${where} does not accept (${(error as Error).message}).`)
  }
}

/** Indexes are built several times faster once the rows are there. */
function dropIndexes(database: DatabaseSync): () => void {
  const dropped = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid")
    .all()
  for (const { name } of dropped) database.exec(`DROP INDEX "${name}"`)
  return () => {
    for (const { sql } of dropped) database.exec(String(sql))
    const searchIndexes = database
      .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
      .all()
    for (const { name } of searchIndexes)
      database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`)
  }
}

function readContents(file: string): Contents & Pick<Draft, 'trusted'> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return { schema: readMigrations().length, ...contentsOf(database), trusted: readTrusted(database) }
  } finally {
    database.close()
  }
}

export async function recordRestore(
  { folder }: Draft,
  actor: Actor,
  change: string,
  notices: readonly NewMail[],
): Promise<void> {
  const database = openData(folder)
  await noteRestore(database, actor, change, notices).finally(() => database.destroy())
}

export async function putInPlace(
  { folder, discard }: Draft,
  current: CurrentDatabase,
  dataDir: string,
  now: Date,
): Promise<string | null> {
  const file = join(dataDir, DATABASE_NAME)
  const draft = join(folder, DATABASE_NAME)
  await syncFile(draft)
  const replaced =
    current.kind === 'none' ? null : await linkReplaced(file, join(dataDir, 'replaced'), backupName(now))
  for (const suffix of [...LOGS, '-shm']) rmSync(file + suffix, { force: true })
  // Windows cannot rename over an open file. Elsewhere the lock is held until the rename.
  if (process.platform === 'win32' && current.kind === 'held') current.release()
  renameSync(draft, file)
  await syncFolder(dataDir)
  discard()
  return replaced
}

/** Links the database under a second name, so that the first name always exists. */
async function linkReplaced(file: string, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwner(folder, dirname(folder))
  const replaced = join(folder, name)
  for (const suffix of ['', ...LOGS]) {
    if (!existsSync(file + suffix)) continue
    try {
      linkSync(file + suffix, replaced + suffix)
    } catch {
      copyFileSync(file + suffix, replaced + suffix) // a file system without links
      await syncFile(replaced + suffix)
    }
  }
  await syncFolder(folder)
  return replaced
}
