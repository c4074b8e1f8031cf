import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkSignature, type Keys, signToken } from './auth.ts'
import { OpenError } from './open-error.ts'

const MIN_SECRET_LENGTH = 32

export function openKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  return readKeys(file) ?? createKeys(file)
}

/** The old keys are refused after a restart of the site. @throws OpenError */
export function rotateKeys(dataDir: string): void {
  const file = join(dataDir, 'keys.json')
  writeKeys(file, (draft) => renameSync(draft, file))
}

function readKeys(file: string): Keys | null {
  let text: string
  try {
    // A restored copy may be readable by other users.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new OpenError(`The keys file ${file} cannot be read (${code}): make it readable by its owner.`)
  }
  const keys = parseKeys(text)
  if (!keys)
    throw new OpenError(
      `The keys file ${file} is damaged: restore it from a backup, or delete it to create new keys.`,
    )
  return keys
}

function parseKeys(text: string): Keys | null {
  try {
    const { secret, anonKey } = JSON.parse(text) as Record<string, unknown>
    if (typeof secret !== 'string' || secret.length < MIN_SECRET_LENGTH) return null
    if (typeof anonKey !== 'string') return null
    checkSignature(anonKey, secret)
    return { secret, anonKey }
  } catch {
    return null
  }
}

/** Links a complete file into place, so that two processes that start at once end up with the same keys. */
function createKeys(file: string): Keys {
  writeKeys(file, (draft) => {
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  })
  const keys = readKeys(file)
  if (!keys) throw new OpenError(`The keys file ${file} disappeared while it was being created: start again.`)
  return keys
}

function writeKeys(file: string, moveIntoPlace: (draft: string) => void): void {
  const secret = randomBytes(48).toString('base64url')
  const keys: Keys = { secret, anonKey: signToken({ role: 'anon' }, secret) }
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeSync(handle, `${JSON.stringify(keys, null, 2)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    moveIntoPlace(draft)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OpenError(
      `The keys file ${file} cannot be written (${code}): make the folder writable or choose another DATA_DIR.`,
    )
  }
}
