import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Reader } from '#data/tables.ts'
import type { FairQueue } from '#packages/sqlite-rest/fair-queue.ts'
import type { Log } from '#services/log.ts'
import { readPictureFile } from '#services/pictures/picture-store.ts'
import { mediaTypeOf } from '#shared/articles/picture-address.ts'
import { DataError } from '#shared/data/data-error.ts'
import { CORP_CROSS_ORIGIN } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

export const PICTURE_ROUTE = '/pictures/:id/:file'

const MAX_CACHED_BYTES = 16 * 2 ** 20
/**
 * After this time a picture that was removed on another server is also gone here; browsers and CDNs may keep it longer.
 */
const CACHED_MS = 300_000

/** Stored pictures never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The bytes were checked by `formatOf` and rewritten by sharp; this is for a browser that would interpret them
 * differently.
 */
const NOTHING_RUNS = "default-src 'none'; sandbox; frame-ancestors 'none'"

interface CachedFile {
  content: Uint8Array<ArrayBuffer>
  mediaType: string
  etag: string
}

interface PictureOptions {
  database: Reader
  renderQueue: FairQueue
  log: Log
}

/** Answers GET and HEAD of `/pictures/<id>/<size>.<ext>`. */
export function createPictureHandler({ database, renderQueue, log }: PictureOptions) {
  const files = new LRUCache<string, CachedFile>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ content }) => content.length + 1_024,
    ttl: CACHED_MS,
  })

  async function read(reader: Reader, id: string, name: string, key: string) {
    const file = await readPictureFile(reader, id, name)
    if (!file) return null
    const content = new Uint8Array(file.content)
    const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
    const cached = { content, mediaType: file.mediaType, etag: `"${digest}"` }
    files.set(key, cached)
    return cached
  }

  return async (context: Context<SiteEnv>): Promise<Response> => {
    const { raw } = context.req
    const notFound = () => context.text('There is no such picture.\n', 404, { 'Cache-Control': 'no-store' })
    const [, name, extension] = /^([0-9a-z]{1,20})\.([a-z]{3,4})$/.exec(context.req.param('file') ?? '') ?? []
    const id = context.req.param('id') ?? ''
    if (!name || !extension || !/^[0-9a-f-]{36}$/.test(id)) return notFound()
    const key = `${id}/${name}`
    const requester = { client: context.var.client.network, signal: raw.signal }
    let file: CachedFile | null
    try {
      file =
        files.get(key) ??
        (await renderQueue.run(`picture ${key}`, requester, () => read(database, id, name, key)))
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      log.error('A picture cannot be read', error, context.get('requestId'))
      return context.text('The picture cannot be read just now.\n', 503, {
        'Cache-Control': 'no-store',
        'Retry-After': '10',
      })
    }
    if (!file || file.mediaType !== mediaTypeOf(extension)) return notFound()
    const headers = new Headers({
      'Cache-Control': IMMUTABLE,
      'Content-Security-Policy': NOTHING_RUNS,
      'Content-Type': file.mediaType,
      ETag: file.etag,
    })
    headers.set(...CORP_CROSS_ORIGIN)
    if (isKnown(raw.headers.get('If-None-Match'), file.etag))
      return new Response(null, { status: 304, headers })
    headers.set('Content-Length', String(file.content.length))
    return new Response(raw.method === 'HEAD' ? null : file.content, { headers })
  }
}

/** Proxies may weaken the ETag; it still matches. */
const isKnown = (given: string | null, etag: string) =>
  given?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
