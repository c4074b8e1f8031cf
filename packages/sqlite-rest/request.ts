/**
 * From a call to its parts: path segments, query parameters in their order, the headers that
 * count. Knows HTTP and percent-encoding, neither tables nor operators.
 */
import type { AuditEntry } from './audit.ts'
import { bodyIncomplete, bodyTooLong, encodingBroken, pathUnknown, queryTooLong, tooMany } from './errors.ts'
import type { Asker } from './fair-queue.ts'
import { MAX_PARAMETERS, MAX_QUERY_LENGTH } from './limits.ts'

/** A call of the contract, wherever it comes from: a `Request` in process, or a socket. */
export interface Call {
  readonly method: string
  /** Path and query as sent: `/rest/v1/plates?select=id`. */
  readonly address: string
  header(name: string): string | null
  /** The body, read up to a bound. @throws Refusal beyond it */
  readBody(maxBytes: number): Promise<Uint8Array>
  /** Who waits for the answer. Called for slow reads alone. */
  asker(): Asker
  /** What a write of the office puts on the audit trail; nothing that a request can carry. */
  readonly entry?: () => AuditEntry
}

export interface BackendRequest {
  readonly method: string
  /** What follows /rest/v1/, decoded; empty for the root. */
  readonly path: readonly string[]
  /** Decoded pairs in the order sent; a name without `=` is no parameter. */
  readonly parameters: readonly (readonly [key: string, value: string])[]
  readonly token: string | null
  readonly accept: string | null
  readonly range: string | null
  readonly contentType: string | null
  readonly preferences: Preferences
}

/** Each as sent (`count=exact`), where it is one that we know; of several of a kind the first. */
export interface Preferences {
  readonly count: string | undefined
  readonly handling: string | undefined
  readonly missing: string | undefined
  readonly resolution: string | undefined
  readonly return: string | undefined
  /** What we do not know, where the request wants to hear of that. */
  readonly refused: readonly string[]
}

const ROOT = '/rest/v1'

export function parseRequest(call: Call): BackendRequest {
  const { path, query } = splitAddress(call.address)
  return {
    method: call.method,
    path: parsePath(path),
    parameters: parseQuery(query),
    token: parseToken(call),
    accept: call.header('accept'),
    range: call.header('range'),
    contentType: call.header('content-type'),
    preferences: parsePreferences(call.header('prefer')),
  }
}

/** The token alone, so that nothing else of a request is looked at before its key. */
export function parseToken(call: Call): string | null {
  const bearer = /^bearer +(\S.*)$/i.exec(call.header('authorization') ?? '')?.[1]?.trim()
  return bearer || call.header('apikey') || null
}

/** A `Request` as a call, on behalf of this client. */
export function callOf(request: Request, client = ''): Call {
  const { method, url, headers } = request
  const start = url.indexOf('/', url.indexOf('://') + 3)
  return {
    method,
    address: start < 0 ? '/' : url.slice(start),
    header: (name) => headers.get(name),
    readBody: (maxBytes) => readBounded(request.body ?? [], headers.get('content-length'), maxBytes),
    asker: () => ({ client, signal: request.signal }),
  }
}

/** Reads a body and stops at the bound, whatever its sender said of its length. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentLength: string | null,
  maxBytes: number,
): Promise<Uint8Array> {
  if (Number(contentLength) > maxBytes) throw bodyTooLong(maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.byteLength
      if (length > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw bodyIncomplete()
  }
  if (length > maxBytes) throw bodyTooLong(maxBytes)
  return Buffer.concat(chunks)
}

function splitAddress(address: string): { path: string; query: string } {
  const fragment = address.indexOf('#')
  if (fragment >= 0) return splitAddress(address.slice(0, fragment))
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

const known = {
  count: ['count=exact', 'count=planned', 'count=estimated'],
  handling: ['handling=strict', 'handling=lenient'],
  missing: ['missing=default', 'missing=null'],
  resolution: ['resolution=merge-duplicates', 'resolution=ignore-duplicates'],
  return: ['return=representation', 'return=minimal', 'return=headers-only'],
  /** Known, so that `handling=strict` does not refuse it, and not followed: PostgREST has it switched off too. */
  tx: ['tx=commit', 'tx=rollback'],
}
const everyPreference = new Set(Object.values(known).flat())
const nothingPreferred = { refused: [] as readonly string[] } as Preferences

function parsePreferences(header: string | null): Preferences {
  if (!header) return nothingPreferred
  const preferences = header.split(',').map((preference) => preference.trim())
  const isStrict = preferences.includes('handling=strict')
  const first = (names: string[]) => preferences.find((preference) => names.includes(preference))
  return {
    count: first(known.count),
    handling: first(known.handling),
    missing: first(known.missing),
    resolution: first(known.resolution),
    return: first(known.return),
    refused: isStrict ? preferences.filter((preference) => !everyPreference.has(preference)) : [],
  }
}
