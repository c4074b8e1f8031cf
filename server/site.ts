/**
 * The whole site as a function of a request: the contract under /rest/v1, the built assets, the pages, and
 * what an operator asks. `server.ts` puts it on a port; tests ask it in process.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { renderPage } from '../app/server.ts'
import { openBackend } from '../backend/server.ts'
import { type Env, StartFault } from '../env.ts'
import { compressed } from './compressed.ts'
import type { Log } from './log.ts'
import { documentHeaders, everyHeader } from './security-headers.ts'

const BUILD = new URL('../build/', import.meta.url)
const YEAR_SECONDS = 31_536_000

/** What the built application offers; it is loaded at run time, so its types are named here. */
interface BuiltApp {
  renderPage: typeof renderPage
  createBackendClient: typeof import('../app/data/client.ts').createBackendClient
}

export interface Site {
  fetch(request: Request): Response | Promise<Response>
  close(): void
}

/**
 * @throws StartFault where the build is missing or the database cannot be opened
 */
export async function openSite(env: Env, log: Log): Promise<Site> {
  const { renderPage, createBackendClient } = await loadBuild()
  const hosted = env.BACKEND_URL
    ? { url: `${env.BACKEND_URL}/rest/v1`, key: env.BACKEND_ANON_KEY ?? '' }
    : undefined
  const embedded = hosted ? undefined : openBackend({ dataDir: env.DATA_DIR })
  const publicBackend = hosted ?? { url: '/rest/v1', key: embedded?.anonKey ?? '' }
  const client = embedded
    ? createBackendClient({ url: 'http://embedded.invalid/rest/v1', key: embedded.anonKey }, (input, init) =>
        embedded.fetch(new Request(input, init)),
      )
    : createBackendClient(publicBackend)

  const app = new Hono<{ Variables: { requestId: string } }>()

  app.use(async (context, next) => {
    const began = performance.now()
    const requestId = randomBytes(8).toString('hex')
    context.set('requestId', requestId)
    await next()
    const { req, res } = context
    for (const [name, value] of Object.entries(everyHeader)) res.headers.set(name, value)
    res.headers.set('X-Request-Id', requestId)
    log.request({
      requestId,
      method: req.method,
      path: req.path,
      status: res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
    })
  })

  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const { error } = await client.from('plates').select('id').limit(1)
    if (error) log.error('The backend does not answer', error, context.get('requestId'))
    return error ? context.json({ status: 'backend does not answer' }, 503) : context.json({ status: 'ready' })
  })

  if (embedded) {
    app.all('/rest/v1', ({ req }) => embedded.fetch(req.raw))
    app.all('/rest/v1/*', ({ req }) => embedded.fetch(req.raw))
  }

  app.use(
    '/assets/*',
    serveStatic({
      root: new URL('client', BUILD).pathname,
      precompressed: true,
      onFound: (_path, context) => {
        context.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`)
      },
    }),
  )
  app.use(
    '/*',
    serveStatic({
      root: new URL('client', BUILD).pathname,
      precompressed: true,
      onFound: (_path, context) => {
        context.header('Cache-Control', 'public, max-age=3600')
      },
    }),
  )

  app.all('*', async (context) => {
    const request = context.req.raw
    const url = new URL(request.url)
    if (url.pathname.length > 1 && url.pathname.endsWith('/')) {
      return context.redirect((url.pathname.replace(/\/+$/, '') || '/') + url.search, 301)
    }
    const requestId = context.get('requestId')
    const nonce = randomBytes(16).toString('base64')
    const page = await renderPage(request, {
      client,
      publicBackend,
      siteUrl: env.SITE_URL,
      enquiryRetentionMonths: env.ENQUIRY_RETENTION_MONTHS,
      nonce,
      requestId,
      report: (words, error) => log.error(words, error, requestId),
    })
    return compressed(request, documentHeaders(page, { nonce, backendUrl: hosted?.url }))
  })

  app.onError((error, context) => {
    const requestId = context.get('requestId')
    log.error('Unexpected error', error, requestId)
    return context.text(`Something went wrong on our side. Please quote ${requestId} if you write to us.`, 500)
  })

  return { fetch: (request) => app.fetch(request), close: () => embedded?.close() }
}

async function loadBuild(): Promise<BuiltApp> {
  const bundle = new URL('server/index.js', BUILD)
  if (!existsSync(bundle)) throw new StartFault('The site is not built yet: run `npm start`, or `npm run build`.')
  return import(bundle.href)
}
