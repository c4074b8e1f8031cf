/** What a dealer can mend: one sentence that says what is wrong and what to do. The office then ends with 1. */
export class CliError extends Error {
  override name = 'CliError'
}

/** A command that was not spelt right; the office adds where its help is, and ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const DATABASE_FAULTS: Record<number, string> = {
  5: 'Another program is writing to the database and has not come to an end: try again in a while.',
  6: 'Another program is writing to the database and has not come to an end: try again in a while.',
  8: 'The database is read-only: make the file and its folder writable.',
  10: 'The disk cannot be read or written: have a look at it, and restore the database from a backup if need be.',
  11: 'The database is damaged: restore it from a backup.',
  13: 'The disk is full, so nothing has been changed: make room, then give the command again.',
}

/** What a machine can do to any command, in a sentence; null for what nobody expects. */
export function describeSystemError(error: unknown): string | null {
  const { code, errcode, path } = error as { code?: string; errcode?: number; path?: string }
  // The low byte is the plain code, whatever the extended one says.
  if (code === 'ERR_SQLITE_ERROR') return DATABASE_FAULTS[(errcode ?? 0) & 0xff] ?? null
  if (code === 'ENOSPC') return 'The disk is full: make room, then give the command again.'
  if (['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE'].includes(code ?? ''))
    return `${path ?? 'A file'} cannot be read or written (${code}).`
  return null
}
