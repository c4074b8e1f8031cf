/** The bounds of one request, well above what the site needs. docs/contract.md lists them. */

/** Rows of one response; further rows are cut silently, as by PostgREST's db-max-rows. */
export const MAX_ROWS = 1000
/** Characters of the query string, as sent. */
export const MAX_QUERY_LENGTH = 16_384
export const MAX_PARAMETERS = 100
/** Conditions of one request, including those inside or=(…) and and=(…). */
export const MAX_CONDITIONS = 100
/** Levels of and=(…) and or=(…). */
export const MAX_DEPTH = 8
/** Values of one in.(…). */
export const MAX_LIST = 1000
/** Characters of a like or ilike pattern, and patterns of one request: they are the slowest conditions. */
export const MAX_PATTERN_LENGTH = 256
export const MAX_PATTERNS = 10
/** Bytes of the body of a write: some 20,000 sales. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024
/** A write waits this long for another process's write, then it is refused with Retry-After. */
export const MAX_WAIT_MS = 2000
/** Bytes of a function's arguments. The public key may call functions. */
export const MAX_FUNCTION_BODY_BYTES = 64 * 1024
/** Levels of arrays and objects in a body. Rows need two; thousands overflow the stack. */
export const MAX_JSON_DEPTH = 16
/** Terms of one order. SQLite refuses 2,001. */
export const MAX_ORDER_TERMS = 100
