/**
 * From a `Request` to its parts: path segments, query parameters in their order, the headers that
 * count. Knows HTTP and percent-encoding, neither tables nor operators.
 */
import { encodingBroken, pathUnknown, preferenceInvalid, queryTooLong, tooMany } from './errors.ts'
import { MAX_PARAMETERS, MAX_QUERY_LENGTH } from './limits.ts'

export interface BackendRequest {
  readonly method: string
  /** What follows /rest/v1/, decoded; empty for the root. */
  readonly path: readonly string[]
  /** Decoded pairs in the order sent; a name without `=` is no parameter. */
  readonly parameters: readonly (readonly [key: string, value: string])[]
  readonly token: string | null
  readonly accept: string | null
  readonly range: string | null
  readonly preferences: Preferences
}

export interface Preferences {
  readonly countsRows: boolean
  /** What was followed, for the header Preference-Applied; null if nothing was. */
  readonly applied: string | null
}

const ROOT = '/rest/v1'

export function parseRequest(request: Request): BackendRequest {
  const { path, query } = splitAddress(request.url)
  const { headers } = request
  return {
    method: request.method,
    path: parsePath(path),
    parameters: parseQuery(query),
    token: parseToken(headers),
    accept: headers.get('accept'),
    range: headers.get('range'),
    preferences: parsePreferences(headers.get('prefer')),
  }
}

/** The token alone, so that nothing else of a request is looked at before its key. */
export function parseToken(headers: Headers): string | null {
  const bearer = /^bearer +(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
  return bearer || headers.get('apikey') || null
}

function splitAddress(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const fragment = url.indexOf('#')
  const address = start < 0 ? '/' : url.slice(start, fragment < 0 ? undefined : fragment)
  const mark = address.indexOf('?')
  return mark < 0
    ? { path: address, query: '' }
    : { path: address.slice(0, mark), query: address.slice(mark + 1) }
}

function parsePath(path: string): string[] {
  if (path === ROOT || path === `${ROOT}/`) return []
  if (!path.startsWith(`${ROOT}/`)) throw pathUnknown()
  return path
    .slice(ROOT.length + 1)
    .split('/')
    .map(decode)
}

function parseQuery(query: string): [string, string][] {
  if (query === '') return []
  if (query.length > MAX_QUERY_LENGTH) throw queryTooLong(MAX_QUERY_LENGTH)
  const pairs = query.split('&')
  if (pairs.length > MAX_PARAMETERS) throw tooMany('parameters', MAX_PARAMETERS)
  const parameters: [string, string][] = []
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    parameters.push([decodeForm(pair.slice(0, equals)), decodeForm(pair.slice(equals + 1))])
  }
  return parameters
}

const decodeForm = (text: string) => decode(text.includes('+') ? text.replaceAll('+', ' ') : text)

/** Strict where PostgREST is lax (`%zz`, `%00`) or fails with a 500 (`%ff`): all three are a 400. */
function decode(text: string): string {
  let decoded = text
  if (text.includes('%'))
    try {
      decoded = decodeURIComponent(text)
    } catch {
      throw encodingBroken()
    }
  if (decoded.includes('\0')) throw encodingBroken()
  return decoded
}

/** Preferences of writes are known by name already, so that `handling=strict` does not refuse them. */
const known = new Set([
  'count=exact',
  'count=planned',
  'count=estimated',
  'return=minimal',
  'return=representation',
  'return=headers-only',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'missing=null',
  'tx=commit',
  'tx=rollback',
  'handling=strict',
  'handling=lenient',
])

function parsePreferences(header: string | null): Preferences {
  if (!header) return { countsRows: false, applied: null }
  const preferences = header.split(',').map((preference) => preference.trim())
  if (preferences.includes('handling=strict')) {
    const unknown = preferences.filter((preference) => !known.has(preference))
    if (unknown.length > 0) throw preferenceInvalid(unknown)
  }
  const count = preferences.find((preference) => preference.startsWith('count=') && known.has(preference))
  const handling = preferences.find(
    (preference) => preference.startsWith('handling=') && known.has(preference),
  )
  return {
    countsRows: count !== undefined,
    applied: [count, handling].filter((preference) => preference !== undefined).join(', ') || null,
  }
}
