/** A hidden draft folder with a lock that ends with its process, so that abandoned folders can be recognised. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Kind = 'backup' | 'restore'

interface Workspace {
  folder: string
  close(): void
}

const LOCK = 'lock'
/** A new folder has no lock yet. */
const NEW_MS = 1_000
/** For a folder whose process ended before it had a lock: no backup or restore takes this long. */
const ABANDONED_MS = 86_400_000

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

export function clearAbandoned(within: string, kind: Kind): void {
  for (const entry of existsSync(within) ? readdirSync(within, { withFileTypes: true }) : []) {
    const path = join(within, entry.name)
    if (!entry.isDirectory() || !entry.name.startsWith(prefixOf(kind))) continue
    try {
      const age = Date.now() - statSync(path).mtimeMs
      const isLockable = existsSync(join(path, LOCK))
      const isAbandoned = isLockable ? age > NEW_MS && !isLocked(path) : age > ABANDONED_MS
      if (isAbandoned) rmSync(path, { recursive: true, force: true })
    } catch {} // another user's, or removed meanwhile
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
