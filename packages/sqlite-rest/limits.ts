/** The bounds of one request. They lie well above what the site asks; docs/contract.md lists them. */

/** Rows of one answer, like PostgREST's db-max-rows on a hosted Supabase project: more are cut silently. */
export const MAX_ROWS = 1000
/** Characters of the query string, as sent. */
export const MAX_QUERY_LENGTH = 16_384
export const MAX_PARAMETERS = 100
/** Conditions of one request, those inside or=(…) and and=(…) included. */
export const MAX_CONDITIONS = 100
/** How deep and=(…) and or=(…) may stand inside each other. */
export const MAX_DEPTH = 8
/** Values of one in.(…). */
export const MAX_LIST = 1000
/** Characters of a like or ilike pattern, and how many one request may carry: they are what costs most. */
export const MAX_PATTERN_LENGTH = 256
export const MAX_PATTERNS = 10
/** Bytes of the body of a write: some 20,000 sales. A larger import comes in several. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024
/** How long a write waits for another process's, before it is told to come back. */
export const MAX_WAIT_MS = 2000
/** Bytes of the arguments of a function, which anybody with the public key may call. */
export const MAX_FUNCTION_BODY_BYTES = 64 * 1024
/** Levels of lists and objects in a body: rows need two. Deeper ones overflow the stack of a recursive walk. */
export const MAX_JSON_DEPTH = 16
/** Terms of one order. No table has as many columns, and SQLite refuses 2,001. */
export const MAX_ORDER_TERMS = 100
