/** https://sqlite.org/rescode.html */

export const BUSY = 5
export const LOCKED = 6
export const READONLY = 8
export const IOERR = 10
export const CORRUPT = 11
export const FULL = 13
export const CANTOPEN = 14
export const CONSTRAINT = 19
export const MISMATCH = 20
export const NOTADB = 26

/** Extended codes of CONSTRAINT, whose low byte is the primary code. */
export const CONSTRAINT_CHECK = 275
export const CONSTRAINT_NOTNULL = 1299
export const CONSTRAINT_PRIMARYKEY = 1555
export const CONSTRAINT_TRIGGER = 1811
export const CONSTRAINT_UNIQUE = 2067

export const primaryCode = (error: unknown): number => extendedCode(error) & 0xff

export const extendedCode = (error: unknown): number => (error as { errcode?: number }).errcode ?? 0
