/** What went wrong in a database, in the same words for both engines. */
import { DataError } from '#shared/data/data-error.ts'

/**
 * - lost: the connection cannot be made, or has ended; what it had begun is undone
 * - busy: others hold what is needed, for longer than it is waited for
 * - slow: the time limit of a statement has passed
 * - full: the disk is full
 * - refused: a rule of the database forbids it; `code` says which kind of rule, and `message` which one
 * - failed: anything else
 */
type FaultKind = 'lost' | 'busy' | 'slow' | 'full' | 'refused' | 'failed'

export class DataFault extends DataError {
  override name = 'DataFault'
  readonly kind: FaultKind

  /** @param code of PostgreSQL, on both engines */
  constructor(kind: FaultKind, cause: unknown, code = '') {
    const { message } = cause as Error
    super({ message, code }, kind === 'refused' ? 409 : 503)
    this.kind = kind
    this.cause = cause
  }
}

/** Codes of PostgreSQL (appendix A of its manual). */
export const UNIQUE_VIOLATION = '23505'
export const CHECK_VIOLATION = '23514'
const NOT_NULL_VIOLATION = '23502'

/** https://sqlite.org/rescode.html */
export const SQLITE_BUSY = 5
const SQLITE_KINDS: Readonly<Record<number, FaultKind>> = {
  [SQLITE_BUSY]: 'busy',
  6: 'busy',
  13: 'full',
  19: 'refused',
}
const SQLITE_CONSTRAINTS: Readonly<Record<number, string>> = {
  275: CHECK_VIOLATION,
  1299: NOT_NULL_VIOLATION,
  1555: UNIQUE_VIOLATION,
  // A rule over several rows is a trigger.
  1811: CHECK_VIOLATION,
  2067: UNIQUE_VIOLATION,
}

export const sqliteCode = (error: unknown): number => (error as { errcode?: number }).errcode ?? 0

export function sqliteFault(error: unknown): DataFault {
  if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_STATE') return new DataFault('lost', error)
  const code = sqliteCode(error)
  return new DataFault(SQLITE_KINDS[code & 0xff] ?? 'failed', error, SQLITE_CONSTRAINTS[code])
}

/** By the code of PostgreSQL, or its class. Without one the error is of the connection. */
const POSTGRES_KINDS: readonly [pattern: RegExp, kind: FaultKind][] = [
  [/^(?:08|57P0|28|3D|E[A-Z]+$)|CERT|SIGNATURE/, 'lost'],
  [/^57014$/, 'slow'],
  [/^53100$/, 'full'],
  [/^(?:40|55P03|53)/, 'busy'],
  [/^23/, 'refused'],
]

export function postgresFault(error: unknown): DataFault {
  const { code = '', message } = error as Error & { code?: string }
  const isOfConnection =
    code === '' && /connection|terminated|timeout exceeded when|client password/i.test(message)
  if (isOfConnection) return new DataFault('lost', error)
  if (message === 'Query read timeout') return new DataFault('slow', error)
  const [, kind = 'failed'] = POSTGRES_KINDS.find(([pattern]) => pattern.test(code)) ?? []
  return new DataFault(kind, error, code)
}
