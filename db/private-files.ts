/** DATA_DIR holds enquiries, keys and mail: only its owner may read it, whatever the umask. Windows has no modes. */
import {
  accessSync,
  chmodSync,
  constants,
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#env.ts'

const OTHERS = 0o077
const STICKY = 0o1000

const OWN_FILES = /^(?:plateworthy\.db|keys\.json)(?:[-.].*)?$/
const OWN_FOLDERS = /^(?:mail|archive|built|replaced|\.restore-.*|\.plateworthy-.*)$/
const isOwn = (entry: Dirent) => (entry.isDirectory() ? OWN_FOLDERS : OWN_FILES).test(entry.name)

const hasModes = process.platform !== 'win32'

/** Creates DATA_DIR if it is missing. @throws StartError if it cannot be written, or is shared by all users */
export function prepareDataDir(dataDir: string): void {
  try {
    const created = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // mkdirSync applies the umask to the mode above.
    if (created !== undefined && hasModes) chmodSync(dataDir, 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): make it writable or choose another folder.`,
    )
  }
  closeDataDir(dataDir)
}

/** Removes the access of other users. @throws StartError if the folder is shared by all users */
export function closeDataDir(dataDir: string): void {
  if (!hasModes || !existsSync(dataDir)) return
  // The sticky bit marks a folder such as /tmp, where every user may put files.
  if ((statSync(dataDir).mode & STICKY) !== 0)
    throw new StartError(
      `DATA_DIR ${dataDir} is shared by all users of this machine: choose a folder of its own, such as ${join(dataDir, 'plateworthy')}.`,
    )
  for (const path of findOpenPaths(dataDir)) {
    // A folder that also holds other programs' files stays open: they may need it.
    if (path === dataDir && holdsOtherFiles(dataDir)) continue
    try {
      chmodSync(path, statSync(path).mode & ~OTHERS)
    } catch {} // owned by another user, or no modes in this file system: server and doctor report it
  }
}

export function findOpenPaths(dataDir: string): string[] {
  if (!hasModes) return []
  return ownPaths(dataDir).filter((path) => {
    const { mode } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0 }
    return (mode & OTHERS) !== 0
  })
}

const holdsOtherFiles = (dataDir: string): boolean =>
  listFolder(dataDir).some((entry) => !isOwn(entry) && entry.name !== 'lost+found')

function ownPaths(dataDir: string): string[] {
  return [
    dataDir,
    ...listFolder(dataDir)
      .filter(isOwn)
      .flatMap((entry) => {
        const path = join(dataDir, entry.name)
        return entry.isDirectory() ? [path, ...pathsWithin(path)] : [path]
      }),
  ]
}

const pathsWithin = (folder: string): string[] =>
  listFolder(folder, true)
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

function listFolder(folder: string, recursive = false): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch {
    return [] // missing or not readable
  }
}
