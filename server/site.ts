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
    return error
      ? context.json({ status: 'backend does not answer' }, 503)
      : context.json({ status: 'ready' })
  })

  if (embedded) {
    app.all('/rest/v1', ({ req }) => embedded.fetch(req.raw))
    app.all('/rest/v1/*', ({ req }) => embedded.fetch(req.raw))
  }

  const asset = serveStatic({ root: new URL('client', BUILD).pathname, precompressed: true })
  app.get('*', async (context, next) => {
    const response = await asset(context, next)
    if (!(response instanceof Response)) return // no such file: the pages have answered
    // A built file changes its name whenever it changes its content; what `public/` holds keeps its name.
    const caching = context.req.path.startsWith('/assets/')
      ? `max-age=${YEAR_SECONDS}, immutable`
      : 'max-age=3600'
    response.headers.set('Cache-Control', `public, ${caching}`)
    return response
  })

  app.all('*', async (context) => {
    const request = context.req.raw
    const url = new URL(request.url)
    if (!isDecodable(url.pathname)) return context.text('This address is not spelt correctly.\n', 400)
    if (url.pathname.length > 1 && url.pathname.endsWith('/')) {
      // One slash at the start, or the answer would lead to another site: //evil.example/
      return context.redirect(`/${url.pathname.replace(/^\/+|\/+$/g, '')}${url.search}`, 301)
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
    return context.text(
      `Something went wrong on our side. Please quote ${requestId} if you write to us.`,
      500,
    )
  })

  return { fetch: (request) => app.fetch(request), close: () => embedded?.close() }
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

async function loadBuild(): Promise<BuiltApp> {
  const bundle = new URL('server/index.js', BUILD)
  if (!existsSync(bundle))
    throw new StartFault('The site is not built yet: run `npm start`, or `npm run build`.')
  return import(bundle.href)
}
