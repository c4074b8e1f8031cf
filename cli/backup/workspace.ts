/**
 * A hidden folder for work in progress. Its process holds a lock in it that ends with the process, so that the next
 * run can tell what a killed process has left from what another one is working on.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Kind = 'backup' | 'restore'

export interface Workspace {
  folder: string
  /** Removes the folder and all that is still in it. */
  close(): void
}

const LOCK = 'lock'
/** A folder may be without its lock for a moment after it is made. */
const NEW_MS = 1_000
/** Without a lock nobody can tell, but no backup or restore takes this long. */
const ABANDONED_MS = 86_400_000

/** What versions before the lock left when they were killed. */
const WITHOUT_LOCK: Record<Kind, RegExp> = {
  backup: /^\.plateworthy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db\.[0-9a-f]{8}(?:-journal|-wal|-shm)?$/,
  restore: /^\.restore-\w{6}$/,
}

const prefixOf = (kind: Kind) => `.plateworthy-${kind}-`

export function openWorkspace(within: string, kind: Kind): Workspace {
  const folder = mkdtempSync(join(within, prefixOf(kind)))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const lock = new DatabaseSync(join(folder, LOCK))
    lock.exec('BEGIN EXCLUSIVE')
    return {
      folder,
      close() {
        if (lock.isOpen) lock.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes what killed processes have left in a folder, and nothing that another process is working on. */
export function clearAbandoned(within: string, kind: Kind): void {
  for (const entry of existsSync(within) ? readdirSync(within, { withFileTypes: true }) : []) {
    const path = join(within, entry.name)
    const isWorkspace = entry.isDirectory() && entry.name.startsWith(prefixOf(kind))
    if (!isWorkspace && !WITHOUT_LOCK[kind].test(entry.name)) continue
    try {
      const age = Date.now() - statSync(path).mtimeMs
      const isLockable = isWorkspace && existsSync(join(path, LOCK))
      const isAbandoned = isLockable ? age > NEW_MS && !isLocked(path) : age > ABANDONED_MS
      if (isAbandoned) rmSync(path, { recursive: true, force: true })
    } catch {} // another user's, or gone by now
  }
}

function isLocked(folder: string): boolean {
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}
