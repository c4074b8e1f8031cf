import {
  BUSY,
  CORRUPT,
  FULL,
  IOERR,
  LOCKED,
  primaryCode,
  READONLY,
} from '#packages/sqlite-rest/sqlite-codes.ts'
import { UserError } from '#services/user-error.ts'

/**
 * The dealer can correct it: the message says what is wrong and what to do. The exit code is 1, as for any UserError.
 */
export class CliError extends UserError {
  override name = 'CliError'
}

/** Invalid arguments: the message is followed by a pointer to the help. The exit code is 2. */
export class UsageError extends CliError {
  override name = 'UsageError'
}

const IN_USE = 'Another program is writing to the database: try again later.'

const DATABASE_ERRORS: Record<number, string> = {
  [BUSY]: IN_USE,
  [LOCKED]: IN_USE,
  [READONLY]: 'The database is read-only: make the file and its folder writable.',
  [IOERR]: 'The disk cannot be read or written: check it, and restore the database from a backup.',
  [CORRUPT]: 'The database is damaged: restore it from a backup.',
  [FULL]: 'The disk is full, so nothing has been changed: free some space, then run the command again.',
}

export function describeSystemError(error: unknown): string | null {
  const { code, path } = error as { code?: string; path?: string }
  if (code === 'ERR_SQLITE_ERROR') return DATABASE_ERRORS[primaryCode(error)] ?? null
  if (code === 'ENOSPC') return 'The disk is full: free some space, then run the command again.'
  if (['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE'].includes(code ?? ''))
    return `${path ?? 'A file'} cannot be read or written (${code}).`
  return null
}
