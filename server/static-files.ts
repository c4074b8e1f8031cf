import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { CORP_CROSS_ORIGIN } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

/** Matches files whose names contain a content hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Avoids a file system lookup for most pages. */
const HAS_EXTENSION = /\.\w+$/

export function addStaticFiles(app: Hono<SiteEnv>, build: URL) {
  const filesIn = (folder: string) =>
    serveStatic({ root: fileURLToPath(new URL(folder, build)), precompressed: true })
  const current = filesIn('client')
  const superseded = filesIn('superseded') // the previous build, for pages that are still open
  const deskFilesIn = (folder: string) =>
    serveStatic({
      root: fileURLToPath(new URL(folder, build)),
      rewriteRequestPath: (path) => path.slice('/desk'.length),
      precompressed: true,
    })
  const currentDesk = deskFilesIn('desk/client')
  const supersededDesk = deskFilesIn('desk/superseded')
  app.get('/desk/assets/*', async (context) => {
    const nowhere = async () => {}
    const response = await currentDesk(context, () => supersededDesk(context, nowhere) as Promise<void>)
    if (!(response instanceof Response)) return context.text('Not found.\n', 404)
    response.headers.set('Cache-Control', IMMUTABLE)
    return response
  })
  app.get('*', async (context, next) => {
    const { path, raw } = context.req
    if (!HAS_EXTENSION.test(path)) return next()
    if (!hasSingleRange(raw.headers)) raw.headers.delete('Range')
    const response = await current(context, () => superseded(context, next) as Promise<void>)
    if (!(response instanceof Response)) return // not a file: a page answered
    const isBuilt = path.startsWith('/assets/')
    response.headers.set('Cache-Control', isBuilt ? IMMUTABLE : 'public, max-age=3600')
    if (!isBuilt) response.headers.set(...CORP_CROSS_ORIGIN)
    return response
  })
}

/**
 * Parses one range, as `bytes=0-4`, `bytes=9-` or `bytes=-5`, without If-Range. Others must be ignored (RFC 9110,
 * 14.2).
 */
function hasSingleRange(headers: Headers): boolean {
  const range = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i.exec(headers.get('Range') ?? '')
  if (!range || headers.has('If-Range')) return false
  const [, first, last] = range
  return !first || !last || Number(first) <= Number(last)
}
