/** Whole pages in memory, served until the data change and then stale if rendering fails or takes long (decision 009). */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { FairQueue, type QueueLimits, type Requester } from '#packages/sqlite-rest/fair-queue.ts'
import { chooseEncoding, compress, compressTightly, ENCODINGS, type Encoding } from './compression.ts'

export interface Page {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

export interface Rendering {
  page: Page
  isCacheable: boolean
  /** Content is missing because a read failed; a stale page is better. */
  isDegraded?: boolean
}

interface Entry {
  key: string
  page: Page
  version: string
  renderedAt: number
  /** The last rendering failed, so none is tried before then. */
  staleUntil: number
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
  isCompressed: boolean
  heads: Record<Encoding, string[]>
  etags: Record<Encoding, string>
  /** How often it was answered from the cache. */
  hits: number
}

interface PageCacheOptions {
  /** Of the page at an address; null if unknown: cached pages are then served up to a day. */
  version(address: string): string | null
  maxBytes?: number
  /** The wait for a new rendering before a recent stale page is served. */
  staleAfterMs?: number | undefined
  now?: () => number
  queue?: FairQueue
}

/** Compressing a page tightly takes up to 250 ms of CPU time, which whoever asks for many pages twice must not cause. */
const HITS_OF_A_COMMON_PAGE = 5

/** Generous per client: offices share one address, and a flooder that waits costs less than one that retries at once. */
export const RENDER_QUEUE_LIMITS: QueueLimits = {
  running: 32,
  runningPerClient: 4,
  waiting: 512,
  waitingPerClient: 64,
}

const MAX_BYTES = 64 * 2 ** 20

const MAX_STALE_IF_ERROR_MS = 86_400_000
/** An older page is not served for the sake of speed alone. */
const MAX_STALE_WHILE_RENDERING_MS = 660_000
const RETRY_AFTER_MS = 5_000

export class PageCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #queue: FairQueue
  readonly #version: PageCacheOptions['version']
  readonly #staleAfterMs: number
  readonly #now: () => number
  /** By source. `stale`: served instead of a new rendering. */
  readonly responses = { cached: 0, shared: 0, rendered: 0, stale: 0 }
  #compressing: Promise<unknown> = Promise.resolve()

  constructor({
    version,
    maxBytes = MAX_BYTES,
    staleAfterMs = Number.POSITIVE_INFINITY,
    now = () => performance.now(),
    queue = new FairQueue(RENDER_QUEUE_LIMITS),
  }: PageCacheOptions) {
    this.#queue = queue
    this.#version = version
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: size })
    this.#staleAfterMs = staleAfterMs
    this.#now = now
  }

  get entries(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Answers from the cache alone. @returns the status, or false: call `get` */
  answer(request: IncomingMessage, response: ServerResponse, extraHead: string[]): number | false {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const entry = this.#fresh(request.url ?? '')
    if (!entry) return false
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const body = entry.bodies[encoding]
    if (!body) return false
    this.responses.cached += 1
    const head = extraHead.concat(entry.heads[encoding])
    if (request.headers['if-none-match']?.includes(entry.etags[encoding])) {
      response.writeHead(304, head).end()
      return 304
    }
    response.writeHead(entry.page.status, [...head, 'Content-Length', String(body.length)])
    response.end(request.method === 'HEAD' ? undefined : body)
    return entry.page.status
  }

  /** Answers from the cache or a rendering. @throws QueueFull, ClientGone if there is no rendering and no stale page */
  async get(
    key: string,
    request: Request,
    render: () => Promise<Rendering>,
    requester: Requester = { client: '' },
  ): Promise<Response> {
    const known = this.#fresh(key)
    if (known) {
      this.responses.cached += 1
      return this.#respond(known, request)
    }
    const rendering = this.#render(key, render, requester)
    const stale = this.#youngerThan(MAX_STALE_IF_ERROR_MS, key)
    if (!stale) return this.#respond((await rendering).entry, request)
    const isRecent = this.#youngerThan(MAX_STALE_WHILE_RENDERING_MS, key) !== undefined
    const rendered = await Promise.race([
      rendering.catch(() => null),
      ...(isRecent && Number.isFinite(this.#staleAfterMs) ? [sleep(this.#staleAfterMs, null)] : []),
    ])
    if (rendered && !rendered.isDegraded) return this.#respond(rendered.entry, request)
    this.responses.stale += 1
    stale.staleUntil = this.#now() + RETRY_AFTER_MS
    return this.#respond(stale, request)
  }

  #render(key: string, render: () => Promise<Rendering>, requester: Requester): Promise<Rendered> {
    const sharedKey = `${this.#version(key)} ${key}`
    if (this.#queue.has(sharedKey)) this.responses.shared += 1
    return this.#queue.run(sharedKey, requester, async () => {
      this.responses.rendered += 1
      const version = this.#version(key)
      const { page, isCacheable, isDegraded = false } = await render()
      const isStored = isCacheable && version !== null
      const entry = toEntry(key, page, version ?? '', isStored, this.#now())
      if (isStored) this.#entries.set(key, entry)
      return { entry, isDegraded }
    })
  }

  #fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const version = this.#version(key)
    const isFresh =
      entry.version === version ||
      (version === null
        ? this.#youngerThan(MAX_STALE_IF_ERROR_MS, key) !== undefined
        : this.#now() < entry.staleUntil)
    if (!isFresh) return undefined
    entry.hits += 1
    if (entry.hits === HITS_OF_A_COMMON_PAGE) this.#compressTightly(entry)
    return entry
  }

  #youngerThan(ageMs: number, key: string): Entry | undefined {
    const entry = this.#entries.peek(key)
    return entry && this.#now() - entry.renderedAt < ageMs ? entry : undefined
  }

  async #respond(entry: Entry, request: Request): Promise<Response> {
    const { page, bodies, heads, etags } = entry
    const encoding = chooseEncoding(request.headers.get('Accept-Encoding'))
    const headers = new Headers()
    const head = heads[encoding]
    for (let index = 0; index < head.length; index += 2)
      headers.append(head[index] ?? '', head[index + 1] ?? '')
    if (request.headers.get('If-None-Match')?.includes(etags[encoding]))
      return new Response(null, { status: 304, headers })
    const body = bodies[encoding] ?? (await this.#compressed(entry, encoding))
    headers.set('Content-Length', String(body.length))
    return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
      status: page.status,
      headers,
    })
  }

  async #compressed(entry: Entry, encoding: Encoding): Promise<Buffer> {
    if (!entry.isCompressed || encoding === 'identity') return entry.bodies.identity
    const body = await compress(entry.bodies.identity, encoding)
    this.#addBody(entry, encoding, body)
    return body
  }

  #compressTightly(entry: Entry) {
    this.#compressing = this.#compressing
      .then(async () => {
        const tight = await compressTightly(entry.page.body)
        this.#addBody(entry, 'br', tight)
      })
      .catch(() => {})
  }

  #addBody(entry: Entry, encoding: Encoding, body: Buffer) {
    entry.bodies[encoding] = body
    // The cache measures an entry only as it takes it in.
    if (this.#entries.peek(entry.key) !== entry) return
    this.#entries.delete(entry.key)
    this.#entries.set(entry.key, entry)
  }
}

interface Rendered {
  entry: Entry
  isDegraded: boolean
}

function toEntry(key: string, page: Page, version: string, isCompressed: boolean, renderedAt: number): Entry {
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
        ...(isCompressed && encoding !== 'identity' ? ['Content-Encoding', encoding] : []),
      ],
    ]),
  ) as Entry['heads']
  const bodies = isCompressed
    ? { identity: page.body }
    : { identity: page.body, gzip: page.body, br: page.body }
  return {
    key,
    page,
    version,
    renderedAt,
    staleUntil: 0,
    bodies,
    isCompressed,
    heads,
    etags,
    hits: 0,
  }
}

function size({ bodies }: Entry): number {
  return ENCODINGS.reduce((bytes, encoding) => bytes + (bodies[encoding]?.length ?? 0), 4_096)
}
