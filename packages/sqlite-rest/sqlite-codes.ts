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

export const primaryCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff
