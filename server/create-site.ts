/**
 * The whole site: the contract under /rest/v1, the built assets, the pages, and what an operator asks.
 * `server.ts` puts it on a port; tests ask it in process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { type ArchiveName, archivePath } from '../app/features/sales/archive.ts'
import type { renderPage } from '../app/render.ts'
import { checkedFetch } from '../app/shared/backend/checked-fetch.ts'
import { isBackendReachable } from '../app/shared/backend/health-check.ts'
import { openBackend } from '../db/embedded.ts'
import { closeDataDir, findOpenPaths } from '../db/private-files.ts'
import { type Env, restRoot, StartError, secretsOf, serverRestRoot } from '../env.ts'
import { FairQueue, LeftQueue, QueueFull } from '../packages/sqlite-rest/fair-queue.ts'
import type { EmbeddedBackend } from '../packages/sqlite-rest/open-backend.ts'
import { publishSnapshot } from '../services/archive/publish.ts'
import { ARCHIVES } from '../services/archive/snapshot.ts'
import { type ClientNetwork, clientNetwork } from '../services/client-ip.ts'
import { openErasure } from '../services/enquiries/erasure.ts'
import { openEnquiryService } from '../services/enquiries/service.ts'
import { type Log, withoutSecrets } from '../services/log.ts'
import { openArchive } from './archive-handler.ts'
import { acceptsEncoding } from './compression.ts'
import { deferModuleScripts, FREE } from './load-order.ts'
import { Counters, type Route, routeOf } from './metrics/counters.ts'
import { openMetrics } from './metrics/handler.ts'
import { type Page, PageCache, RENDERINGS, type Rendering } from './page-cache.ts'
import { asksForPart } from './range.ts'
import { ReadMemory } from './read-memory.ts'
import { nextRequestId } from './request-id.ts'
import { CircuitBreaker, TIMES } from './resilience/circuit-breaker.ts'
import { answerRest, CLIENT_GONE, isRestRequest } from './rest-adapter.ts'
import { CROSS_SITE_PAGE, CROSS_SITE_REFUSAL, isCrossSite } from './security/csrf.ts'
import {
  CORP_CROSS_ORIGIN,
  CORP_SAME_ORIGIN,
  CSP_NONE,
  documentHeaders,
  everyHeader,
  hashInlineScripts,
  hashOf,
  NOT_STORED,
} from './security/security-headers.ts'
import { SECURITY_TXT, securityTxt } from './security/security-txt.ts'
import { answerSendEmail, MAX_BODY_BYTES, readAtMost } from './send-email-handler.ts'
import { openInlineCss } from './style-sheet.ts'
import { oncePerTurn } from './turn.ts'

/** The built site. A new build takes its place while we run. */
const BUILD = new URL('../build/', import.meta.url)
const IN_PROCESS: ClientNetwork = { network: '', prefixes: ['in process'] }
const FREE_HASH = hashOf(FREE)
const YEAR_SECONDS = 31_536_000

/** As many characters as the contract takes of a query. Every choice of the explorers together has fewer. */
const MAX_ADDRESS_LENGTH = 16_384

/** What visitors may download is sent as it is read, and not kept: it may be long. */
const SALES_FILE = /^\/(?:jersey\/)?sales-explorer\.(?:csv|json)$/

/** Every file has an extension, and hardly a page, so that few pages are looked for on the disk. */
const FILE = /\.\w+$/

/** A browser asks again each time; a shared cache may serve for a minute, and asks again in the background. */
const PAGE_CACHING = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** On a socket we see who asks; in process there is nobody. */
interface Bindings {
  incoming?: IncomingMessage
}

/** What the built application offers; it is loaded at run time, so its types are named here. */
interface BuiltApp {
  renderPage: typeof renderPage
  createBackendClient: typeof import('../app/shared/backend/client.ts').createBackendClient
  styleSheetPath: string
}

export interface Site {
  /** Answers in process. */
  fetch(request: Request): Response | Promise<Response>
  /** Publishes the static exports if there are none yet. Waits for nothing else, and never throws. */
  publishFirstSnapshot(): Promise<void>
  /** Answers on a socket: the contract and kept pages at once, everything else through `fetch`. */
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Begins to deliver enquiries; until then they are only kept. */
  startOutbox(): void
  /** Finishes what is being delivered; the rest waits for the next start. */
  stopOutbox(): Promise<void>
  /** Finishes what is being delivered, then lets the database go. */
  close(): Promise<void>
}

/**
 * @param watchTimes how long a hosted backend is waited for
 * @param build the folder of the built site, with a stroke at its end
 * @throws StartError where the build is missing or the database cannot be opened
 */
export async function openSite(env: Env, openLog: Log, watchTimes = TIMES, build = BUILD): Promise<Site> {
  let isClosing = false
  let log = withoutSecrets(openLog, secretsOf(env))
  const { renderPage, createBackendClient, styleSheetPath } = await loadBuild(build)
  const styleSheet = openInlineCss(new URL(`client${styleSheetPath}`, build))
  const hosted = env.BACKEND_URL
    ? { url: restRoot(env.BACKEND_URL), key: env.BACKEND_ANON_KEY ?? '' }
    : undefined
  const embedded = hosted
    ? undefined
    : openBackend({
        dataDir: env.DATA_DIR,
        onFault: (error) => log.error('The backend failed', error),
      })
  closeDataDir(env.DATA_DIR)
  const openPaths = findOpenPaths(env.DATA_DIR)
  if (openPaths.length > 0)
    log.error(
      'Other users of this machine have a right to files in DATA_DIR, and it could not be taken away',
      openPaths,
    )
  if (embedded) log = withoutSecrets(log, [embedded.serviceKey, embedded.secret])
  const publicBackend = hosted ?? { url: '/rest/v1', key: embedded?.anonKey ?? '' }
  /** The address that a page is rendered for, so that its slow reads wait in that client's line. */
  const renderedFor = new AsyncLocalStorage<string>()
  // The embedded backend is asked in process, the hosted one over the network; nothing else differs.
  const restUrl = embedded ? 'http://embedded.invalid/rest/v1' : serverRestRoot(env)
  const reach: typeof fetch = embedded
    ? (input, init) => embedded.fetch(new Request(input, init), { client: renderedFor.getStore() })
    : checkedFetch({ timeoutMs: watchTimes.readMs })
  const meter = env.METRICS_TOKEN ? new Counters() : undefined
  const connect = (key: string, ask = reach) =>
    createBackendClient({ url: restUrl, key }, meter ? meter.watch(ask) : ask)
  const watch =
    hosted &&
    new CircuitBreaker(
      { url: restUrl, key: hosted.key },
      (message, of) => log.error(message, `Learnt from ${of}`),
      watchTimes,
    )
  const client = connect(publicBackend.key, watch?.fetch)
  const version = embedded ? dataVersionOf(embedded, log) : null
  const turn = version && oncePerTurn(version)
  const renderings = new FairQueue(RENDERINGS)
  const pages = new PageCache(
    version && turn
      ? { version, versionOfTurn: turn.read, queue: renderings }
      : {
          queue: renderings,
          // It gives no sign of a change: there a page is made anew after a while.
          version: () => String(Math.floor(performance.now() / (env.HOSTED_PAGE_SECONDS * 1000))),
          staleAfterMs: watchTimes.staleAfterMs,
        },
  )

  // A hosted backend gives no sign of a change, so there everything is read for each page.
  const reads = new ReadMemory(version ?? (() => null))

  const probe = () =>
    watch ? watch.isReachable() : isBackendReachable({ url: restUrl, key: publicBackend.key }, reach)
  const serviceKey = embedded ? embedded.serviceKey : env.BACKEND_SERVICE_KEY
  const service = serviceKey ? connect(serviceKey) : null
  const erasure = embedded && openErasure(embedded, log)
  const enquiries = openEnquiryService(service, env, log, erasure)

  const everyHead = [...everyHeader(env.SITE_URL), CORP_SAME_ORIGIN].flat()
  const contractHead = [...everyHead, ...CSP_NONE, ...NOT_STORED.flat()]
  /** What an answer gets that says nothing else. */
  const otherwise = [...everyHeader(env.SITE_URL), CORP_SAME_ORIGIN, CSP_NONE]

  const archive = openArchive(env.DATA_DIR, (message, error) => log.error(message, error))

  const app = new Hono<{ Variables: { requestId: string }; Bindings: Bindings }>()

  app.use(async (context, next) => {
    const began = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    await next()
    const { req, res } = context
    res.headers.set('X-Request-Id', requestId)
    for (const [name, value] of otherwise) if (!res.headers.has(name)) res.headers.set(name, value)
    log.request({ requestId, method: req.method, path: req.path, status: res.status, ms: since(began) })
    meter?.count(routeOf(req.path), res.status, performance.now() - began)
  })

  for (const path of ['/healthz', '/readyz', ...(embedded ? ['/rest/v1/*'] : [])])
    app.use(path, async (context, next) => {
      await next()
      for (const [name, value] of NOT_STORED) context.res.headers.set(name, value)
    })

  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const requestId = context.get('requestId')
    const { error } = await client.from('plates').select('id').limit(1)
    if (error) log.error('The backend does not answer', error, requestId)
    if (error) return context.json({ status: 'backend does not answer' }, 503)
    // Pages can be served while enquiries wait: that part is for whoever watches, not for a load balancer.
    return context.json({ status: 'ready', enquiries: await enquiries.describeBacklog(requestId) })
  })

  if (env.METRICS_TOKEN && meter) {
    const answer = openMetrics({ token: env.METRICS_TOKEN, meter, pages, renderings, enquiries, embedded })
    app.get('/metrics', (context) => answer(context.req.raw, context.get('requestId')))
  }

  app.use('/functions/*', async (context, next) => {
    const { raw } = context.req
    if (!isCrossSite(raw, env.SITE_URL, env.TRUST_PROXY)) return next()
    return context.json({ error: CROSS_SITE_REFUSAL }, 403)
  })
  app.all('/functions/v1/send-email', (context) => {
    const { raw } = context.req
    const sender = { from: clientOf(raw, context.env), requestId: context.get('requestId') }
    return answerSendEmail(raw, (body, key) => enquiries.send(body, { ...sender, key }))
  })
  app.all('/functions/*', (context) => context.json({ error: 'There is no such function.' }, 404))

  const clientOf = ({ headers }: Pick<Request, 'headers'>, bindings: Bindings | undefined): ClientNetwork => {
    const forwardedFor = headers.get('X-Forwarded-For')
    const { incoming } = bindings ?? {}
    // The process itself asks without a connection, and waits in no client's line.
    if (!incoming && !forwardedFor) return IN_PROCESS
    const socketAddress = incoming?.socket?.remoteAddress ?? ''
    return clientNetwork({ forwardedFor, socketAddress, trustedProxies: env.TRUST_PROXY })
  }

  if (embedded) {
    app.all('/rest/v1', ({ req, env }) => embedded.fetch(req.raw, { client: clientOf(req.raw, env).network }))
    app.all('/rest/v1/*', ({ req, env }) =>
      embedded.fetch(req.raw, { client: clientOf(req.raw, env).network }),
    )
  }

  for (const name of Object.keys(ARCHIVES) as ArchiveName[])
    app.get(archivePath(name), ({ req }) => archive.answer(req.raw, name))

  app.get(SECURITY_TXT, (context) =>
    context.text(securityTxt(env.SITE_URL), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    }),
  )

  const filesIn = (folder: string) =>
    serveStatic({ root: fileURLToPath(new URL(folder, build)), precompressed: true })
  const current = filesIn('client')
  // What pages of the build before ask for, in browsers and in our memory.
  const superseded = filesIn('superseded')
  app.get('*', async (context, next) => {
    if (!FILE.test(context.req.path)) return next()
    const { headers } = context.req.raw
    if (!asksForPart(headers)) headers.delete('Range')
    const response = await current(context, () => superseded(context, next) as Promise<void>)
    if (!(response instanceof Response)) return // no such file: the pages have answered
    // A built file changes its name whenever it changes its content; what `public/` holds keeps its name.
    const caching = context.req.path.startsWith('/assets/')
      ? `max-age=${YEAR_SECONDS}, immutable`
      : 'max-age=3600'
    response.headers.set('Cache-Control', `public, ${caching}`)
    if (!context.req.path.startsWith('/assets/')) response.headers.set(...CORP_CROSS_ORIGIN)
    return response
  })

  app.all('*', async (context) => {
    const request = context.req.raw
    const url = new URL(request.url)
    if (url.pathname.length + url.search.length > MAX_ADDRESS_LENGTH)
      return context.text('This address is too long.\n', 414)
    if (!isDecodable(url.pathname)) return context.text('This address is not spelt correctly.\n', 400)
    if (url.pathname.length > 1 && url.pathname.endsWith('/')) {
      // One slash at the start, or the answer would lead to another site: //evil.example/
      return context.redirect(`/${withoutOuterSlashes(url.pathname)}${url.search}`, 301)
    }
    const requestId = context.get('requestId')
    const from = clientOf(request, context.env)
    // A form's answer is for one visitor; everything that is only read can be kept.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (isCrossSite(request, env.SITE_URL, env.TRUST_PROXY)) return context.text(CROSS_SITE_PAGE, 403)
      const body = await readAtMost(request, MAX_BODY_BYTES)
      if (body === 'too long') return context.text('This is more than a form of ours can hold.\n', 413)
      if (body === 'broken off') return context.text('The form broke off.\n', 400)
      const { method, headers } = request
      const whole = new Request(url, { method, headers, body: body.length > 0 ? body : null })
      // Without a signal: what was sent is taken, even if the visitor leaves meanwhile.
      return uncached(
        await renderings.run(null, { client: from.network }, () => render(whole, requestId, from)),
      )
    }
    const asker = { client: from.network, signal: request.signal }
    if (SALES_FILE.test(url.pathname))
      return renderings.run(null, asker, () => sendFile(request, requestId, from))
    const renderNow = () => render(new Request(url, { headers: request.headers }), requestId, from)
    return pages.get(url.pathname + url.search, request, renderNow, asker)
  })

  interface Asker {
    requestId: string
    nonce: string
    from: ClientNetwork
  }

  /** Has the application answer, and sees what befalls it. */
  async function ask(request: Request, { requestId, nonce, from }: Asker) {
    const seen = { hasFailed: false, hasArchive: false, document: '' }
    const response = await renderPage(request, {
      client,
      publicBackend,
      siteUrl: env.SITE_URL,
      enquiryRetentionMonths: env.ENQUIRY_RETENTION_MONTHS,
      requestId,
      nonce,
      takeDocument(html) {
        seen.document = html
      },
      sendEmail: (body, key) => enquiries.send(body, { from, requestId, key }),
      async readArchive(name) {
        const read = await archive.read(name)
        if (read.data.length > 0) seen.hasArchive = true
        return read
      },
      isBackendReachable: probe,
      readOnce: (name, read) => reads.get(name, read),
      report(message, error) {
        seen.hasFailed = true
        // While the site closes, a read that breaks off is no fault, and its visitor has gone.
        if (!isClosing) log.error(message, error, requestId)
      },
    })
    return { response, seen }
  }

  /** Packed on the way, where it is asked for so. */
  async function sendFile(request: Request, requestId: string, from: ClientNetwork): Promise<Response> {
    const asker = { requestId, nonce: '', from }
    const { response, seen } = await renderedFor.run(from.network, () => ask(new Request(request.url), asker))
    const headers = new Headers(response.headers)
    if (!headers.has('Cache-Control'))
      headers.set('Cache-Control', seen.hasFailed ? 'no-store' : PAGE_CACHING)
    headers.set('Vary', 'Accept-Encoding')
    const isPacked = acceptsEncoding(request.headers.get('Accept-Encoding'), 'gzip')
    if (isPacked) headers.set('Content-Encoding', 'gzip')
    const { status } = response
    if (request.method === 'HEAD' || !response.body) {
      await response.body?.cancel()
      return new Response(null, { status, headers })
    }
    const body = isPacked ? response.body.pipeThrough(new CompressionStream('gzip')) : response.body
    return new Response(body, { status, headers })
  }

  async function render(request: Request, requestId: string, from: ClientNetwork): Promise<Rendering> {
    const nonce = randomBytes(18).toString('base64url')
    const asker = { requestId, nonce, from }
    const { response, seen } = await renderedFor.run(from.network, () => ask(request, asker))
    const type = response.headers.get('Content-Type') ?? ''
    const isDocument = type.startsWith('text/html')
    const html = isDocument ? (response.body ? await response.text() : seen.document) : ''
    const sealed = isDocument ? hashInlineScripts(html, nonce) : null
    const body = sealed
      ? styleSheet.writeInto(deferModuleScripts(sealed.html))
      : Buffer.from(await response.arrayBuffer())
    const isText = /^text\/|json|xml/.test(type) // pictures are packed already, and kept where they are drawn
    const isCacheable = !seen.hasFailed && isText && (response.status === 200 || response.status === 404)
    // The archive with its banner is what an explorer shows of a backend that is away, and no poorer page.
    const isDegraded = seen.hasFailed && !(seen.hasArchive && response.status === 200)
    const headers = [...response.headers]
    if (!response.headers.has('Cache-Control'))
      headers.push(['Cache-Control', isCacheable ? PAGE_CACHING : 'no-store'])
    if (sealed)
      headers.push(...documentHeaders([...sealed.hashes, FREE_HASH], [styleSheet.hash], hosted?.url))
    else headers.push(CSP_NONE)
    if (type.startsWith('image/')) headers.push(CORP_CROSS_ORIGIN)
    return { page: { status: response.status, headers, body }, isCacheable, isDegraded }
  }

  app.onError((error, context) => {
    if (error instanceof LeftQueue) return new Response(null, { status: CLIENT_GONE })
    if (error instanceof QueueFull)
      return context.text('The site is very busy just now. Please try again in a moment.\n', 503, {
        'Retry-After': '1',
        'Cache-Control': 'no-store',
      })
    const requestId = context.get('requestId')
    log.error('Unexpected error', error, requestId)
    return context.text(
      `Something went wrong on our side. Please quote ${requestId} if you write to us.`,
      500,
    )
  })

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler })

  /** What cannot be made into a request at all: a target that is no address, a host that is no name. */
  function errorHandler() {
    const requestId = nextRequestId()
    log.request({ requestId, method: '-', path: '-', status: 400, ms: 0 })
    return new Response('Bad Request\n', {
      status: 400,
      headers: [...otherwise, ['X-Request-Id', requestId]],
    })
  }

  return {
    fetch: (request) => app.fetch(request),
    listener(request, response) {
      const began = performance.now()
      const requestId = nextRequestId()
      const { method = '', url = '' } = request
      const note = (route: Route, status: number) => {
        log.request({ requestId, method, path: url.replace(/\?.*$/s, ''), status, ms: since(began) })
        meter?.count(route, status, performance.now() - began)
      }
      if (embedded && isRestRequest(url)) {
        turn?.forget()
        const head = ['X-Request-Id', requestId, ...contractHead]
        const forwarded = () =>
          new Headers({ 'X-Forwarded-For': String(request.headers['x-forwarded-for'] ?? '') })
        const client = () => clientOf({ headers: forwarded() }, { incoming: request }).network
        const status = answerRest(embedded, request, response, head, client)
        if (typeof status === 'number') return note('contract', status)
        return void status.then(
          (answered) => note('contract', answered),
          (error) => {
            log.error('Unexpected error', error, requestId)
            response.destroy()
          },
        )
      }
      const status = pages.answer(request, response, ['X-Request-Id', requestId, ...everyHead])
      if (status === false) return void listener(request, response)
      note('page', status)
    },
    async publishFirstSnapshot() {
      try {
        if (!(await archive.current())) await publishSnapshot(client, env.DATA_DIR)
      } catch (error) {
        log.error('The first snapshot of the sales could not be published', error)
      }
    },
    startOutbox: enquiries.startOutbox,
    stopOutbox: enquiries.stop,
    async close() {
      await enquiries.stop()
      isClosing = true
      watch?.close()
      erasure?.stop()
      embedded?.close()
    },
  }
}

function uncached({ page: { status, headers, body } }: { page: Page }): Response {
  return new Response(new Uint8Array(body), { status, headers })
}

/** What a database that does not answer cannot tell is null, and told once. */
function dataVersionOf(embedded: EmbeddedBackend, log: Log): () => string | null {
  let isAway = false
  return () => {
    try {
      const version = String(embedded.dataVersion())
      isAway = false
      return version
    } catch (error) {
      if (!isAway) log.error('The database does not answer: kept pages stand in for new ones', error)
      isAway = true
      return null
    }
  }
}

function since(began: number): number {
  return Math.round((performance.now() - began) * 10) / 10
}

function withoutOuterSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

async function loadBuild(build: URL): Promise<BuiltApp> {
  const bundle = new URL('server/index.js', build)
  if (!existsSync(bundle))
    throw new StartError('The site is not built yet: run `npm start`, or `npm run build`.')
  return import(bundle.href)
}
