import { bodyIncomplete, bodyTooLong, encodingInvalid, pathUnknown, queryTooLong, tooMany } from './errors.ts'
import type { Requester } from './fair-queue.ts'
import { MAX_PARAMETERS, MAX_QUERY_LENGTH } from './limits.ts'

export interface RawRequest {
  readonly method: string
  /** Path and query as sent: `/rest/v1/plates?select=id`. */
  readonly address: string
  header(name: string): string | null
  readBody(maxBytes: number): Promise<Uint8Array>
  requester(): Requester
}

export interface ParsedRequest {
  readonly method: string
  /** The decoded segments after /rest/v1/; empty for the root. */
  readonly path: readonly string[]
  readonly parameters: readonly (readonly [key: string, value: string])[]
  readonly accept: string | null
  readonly range: string | null
  readonly preferences: Preferences
}

/** As sent (`count=exact`); the first one of each kind. */
export interface Preferences {
  readonly count: string | undefined
  readonly handling: string | undefined
  /** Unknown preferences; only with `handling=strict`. */
  readonly refused: readonly string[]
}

const ROOT = '/rest/v1'

export function parseRequest(raw: RawRequest): ParsedRequest {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(raw.address) ?? []
  return {
    method: raw.method,
    path: parsePath(path),
    parameters: parseQuery(query),
    accept: raw.header('accept'),
    range: raw.header('range'),
    preferences: parsePreferences(raw.header('prefer')),
  }
}

/** Separate from parseRequest, because the key is checked before anything else. */
export function parseToken(raw: RawRequest): string | null {
  const bearer = /^bearer +(\S.*)$/i.exec(raw.header('authorization') ?? '')?.[1]?.trim()
  return bearer || raw.header('apikey') || null
}

export function toRawRequest(request: Request, client = ''): RawRequest {
  const { method, url, headers } = request
  const { pathname, search } = new URL(url)
  return {
    method,
    address: pathname + search,
    header: (name) => headers.get(name),
    readBody: (maxBytes) => readBounded(request.body ?? [], headers.get('content-length'), maxBytes),
    requester: () => ({ client, signal: request.signal }),
  }
}

/** Stops at `maxBytes`, even if Content-Length is missing or wrong. @throws RestError */
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

/** Refuses `%zz` and `%00`, which PostgREST accepts, and `%ff`, on which it fails with a 500. */
function decode(text: string): string {
  let decoded = text
  if (text.includes('%'))
    try {
      decoded = decodeURIComponent(text)
    } catch {
      throw encodingInvalid()
    }
  if (decoded.includes('\0')) throw encodingInvalid()
  return decoded
}

const COUNTS = ['count=exact', 'count=planned', 'count=estimated']
const HANDLINGS = ['handling=strict', 'handling=lenient']

function parsePreferences(header: string | null): Preferences {
  const preferences = (header ?? '').split(',').map((preference) => preference.trim())
  const isStrict = preferences.includes('handling=strict')
  const first = (names: string[]) => preferences.find((preference) => names.includes(preference))
  return {
    count: first(COUNTS),
    handling: first(HANDLINGS),
    refused: isStrict
      ? preferences.filter((preference) => ![...COUNTS, ...HANDLINGS].includes(preference))
      : [],
  }
}
