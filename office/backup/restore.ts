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
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, DATABASE_NAME, openDatabase, readMigrations } from '../../backend/database.ts'
import { OfficeFault } from '../faults.ts'
import { type Contents, checkDatabase } from './check.ts'
import { syncFile, syncFolder } from './disk.ts'
import { backupName } from './make.ts'

/** The database that is there, held so that no site can open it; or what there is instead. */
export type Present = { kind: 'none' } | { kind: 'damaged' } | { kind: 'held'; release(): unknown }

const DRAFT = '.restore-'
const BUSY_TIMEOUT_MS = 500
/** What SQLite keeps beside a database. Another database's log must never be found beside ours. */
const LOGS = ['-wal', '-journal']

/**
 * Takes hold of the database that is to be replaced.
 * @throws OfficeFault where a site or a command has it open, or it is not ours
 */
export function holdDatabase(dataDir: string): Present {
  const file = join(dataDir, DATABASE_NAME)
  if (!existsSync(file)) return { kind: 'none' }
  let database: DatabaseSync | undefined
  try {
    // With a look first: opened for writing, what is damaged would be tidied up, its log included.
    if (!isOurs(file))
      throw new OfficeFault(`${file} is a database of another program: set DATA_DIR to the site's folder.`)
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    // Only who is alone can give up the log; it is then written into the one file.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    const held = database
    return { kind: 'held', release: () => held.isOpen && held.close() }
  } catch (error) {
    database?.close()
    if (error instanceof OfficeFault) throw error
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (code === 5 || code === 6)
      throw new OfficeFault(
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

/** Removes what a restore that was killed has left. */
export function clearLeftovers(dataDir: string): void {
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : [])
    if (name.startsWith(DRAFT)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Copies a backup into a folder of its own, checks the copy, and brings it up to the newest schema.
 * The backup itself is only read.
 * @param within the folder that the new one is made in: the database's own, if it is to be put in its place
 * @throws OfficeFault
 */
export function draftRestore(backup: string, within: string): Draft {
  mkdirSync(within, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(within, DRAFT))
  const discard = () => rmSync(folder, { recursive: true, force: true })
  try {
    const file = join(folder, DATABASE_NAME)
    copyFileSync(backup, file)
    chmodSync(file, 0o600)
    giveToOwner(file, within)
    const found = checkDatabase(file, backup)
    openDatabase(folder).close()
    const isOlder = found.schema < readMigrations().length
    const contents = isOlder ? checkDatabase(file, `${backup}, brought up to this version,`) : found
    return { contents, fromSchema: found.schema, folder, discard }
  } catch (error) {
    discard()
    throw error
  }
}

/** @returns where the replaced database is kept, or null if there was none */
export function putInPlace(
  { folder, discard }: Draft,
  present: Present,
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
