/**
 * Whole pages, kept in memory under their address and the version of the data they were made from: a page is
 * rendered once, packed once, and answered from memory until the data change. Bounded by bytes, so that
 * strangers' addresses cannot fill the memory; the page that was asked for longest ago goes first.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ENCODINGS, type Encoding, pack, packTightly } from './pack.ts'

/** An answer as the application gave it, whole. */
export interface Page {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

interface Entry {
  page: Page
  version: string
  bodies: Record<Encoding, Buffer>
  heads: Record<Encoding, string[]>
  etags: Record<Encoding, string>
  /** Asked for again, it is worth packing as tightly as can be. */
  isPackedTightly: boolean
}

interface PageCacheOptions {
  /** The version of the data at this moment. */
  version(): string
  maxBytes?: number
}

const MAX_BYTES = 64 * 2 ** 20

export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #underWay = new Map<string, Promise<Entry>>()
  readonly #version: () => string
  readonly #maxBytes: number
  #bytes = 0
  #packing: Promise<unknown> = Promise.resolve()

  constructor({ version, maxBytes = MAX_BYTES }: PageCacheOptions) {
    this.#version = version
    this.#maxBytes = maxBytes
  }

  /** Answers from memory, ahead of everything else; false where nothing fresh is kept. */
  answer(request: IncomingMessage, response: ServerResponse, extraHead: string[]): number | false {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const entry = this.#fresh(request.url ?? '')
    if (!entry) return false
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const head = extraHead.concat(entry.heads[encoding])
    if (request.headers['if-none-match']?.includes(entry.etags[encoding])) {
      response.writeHead(304, head).end()
      return 304
    }
    const body = entry.bodies[encoding]
    response.writeHead(entry.page.status, [...head, 'Content-Length', String(body.length)])
    response.end(request.method === 'HEAD' ? undefined : body)
    return entry.page.status
  }

  /**
   * The page under this key: kept, under way for somebody else, or rendered now. What `render` returns as not
   * worth keeping is answered once.
   */
  async get(
    key: string,
    request: Request,
    render: () => Promise<{ page: Page; isKept: boolean }>,
  ): Promise<Response> {
    const known = this.#fresh(key)
    if (known) return respond(known, request)
    const version = this.#version()
    const sharedKey = `${version} ${key}`
    let making = this.#underWay.get(sharedKey)
    if (!making) {
      making = render()
        .then(async ({ page, isKept }) => {
          // What is answered once is not worth packing.
          const packed = isKept ? await pack(page.body) : { br: page.body, gzip: page.body }
          const entry = toEntry(page, version, packed)
          if (isKept) this.#keep(key, entry)
          return entry
        })
        .finally(() => this.#underWay.delete(sharedKey))
      this.#underWay.set(sharedKey, making)
    }
    return respond(await making, request)
  }

  #fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.version !== this.#version()) {
      this.#drop(key, entry)
      return undefined
    }
    // Asked for last, it goes last.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (!entry.isPackedTightly) this.#packTightly(key, entry)
    return entry
  }

  #keep(key: string, entry: Entry) {
    const old = this.#entries.get(key)
    if (old) this.#drop(key, old)
    this.#entries.set(key, entry)
    this.#bytes += size(entry)
    for (const [oldest, { bodies }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || bodies === entry.bodies) break
      const dropped = this.#entries.get(oldest)
      if (dropped) this.#drop(oldest, dropped)
    }
  }

  #drop(key: string, entry: Entry) {
    this.#entries.delete(key)
    this.#bytes -= size(entry)
  }

  /** One after the other in the background, so that visitors keep the processor. */
  #packTightly(key: string, entry: Entry) {
    entry.isPackedTightly = true
    this.#packing = this.#packing
      .then(async () => {
        const tight = await packTightly(entry.page.body)
        if (this.#entries.get(key) !== entry) return
        this.#bytes += tight.length - entry.bodies.br.length
        entry.bodies.br = tight
      })
      .catch(() => {}) // the looser one stays
  }
}

function toEntry(page: Page, version: string, packed: { br: Buffer; gzip: Buffer }): Entry {
  const bodies = { identity: page.body, ...packed }
  const tag = createHash('sha256').update(page.body).digest('base64url').slice(0, 22)
  const etags = Object.fromEntries(
    ENCODINGS.map((encoding) => [encoding, `"${tag}-${encoding}"`]),
  ) as Entry['etags']
  const heads = Object.fromEntries(
    ENCODINGS.map((encoding) => [
      encoding,
      [
        ...page.headers.flat(),
        ...['ETag', etags[encoding], 'Vary', 'Accept-Encoding'],
        ...(bodies[encoding] === page.body ? [] : ['Content-Encoding', encoding]),
      ],
    ]),
  ) as Entry['heads']
  return { page, version, bodies, heads, etags, isPackedTightly: false }
}

function respond({ page, bodies, heads, etags }: Entry, request: Request): Response {
  const encoding = acceptedEncoding(request.headers.get('Accept-Encoding') ?? undefined)
  const headers = new Headers()
  const head = heads[encoding]
  for (let index = 0; index < head.length; index += 2)
    headers.append(head[index] ?? '', head[index + 1] ?? '')
  if (request.headers.get('If-None-Match')?.includes(etags[encoding]))
    return new Response(null, { status: 304, headers })
  const body = bodies[encoding]
  headers.set('Content-Length', String(body.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
    status: page.status,
    headers,
  })
}

/** Brotli before gzip before nothing; `q=0` refuses. */
function acceptedEncoding(accepted = ''): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(accepted)) return 'gzip'
  return 'identity'
}

function size({ bodies }: Entry): number {
  return bodies.identity.length + bodies.gzip.length + bodies.br.length + 4_096
}
