/**
 * Whole pages, kept in memory under their address and the version of the data they were made from: a page is
 * rendered once, packed once, and answered from memory until the data change. After that it still stands in for
 * one that cannot be made, or not soon. Bounded by bytes, so that strangers' addresses cannot fill the memory; the
 * page that was asked for longest ago goes first.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asker, FairQueue, type QueueLimits } from '../packages/sqlite-rest/fair-queue.ts'
import { acceptsEncoding, compressTightly, ENCODINGS, type Encoding, pack } from './compression.ts'

/** An answer as the application gave it, whole. */
export interface Page {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** What was rendered, and what it is worth. */
export interface Rendering {
  page: Page
  /** Whether it is good for everybody until the data change. */
  isCacheable: boolean
  /** Whether a read failed that left it poorer: then an older page is better. */
  isDegraded?: boolean
}

interface Entry {
  page: Page
  version: string
  madeAt: number
  /** Until then it is as good as fresh: one could not be made just now. */
  staleUntil: number
  /** Packed when somebody asks for it so. */
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
  /** What is answered once is not worth packing. */
  isPacked: boolean
  heads: Record<Encoding, string[]>
  etags: Record<Encoding, string>
  /** Whether its bytes are among those that are bounded. */
  isCounted: boolean
  /** Asked for again, it is worth packing as tightly as can be. */
  isPackedTightly: boolean
}

interface PageCacheOptions {
  /** The version of the data at this moment; null where it cannot be told, and what is kept must do. */
  version(): string | null
  /** The same, as it was at some moment of this turn of the event loop: for requests that came in together. */
  versionOfTurn?: () => string | null
  maxBytes?: number
  /** How long a visitor waits for a new page while there is one that was made a few minutes ago. */
  staleAfterMs?: number
  now?: () => number
  /** Where renderings wait for their turn. */
  queue?: FairQueue
}

/**
 * Few would do for one browser. There are so many for offices and mobile networks behind one address, and because a
 * flooder that waits costs less than one that is refused and asks again at once.
 */
export const RENDERINGS: QueueLimits = {
  running: 32,
  runningPerClient: 4,
  waiting: 512,
  waitingPerClient: 64,
}

const MAX_BYTES = 64 * 2 ** 20

/** A page this old still stands in for one that cannot be made. */
const OLDEST_STAND_IN_MS = 86_400_000
/** And this old for one that is not made soon: a minute and ten, as shared caches are told. */
const OLDEST_FOR_THE_IMPATIENT_MS = 660_000
/** A page that could not be made is not tried again before this. */
const STANDS_IN_MS = 5_000

export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #queue: FairQueue
  readonly #version: () => string | null
  readonly #versionOfTurn: () => string | null
  readonly #maxBytes: number
  readonly #staleAfterMs: number
  readonly #now: () => number
  /** How many pages came from where; old is how often one of before stood in for what was to be rendered. */
  readonly answered = { kept: 0, shared: 0, rendered: 0, old: 0 }
  #bytes = 0
  #packing: Promise<unknown> = Promise.resolve()

  constructor({
    version,
    versionOfTurn = version,
    maxBytes = MAX_BYTES,
    staleAfterMs = Number.POSITIVE_INFINITY,
    now = () => performance.now(),
    queue = new FairQueue(RENDERINGS),
  }: PageCacheOptions) {
    this.#queue = queue
    this.#version = version
    this.#versionOfTurn = versionOfTurn
    this.#maxBytes = maxBytes
    this.#staleAfterMs = staleAfterMs
    this.#now = now
  }

  get entries(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Answers from memory, ahead of everything else; false where nothing fresh is kept. */
  answer(request: IncomingMessage, response: ServerResponse, extraHead: string[]): number | false {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const entry = this.#fresh(request.url ?? '', this.#versionOfTurn())
    if (!entry) return false
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const body = entry.bodies[encoding]
    if (!body) return false // get() packs it
    this.answered.kept += 1
    const head = extraHead.concat(entry.heads[encoding])
    if (request.headers['if-none-match']?.includes(entry.etags[encoding])) {
      response.writeHead(304, head).end()
      return 304
    }
    response.writeHead(entry.page.status, [...head, 'Content-Length', String(body.length)])
    response.end(request.method === 'HEAD' ? undefined : body)
    return entry.page.status
  }

  /**
   * The page under this key: kept, under way for somebody else, or rendered now. What `render` returns as not
   * worth keeping is answered once, unless an older page is better.
   *
   * @throws QueueFull, LeftQueue where the page is not rendered for this asker and there is no older one
   */
  async get(
    key: string,
    request: Request,
    render: () => Promise<Rendering>,
    asker: Asker = { client: '' },
  ): Promise<Response> {
    const known = this.#fresh(key, this.#version())
    if (known) {
      this.answered.kept += 1
      return this.#respond(known, request)
    }
    const making = this.#make(key, render, asker)
    const old = this.#youngerThan(OLDEST_STAND_IN_MS, key)
    if (!old) return this.#respond((await making).entry, request)
    const isImpatient = this.#youngerThan(OLDEST_FOR_THE_IMPATIENT_MS, key) !== undefined
    const made = await Promise.race([
      making.catch(() => null),
      ...(isImpatient && Number.isFinite(this.#staleAfterMs) ? [sleep(this.#staleAfterMs, null)] : []),
    ])
    if (made && !made.isDegraded) return this.#respond(made.entry, request)
    this.answered.old += 1
    old.staleUntil = this.#now() + STANDS_IN_MS
    return this.#respond(old, request)
  }

  /** Renders a page when it is the asker's turn, once for everybody who asks meanwhile. */
  #make(key: string, render: () => Promise<Rendering>, asker: Asker): Promise<Made> {
    const sharedKey = `${this.#version()} ${key}`
    if (this.#queue.has(sharedKey)) this.answered.shared += 1
    return this.#queue.run(sharedKey, asker, async () => {
      this.answered.rendered += 1
      const version = this.#version()
      const { page, isCacheable, isDegraded = false } = await render()
      const isWorthIt = isCacheable && version !== null
      const entry = toEntry(page, version ?? '', isWorthIt, this.#now())
      if (isWorthIt) this.#keep(key, entry)
      return { entry, isDegraded }
    })
  }

  #fresh(key: string, version: string | null): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const isFresh =
      entry.version === version ||
      (version === null
        ? this.#youngerThan(OLDEST_STAND_IN_MS, key) !== undefined
        : this.#now() < entry.staleUntil)
    if (!isFresh) return undefined
    // Asked for last, it goes last.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (!entry.isPackedTightly) this.#compressTightly(key, entry)
    return entry
  }

  #youngerThan(ageMs: number, key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#now() - entry.madeAt < ageMs ? entry : undefined
  }

  #keep(key: string, entry: Entry) {
    const old = this.#entries.get(key)
    if (old) this.#drop(key, old)
    this.#entries.set(key, entry)
    entry.isCounted = true
    this.#bytes += size(entry)
    this.#makeRoom(entry)
  }

  #makeRoom(spared: Entry) {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break
      if (entry !== spared) this.#drop(oldest, entry)
    }
  }

  #drop(key: string, entry: Entry) {
    this.#entries.delete(key)
    entry.isCounted = false
    this.#bytes -= size(entry)
  }

  async #respond(entry: Entry, request: Request): Promise<Response> {
    const { page, bodies, heads, etags } = entry
    const encoding = acceptedEncoding(request.headers.get('Accept-Encoding') ?? undefined)
    const headers = new Headers()
    const head = heads[encoding]
    for (let index = 0; index < head.length; index += 2)
      headers.append(head[index] ?? '', head[index + 1] ?? '')
    if (request.headers.get('If-None-Match')?.includes(etags[encoding]))
      return new Response(null, { status: 304, headers })
    const body = bodies[encoding] ?? (await this.#packed(entry, encoding))
    headers.set('Content-Length', String(body.length))
    return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
      status: page.status,
      headers,
    })
  }

  async #packed(entry: Entry, encoding: Encoding): Promise<Buffer> {
    if (!entry.isPacked || encoding === 'identity') return entry.bodies.identity
    const body = await pack(entry.bodies.identity, encoding)
    this.#take(entry, encoding, body)
    return body
  }

  /** One after the other in the background, so that visitors keep the processor. */
  #compressTightly(key: string, entry: Entry) {
    entry.isPackedTightly = true
    this.#packing = this.#packing
      .then(async () => {
        const tight = await compressTightly(entry.page.body)
        if (this.#entries.get(key) === entry) this.#take(entry, 'br', tight)
      })
      .catch(() => {}) // the looser one stays
  }

  #take(entry: Entry, encoding: Encoding, body: Buffer) {
    if (entry.isCounted) this.#bytes += body.length - (entry.bodies[encoding]?.length ?? 0)
    entry.bodies[encoding] = body
    this.#makeRoom(entry)
  }
}

interface Made {
  entry: Entry
  isDegraded: boolean
}

function toEntry(page: Page, version: string, isPacked: boolean, madeAt: number): Entry {
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
        ...(isPacked && encoding !== 'identity' ? ['Content-Encoding', encoding] : []),
      ],
    ]),
  ) as Entry['heads']
  const bodies = isPacked ? { identity: page.body } : { identity: page.body, gzip: page.body, br: page.body }
  return {
    page,
    version,
    madeAt,
    staleUntil: 0,
    bodies,
    isPacked,
    heads,
    etags,
    isCounted: false,
    isPackedTightly: false,
  }
}

/** Brotli before gzip before nothing. */
function acceptedEncoding(accepted?: string): Encoding {
  return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
}

function size({ bodies }: Entry): number {
  return ENCODINGS.reduce((bytes, encoding) => bytes + (bodies[encoding]?.length ?? 0), 4_096)
}
