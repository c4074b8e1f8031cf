import { closeSync, existsSync, openSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DATABASE_NAME } from '#packages/sqlite-rest/database.ts'
import { syncFile, syncFolder } from '#services/durable-file.ts'
import { CliError } from '../errors.ts'
import {
  type CheckedContents,
  type Contents,
  checkDatabase,
  contentsOf,
  refuseOtherHistory,
} from './check.ts'
import { clearAbandoned, openWorkspace } from './workspace.ts'

/** The lock is released between the steps of a copy, so that the site does not wait. */
const PAGES_PER_STEP = 1_000
const BUSY_TIMEOUT_MS = 10_000

/** Copies while the site reads and writes. @throws CliError; an existing file of that name is then unchanged */
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
    closeSync(openSync(draft, 'wx', 0o600)) // private before the first byte is written
    const source = await copyDatabase(file, draft)
    const contents = checkDatabase(draft, 'The copy', { isOwn: true })
    if (JSON.stringify(contents.rowCounts) !== JSON.stringify(source.rowCounts))
      throw new CliError('The copy differs from the database and was discarded: try again.')
    await syncFile(draft)
    renameSync(draft, path)
    await syncFolder(dirname(path))
    return { ...contents, bytes: statSync(path).size }
  } finally {
    workspace.close()
  }
}

async function copyDatabase(file: string, draft: string): Promise<Omit<Contents, 'schema'>> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    source.exec('BEGIN')
    refuseOtherHistory(source, file)
    const contents = contentsOf(source)
    await backup(source, draft, { rate: PAGES_PER_STEP })
    // Without write-ahead log, so that the backup is a single file.
    const copy = new DatabaseSync(draft)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    return contents
  } finally {
    source.close()
  }
}

/** 'plateworthy-2026-11-21T08-00-05Z.db': sorts by time and is valid on every file system. */
export function backupName(at: Date): string {
  return `plateworthy-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
}

export function listBackups(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^plateworthy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/.test(name))
    .sort()
    .reverse()
}
