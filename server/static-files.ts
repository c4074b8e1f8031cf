import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { APPLICATIONS, keptFolder } from './kept-assets.ts'
import { CORP_CROSS_ORIGIN } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

/** Matches files whose names contain a content hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Avoids a file system lookup for most pages. */
const HAS_EXTENSION = /\.\w+$/

/** The files of the running build, and of those before it that open pages may still request. */
export function addStaticFiles(app: Hono<SiteEnv>, build: URL, dataDir: string) {
  const filesIn = (folder: string, base = '') =>
    serveStatic({
      rewriteRequestPath: (path) => join(folder, path.slice(base.length)),
      precompressed: true,
    })
  const current = filesIn(fileURLToPath(new URL(APPLICATIONS.site, build)))
  const kept = filesIn(join(keptFolder(dataDir), APPLICATIONS.site))
  const currentDesk = filesIn(fileURLToPath(new URL(APPLICATIONS.desk, build)), '/desk')
  const keptDesk = filesIn(join(keptFolder(dataDir), APPLICATIONS.desk), '/desk')
  app.get('/desk/assets/*', async (context) => {
    const nowhere = async () => {}
    const response = await currentDesk(context, () => keptDesk(context, nowhere) as Promise<void>)
    if (!(response instanceof Response)) return context.text('Not found.\n', 404)
    response.headers.set('Cache-Control', IMMUTABLE)
    return response
  })
  app.get('*', async (context, next) => {
    const { path, raw } = context.req
    if (!HAS_EXTENSION.test(path)) return next()
    if (!hasSingleRange(raw.headers)) raw.headers.delete('Range')
    const response = await current(context, () => kept(context, next) as Promise<void>)
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
