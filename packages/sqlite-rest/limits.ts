/** Bounds of one request, well above what the site needs. docs/contract.md lists them. */

/** Further rows are cut silently, as by PostgREST's db-max-rows. */
export const MAX_ROWS = 1000
/** In characters, as sent. */
export const MAX_QUERY_LENGTH = 16_384
export const MAX_PARAMETERS = 100
export const MAX_CONDITIONS = 100
export const MAX_LOGIC_DEPTH = 8
export const MAX_LIST = 1000
/** In characters. Patterns are the slowest conditions. */
export const MAX_PATTERN_LENGTH = 256
export const MAX_PATTERNS = 10
/** The arguments of a function that the public key may call. */
export const MAX_FUNCTION_BODY_BYTES = 64 * 1024
/** Arguments need two levels; thousands would overflow the stack. */
export const MAX_JSON_DEPTH = 16
/** SQLite refuses 2,001. */
export const MAX_ORDER_TERMS = 100
