/**
 * A backup of the embedded database, made while the site goes on reading and writing: one file, as the
 * database was at one moment, that is there whole and checked, or not at all.
 */
import { closeSync, existsSync, openSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DATABASE_NAME } from '../../packages/sqlite-rest/database.ts'
import { CliError } from '../errors.ts'
import { type CheckedContents, type Contents, checkDatabase, contentsOf } from './check.ts'
import { syncFile, syncFolder } from './fsync.ts'
import { clearAbandoned, openWorkspace } from './workspace.ts'

/** Pages that are copied at a time; the lock between is let go, so that nobody waits. */
const PAGES_AT_ONCE = 1_000
const BUSY_TIMEOUT_MS = 10_000

/** @throws CliError; a file of that name is then as it was */
export async function makeBackup(
  dataDir: string,
  path: string,
): Promise<CheckedContents & { bytes: number }> {
  const file = join(dataDir, DATABASE_NAME)
  if (!existsSync(file))
    throw new CliError(`There is no database in ${dataDir}: set DATA_DIR to the site's folder.`)
  clearAbandoned(dirname(path), 'backup')
  const workspace = openWorkspace(dirname(path), 'backup')
  const draft = join(workspace.folder, 'copy.db')
  try {
    closeSync(openSync(draft, 'wx', 0o600)) // personal data: closed to others from the first byte on
    const source = await copyAt(file, draft)
    const contents = checkDatabase(draft, 'The copy', { isOwn: true })
    if (JSON.stringify(contents.rows) !== JSON.stringify(source.rows))
      throw new CliError('The copy does not hold what the database holds, and was thrown away: try again.')
    syncFile(draft)
    renameSync(draft, path)
    syncFolder(dirname(path))
    return { ...contents, bytes: statSync(path).size }
  } finally {
    workspace.close()
  }
}

/** One transaction from the first page to the last: what others write meanwhile is not seen, and disturbs nothing. */
async function copyAt(file: string, draft: string): Promise<Omit<Contents, 'schema'>> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    source.exec('BEGIN')
    const contents = contentsOf(source)
    await backup(source, draft, { rate: PAGES_AT_ONCE })
    // Without the log that the original keeps beside it, so that the one file is all there is.
    const copy = new DatabaseSync(draft)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    return contents
  } finally {
    source.close()
  }
}

/** 'plateworthy-2026-11-21T08-00-05Z.db': names that sort as they were made, and that any file system takes. */
export function backupName(at: Date): string {
  return `plateworthy-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
}

/** The backups in a folder that have the names we give, the newest first. */
export function listBackups(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^plateworthy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/.test(name))
    .sort()
    .reverse()
}
