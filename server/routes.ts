import { Hono } from 'hono'
import { ClientGone, QueueFull } from '#packages/sqlite-rest/fair-queue.ts'
import type { RestServer } from '#packages/sqlite-rest/rest-server.ts'
import type { Log } from '#services/log.ts'
import { loggedPath } from '#services/logged-path.ts'
import type { PageFaultReporter } from '#services/page-faults/page-faults.ts'
import type { PageViewCounter } from '#services/page-views/page-view-counter.ts'
import type { UnmetSearchCounter } from '#services/unmet-searches/unmet-search-counter.ts'
import { UNMET_SEARCH_PATH } from '#shared/list/unmet-search.ts'
import { archivePath } from '#shared/sales/archive.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { PAGE_FAULT_PATH } from '#shared/text/page-fault.ts'
import type { ArchiveServer } from './archive-handler.ts'
import type { ReadClientNetwork } from './client-network.ts'
import type { createDeskHandler } from './desk-handler.ts'
import { addOperatorEndpoints, type OperatorOptions } from './operator-endpoints.ts'
import { createPageHandler, type PageHandlerOptions } from './page-handler.ts'
import { type createPictureHandler, PICTURE_ROUTE } from './picture-handler.ts'
import { answerReport } from './read-report.ts'
import type { RecordRequest } from './record-request.ts'
import { nextRequestId } from './request-id.ts'
import { CLIENT_GONE } from './rest-adapter.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from './security/csrf.ts'
import { defaultHeaders, NO_STORE } from './security/security-headers.ts'
import { answerSendEmail } from './send-email-handler.ts'
import type { SiteEnv } from './site-env.ts'
import { addStaticFiles } from './static-files.ts'

interface RouteOptions extends OperatorOptions, PageHandlerOptions {
  contract: Pick<RestServer, 'fetch'>
  readClient: ReadClientNetwork
  log: Log
  archive: ArchiveServer
  unmetSearches: UnmetSearchCounter
  reportPageFault: PageFaultReporter
  pageViews: Pick<PageViewCounter, 'count'>
  build: URL
  dataDir: string
  desk: ReturnType<typeof createDeskHandler>
  pictures: ReturnType<typeof createPictureHandler>
  record: RecordRequest
}

/** Allows both field names and a long, escaped term. */
const MAX_SEARCH_BYTES = 512
/** Allows a long, escaped message. */
const MAX_FAULT_BYTES = 2_048

export function createRoutes(options: RouteOptions): Hono<SiteEnv> {
  const { contract, enquiries, archive, unmetSearches, log, record, siteUrl } = options
  const app = new Hono<SiteEnv>()
  const defaults = defaultHeaders(siteUrl)

  app.use(async (context, next) => {
    const startedAt = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    const forwardedFor = context.req.raw.headers.get('X-Forwarded-For')
    context.set('client', options.readClient(forwardedFor, context.env?.incoming))
    await next()
    const { req, res } = context
    res.headers.set('X-Request-Id', requestId)
    for (const [name, value] of defaults) if (!res.headers.has(name)) res.headers.set(name, value)
    record({ requestId, method: req.method, path: loggedPath(req.path), status: res.status }, startedAt)
  })

  for (const path of ['/healthz', '/readyz', '/rest/v1/*'])
    app.use(path, async (context, next) => {
      await next()
      for (const [name, value] of NO_STORE) context.res.headers.set(name, value)
    })

  addOperatorEndpoints(app, options)

  app.use('/functions/*', async (context, next) => {
    if (!isCrossSite(context.req.raw, siteUrl, options.trustedProxies)) return next()
    return context.json({ error: CROSS_SITE_REFUSAL }, 403)
  })
  app.all('/functions/v1/send-email', (context) => {
    const { client: from, requestId } = context.var
    return answerSendEmail(context.req.raw, (body, key) => enquiries.send(body, { from, requestId, key }))
  })
  app.all(UNMET_SEARCH_PATH, ({ req, var: { client } }) =>
    answerReport(
      req.raw,
      MAX_SEARCH_BYTES,
      (form) => unmetSearches.count({ list: form.get('list'), term: form.get('term') }, client),
      'A report needs the list and 2 to 16 letters and digits.',
    ),
  )
  app.all(PAGE_FAULT_PATH, ({ req, var: { client } }) =>
    answerReport(
      req.raw,
      MAX_FAULT_BYTES,
      (form) => {
        const [page, file, message] = [form.get('page'), form.get('file'), form.get('message')]
        return options.reportPageFault({ page, file, message }, client)
      },
      'A report needs the kind of page, the file that failed, and the message.',
    ),
  )
  app.all('/functions/*', (context) => context.json({ error: 'There is no such function.' }, 404))

  for (const path of ['/rest/v1', '/rest/v1/*'])
    app.all(path, ({ req, var: { client } }) => contract.fetch(req.raw, { client: client.network }))

  for (const { archive: name } of EXPLORER_LIST)
    app.get(archivePath(name), ({ req }) => archive.answer(req.raw, name))

  app.get(PICTURE_ROUTE, options.pictures)
  addStaticFiles(app, options.build, options.dataDir)
  // React Router asks for the data of the first page at /desk.data.
  for (const path of ['/desk', '/desk.data', '/desk/*']) app.all(path, options.desk)
  const answerPage = createPageHandler(options)
  app.all('*', async (context) => {
    const response = await answerPage(context)
    const { method, url, headers } = context.req.raw
    const { status } = response
    const { pathname } = new URL(url)
    options.pageViews.count({ method, url: pathname, status, header: (name) => headers.get(name) })
    return response
  })

  app.onError((error, context) => {
    if (error instanceof ClientGone) return new Response(null, { status: CLIENT_GONE })
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
  return app
}
