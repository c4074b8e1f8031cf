import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { hasSingleRange } from './range.ts'
import { CORP_CROSS_ORIGIN } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

const YEAR_SECONDS = 31_536_000

/** Saves most pages a look at the disk. */
const HAS_EXTENSION = /\.\w+$/

export function addStaticFiles(app: Hono<SiteEnv>, build: URL) {
  const filesIn = (folder: string) =>
    serveStatic({ root: fileURLToPath(new URL(folder, build)), precompressed: true })
  const current = filesIn('client')
  const superseded = filesIn('superseded') // the previous build, for pages that are still open
  app.get('*', async (context, next) => {
    const { path, raw } = context.req
    if (!HAS_EXTENSION.test(path)) return next()
    if (!hasSingleRange(raw.headers)) raw.headers.delete('Range')
    const response = await current(context, () => superseded(context, next) as Promise<void>)
    if (!(response instanceof Response)) return // not a file: a page answered
    const isBuilt = path.startsWith('/assets/') // their names contain a hash of their content
    response.headers.set(
      'Cache-Control',
      `public, ${isBuilt ? `max-age=${YEAR_SECONDS}, immutable` : 'max-age=3600'}`,
    )
    if (!isBuilt) response.headers.set(...CORP_CROSS_ORIGIN)
    return response
  })
}
