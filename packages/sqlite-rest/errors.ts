/**
 * Status, code and hint equal those of PostgREST 12, and messages but for those of syntax errors. docs/contract.md lists the codes; a test compares them.
 */
import type { ColumnType, Table } from './schema.ts'

export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: string; hint?: string; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }
}

const typeNames: Record<ColumnType, string> = {
  uuid: 'uuid',
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  boolean: 'boolean',
  timestamptz: 'timestamp with time zone',
}

// The key

export const keyMissing = () =>
  new RestError(401, 'PGRST302', 'Anonymous access is disabled', {
    hint: 'Send the public key as apikey or as Authorization: Bearer.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

/** `reason` goes into a header, so it must not contain text of the request. */
export const tokenRefused = (reason: string) =>
  new RestError(401, 'PGRST301', reason, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${reason}"` },
  })

export const roleUnknown = (role: string) => new RestError(400, '22023', `role "${role}" does not exist`)

/** 401, as if another key could be allowed. */
export const tableForbidden = ({ kind, name }: Table) =>
  new RestError(401, '42501', `permission denied for ${kind} ${name}`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

// The address

export const pathUnknown = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

export const functionUnknown = (name: string) =>
  new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name} without parameters in the schema cache`,
  )

/** PostgREST looks up a function by its name and the names of its arguments. */
export const argumentUnknown = (name: string, argument: string) =>
  new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}(${quoted(argument)}) in the schema cache`,
  )

export const tableUnknown = (table: string) =>
  new RestError(404, '42P01', `relation "public.${table}" does not exist`)

export const methodUnsupported = (method: string, allowed: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`, { headers: { Allow: allowed } })

export const encodingInvalid = () =>
  new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"', {
    hint: 'Percent-encode the UTF-8 bytes of the text; NUL is not allowed.',
  })

export const queryTooLong = (limit: number) =>
  new RestError(414, 'PGRST100', `the query string is longer than ${limit} characters`)

export const tooMany = (what: string, limit: number) =>
  new RestError(400, 'PGRST100', `the request has more than ${limit} ${what}`)

// The query string

/** `"failed to parse filter (foo.1)"`; PostgREST adds where, and what it expected. */
export const unparsable = (what: string, text: string) =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${text})"`)

export const unsupported = (what: string, text: string) =>
  new RestError(400, 'PGRST100', `"failed to parse select parameter (${text})"`, {
    details: `${what} are not part of this backend's contract`,
  })

export const aggregateRefused = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const relationshipUnknown = (table: string, other: string) =>
  new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${table}' and '${other}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${table}' and '${other}' in the schema 'public', but no matches were found.`,
    },
  )

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const columnUnknown = (table: string, column: string) =>
  new RestError(400, '42703', `column ${table}.${column} does not exist`)

export const limitNegative = () =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'Limit should be greater than or equal to zero.',
  })

export const rangeInverted = () =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  })

export const offsetBeyond = (offset: bigint, total: number, headers: Record<string, string>) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { ...headers, 'Content-Range': `*/${total}` },
  })

/** An error must not repeat a long input. */
const quoted = (text: string) => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
const MAX_QUOTED = 200

export const valueInvalid = (type: ColumnType, text: string) =>
  new RestError(
    400,
    type === 'timestamptz' ? '22007' : '22P02',
    `invalid input syntax for type ${typeNames[type]}: "${quoted(text)}"`,
  )

export const integerOutOfRange = (text: string, type: 'integer' | 'bigint') =>
  new RestError(400, '22003', `value "${quoted(text)}" is out of range for type ${type}`)

export const timestampOutOfRange = (text: string) =>
  new RestError(400, '22008', `date/time field value out of range: "${quoted(text)}"`)

export const zoneOutOfRange = (text: string) =>
  new RestError(400, '22009', `time zone displacement out of range: "${quoted(text)}"`)

export const notBoolean = (value: string, type: ColumnType) =>
  new RestError(400, '42804', `argument of IS ${value} must be type boolean, not type ${typeNames[type]}`)

/** 404 as in PostgREST: PostgreSQL finds no such operator. */
export const patternNotText = (type: ColumnType, operator: '~~' | '~~*') =>
  new RestError(404, '42883', `operator does not exist: ${typeNames[type]} ${operator} unknown`, {
    hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
  })

export const patternUnfinished = () =>
  new RestError(400, '22025', 'LIKE pattern must not end with escape character')

export const patternTooLong = (limit: number) =>
  new RestError(400, '54000', `a like pattern has more than ${limit} characters`)

// The arguments of a function

export const bodyInvalid = () => new RestError(400, 'PGRST102', 'Empty or invalid json')

export const bodyTooLong = (limit: number) =>
  new RestError(413, 'PGRST102', `The body has more than ${limit} bytes`)

export const bodyTooDeep = (limit: number) =>
  new RestError(400, 'PGRST102', `The body is nested more than ${limit} levels deep`)

export const bodyIncomplete = () => new RestError(400, 'PGRST102', 'The body ended before it was complete')

export const textWithNul = () =>
  new RestError(400, '22P05', 'unsupported Unicode escape sequence', {
    details: '\\u0000 cannot be converted to text.',
  })

// The response

export const mediaUnavailable = (accept: string) =>
  new RestError(415, 'PGRST107', `None of these media types are available: ${accept}`)

export const notOneRow = (rows: number) =>
  new RestError(406, 'PGRST116', 'JSON object requested, multiple (or no) rows returned', {
    details: `The result contains ${rows} rows`,
  })

export const preferenceInvalid = (preferences: string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })

// Errors of the server

export const databaseBusy = () =>
  new RestError(503, '55P03', 'The database is busy. Please try again.', { headers: { 'Retry-After': '1' } })

/** PostgREST answers 500. */
export const tookTooLong = () => new RestError(503, '57014', 'canceling statement due to statement timeout')

export const databaseUnavailable = () =>
  new RestError(503, 'PGRST001', 'Database connection error. Please try again.', {
    headers: { 'Retry-After': '1' },
  })
