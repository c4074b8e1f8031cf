import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Env } from '#env.ts'
import { FairQueue } from '#packages/sqlite-rest/fair-queue.ts'
import { AlertRunner } from '#services/alerts/alert-runner.ts'
import { createAlertService } from '#services/alerts/alert-service.ts'
import { stopAlertsOf } from '#services/alerts/alert-store.ts'
import { createSalesFollower } from '#services/archive/follow-sales.ts'
import { createFirmInArticles } from '#services/articles/firm-in-articles.ts'
import { createLiveArticles } from '#services/articles/live-articles.ts'
import { createScheduleRunner } from '#services/articles/schedule-runner.ts'
import { createEndRunner } from '#services/deals/end-runner.ts'
import { createEnquiryService } from '#services/enquiries/service.ts'
import { createAccuracyService } from '#services/estimates/accuracy-report.ts'
import { createEstimateService, type EstimatorSource } from '#services/estimates/estimate-service.ts'
import { loadModel } from '#services/estimates/load-model.ts'
import { MODEL_FILES, MODEL_FOLDER } from '#services/estimates/model-folder.ts'
import type { Log } from '#services/log.ts'
import { createPageFaultReporter } from '#services/page-faults/page-faults.ts'
import { createPageViewCounter } from '#services/page-views/page-view-counter.ts'
import { addPageViews } from '#services/page-views/page-view-store.ts'
import { createResizer } from '#services/pictures/resizer.ts'
import { eraseDeleted, startErasure } from '#services/retention/erasure.ts'
import { runScheduledRetention } from '#services/retention/scheduled-retention.ts'
import { createLiveSettings } from '#services/settings/live-settings.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { createUnmetSearchCounter } from '#services/unmet-searches/unmet-search-counter.ts'
import { addUnmetSearches } from '#services/unmet-searches/unmet-search-store.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { createArchiveHandler } from './archive-handler.ts'
import { createClientNetworkReader } from './client-network.ts'
import { connectBackend } from './connect-backend.ts'
import { createDeskHandler } from './desk-handler.ts'
import { printFirstPersonLink } from './first-person.ts'
import { publishFirstSnapshot } from './first-snapshot.ts'
import { keepAssets } from './kept-assets.ts'
import { type DevelopmentPages, loadDesk, loadSite } from './load-build.ts'
import { Counters } from './metrics/counters.ts'
import { createMetricsHandler } from './metrics/handler.ts'
import { PageCache, RENDER_QUEUE_LIMITS } from './page-cache.ts'
import { createPictureHandler } from './picture-handler.ts'
import { onePictureAtATime } from './picture-uploads.ts'
import { createReadinessCheck } from './readiness.ts'
import { createRequestRecorder } from './record-request.ts'
import { createDocumentRenderer } from './render-document.ts'
import { createPageRenderer } from './render-page.ts'
import { createRequestListener } from './request-listener.ts'
import { createRoutes } from './routes.ts'
import { deskDocumentHeaders, NO_POLICY } from './security/security-headers.ts'

/** scripts/setup.mjs tries a new build before it replaces the one in use. */
const BUILD = new URL(`../${process.env.BUILD_DIRECTORY ?? 'build'}/`, import.meta.url)

/** How long a visitor waits for a new page of a hosted site if a stale one is there. */
const STALE_AFTER_MS = 250

/** The page of an explorer, whose data are sales alone; the pages below it are others. */
const EXPLORER = new RegExp(`^(?:${EXPLORER_LIST.map(({ path }) => path).join('|')})(?:\\?|$)`)

export interface Site {
  fetch(request: Request): Response | Promise<Response>
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Never throws. */
  publishFirstSnapshot(): Promise<void>
  /** Prints to the terminal while nobody can sign in to the desk. Never throws. */
  printFirstPersonLink(write: (text: string) => void, port: number): void
  startOutbox(): void
  stopOutbox(): Promise<void>
  close(): Promise<void>
}

/** What tests and the development server bring themselves. */
export interface SiteParts {
  /** Default: the model that ships. */
  loadEstimator: () => Promise<EstimatorSource>
  residualsPath: string
  /** Answers what pages read, in place of the embedded database. */
  pageReads: typeof fetch
  /** Instead of those of the build. */
  development: DevelopmentPages
}

interface Given {
  env: Env
  build: URL
  parts: Partial<SiteParts>
  front: DevelopmentPages | Awaited<ReturnType<typeof loadSite>>
}

/** @throws StartError if the database cannot be opened */
export async function createSite(
  env: Env,
  unredactedLog: Log,
  build = BUILD,
  parts: Partial<SiteParts> = {},
): Promise<Site> {
  // Nothing is opened for a build that is not there.
  const front = parts.development ?? (await loadSite())
  const given = { env, build, parts, front }
  const services = await openServices(given, unredactedLog)
  const background = createBackgroundWork(services, env)
  let isClosing = false
  const { app, listener } = createHandlers(given, services, () => isClosing)
  const { backend, archive, database, enquiries, log } = services
  const { client, embedded } = backend
  let stopPrinting = () => {}
  return {
    fetch: (request) => app.fetch(request),
    listener,
    publishFirstSnapshot: () =>
      publishFirstSnapshot({ archive, client, isEmbedded: !!embedded, dataDir: env.DATA_DIR, log }),
    printFirstPersonLink(write, port) {
      stopPrinting = printFirstPersonLink({ database, env, log, write }, port)
    },
    startOutbox() {
      enquiries.startOutbox()
      background.start()
      if (!parts.development) keepAssets(build, env.DATA_DIR, log)
    },
    async stopOutbox() {
      await background.stop()
    },
    async close() {
      if (isClosing) return
      isClosing = true
      stopPrinting()
      await Promise.all([background.stop(), services.unmetSearches.stop(), services.pageViews.stop()])
      services.settings.stop()
      services.articles.stop()
      services.erasure?.stop()
      await backend.close()
    },
  }
}

type Services = Awaited<ReturnType<typeof openServices>>

/** The database, and what the site keeps or counts in memory of it. */
async function openServices({ env, build, parts }: Given, unredactedLog: Log) {
  const counters = new Counters()
  const backend = connectBackend(env, unredactedLog, { counters, pageReads: parts.pageReads })
  const { embedded, client, database, log } = backend
  const erasure = embedded && startErasure(embedded, log)
  const liveOptions = { log, dataVersion: embedded && backend.dataVersion }
  const settings = createLiveSettings({ ...liveOptions, database, defaults: defaultsOf(env) })
  await settings.refresh()
  const articles = createLiveArticles({ ...liveOptions, database, build })
  await articles.refresh()
  backend.onDataChange(() => void Promise.all([settings.refresh(), articles.refresh()]))
  const enquiries = createEnquiryService(database, env, log, settings, {
    async removeOld() {
      await runScheduledRetention({
        database,
        settings,
        log,
        dataDir: env.DATA_DIR,
        afterRetention: erasure?.afterRetention,
      })
    },
    // If an address refuses email, its alerts end.
    async onAddressRefused({ kind, recipient }) {
      if (kind === 'alert') await stopAlertsOf(database, recipient)
    },
  })
  const alerting = { siteUrl: env.SITE_URL, settings, log, onQueued: () => enquiries.wakeOutbox() }
  const isOff = env.ESTIMATES === 'off'
  const accuracy = createAccuracyService({
    isOff,
    log,
    path: parts.residualsPath ?? join(MODEL_FOLDER, MODEL_FILES.residuals),
  })
  const estimates = createEstimateService({
    isOff,
    load: parts.loadEstimator ?? (() => loadModel(MODEL_FOLDER)),
    client,
    accuracy,
    dataVersion: backend.dataVersion,
    log,
  })
  return {
    counters,
    backend,
    database,
    log,
    erasure,
    settings,
    articles,
    enquiries,
    alerting,
    alerts: createAlertService({ ...alerting, database }),
    archive: createArchiveHandler(env.DATA_DIR, (message, error) => log.error(message, error)),
    unmetSearches: createUnmetSearchCounter((searches) => addUnmetSearches(database, searches), log),
    pageViews: createPageViewCounter((views) => addPageViews(database, views), log),
    accuracy,
    estimates,
  }
}

/** What goes on without requests. */
function createBackgroundWork(
  { backend, database, log, articles, alerting, archive, enquiries }: Services,
  env: Env,
) {
  const { client, salesVersion } = backend
  const runners = [
    createSalesFollower({ client, dataDir: env.DATA_DIR, current: archive.current, salesVersion, log }),
    createEndRunner({ database, log }),
    new AlertRunner({ ...alerting, database }),
    createScheduleRunner({ database, articles, log }),
  ]
  return {
    start() {
      for (const runner of runners) runner.start()
    },
    stop: () => Promise.all([...runners.map((runner) => runner.stop()), enquiries.stop()]),
  }
}

/** What answers requests: the routes with their pages, the page cache, and the desk. */
function createHandlers(
  { env, build, parts: { development }, front }: Given,
  services: Services,
  isClosing: () => boolean,
) {
  const { SITE_URL: siteUrl, TRUST_PROXY: trustedProxies } = env
  const { counters, backend, database, log, settings, articles, enquiries, archive, estimates } = services
  const { embedded, client } = backend
  const renderQueue = new FairQueue(RENDER_QUEUE_LIMITS)
  const pages = new PageCache({
    queue: renderQueue,
    version(address) {
      const dataVersion = EXPLORER.test(address) ? backend.salesVersion() : backend.dataVersion()
      // Pages that contain or depend on the date are rendered again each day.
      const day = new Date().toISOString().slice(0, 10)
      return dataVersion === null || development
        ? null
        : `${dataVersion}.${estimates.revision()}.${settings.revision()}.${articles.revision()}.${day}`
    },
    staleAfterMs: embedded ? undefined : STALE_AFTER_MS,
  })
  const renderer = createPageRenderer({
    ...services,
    env,
    renderPage: front.renderPage,
    renderDocument:
      'styleSheets' in front
        ? createDocumentRenderer(front.styleSheets)
        : (html) => ({ body: Buffer.from(html), headers: [NO_POLICY] }),
    firmInArticles: createFirmInArticles({ defaults: defaultsOf(env).site, shipped: articles.shipped, log }),
    isClosing,
  })
  const checkReadiness = createReadinessCheck(client, enquiries, log)
  const { METRICS_TOKEN } = env
  const metrics = METRICS_TOKEN
    ? createMetricsHandler({
        ...services,
        env: { ...env, METRICS_TOKEN },
        pages,
        renderQueue,
        checkReadiness,
        embedded,
      })
    : undefined
  const readClient = createClientNetworkReader(trustedProxies)
  const record = createRequestRecorder(log, counters)
  const shared = { ...services, contract: backend.contract, pages, readClient, siteUrl, record }
  const desk = createDeskHandler({
    env,
    client,
    database,
    log,
    settings,
    articles,
    readSnapshot: archive.current,
    loadDesk: async () => development ?? loadDesk(),
    documentHeaders: development ? () => [NO_POLICY] : deskDocumentHeaders,
    resizePicture: createResizer(),
    wakeOutbox: () => enquiries.wakeOutbox(),
    eraseDeleted: async () => (embedded ? eraseDeleted(embedded) : true),
  })
  const app = createRoutes({
    ...shared,
    desk: onePictureAtATime(desk, siteUrl),
    pictures: createPictureHandler({ database, renderQueue, log }),
    checkReadiness,
    reportPageFault: createPageFaultReporter(env.DATA_DIR, log),
    metrics,
    renderer,
    renderQueue,
    trustedProxies,
    build,
    dataDir: env.DATA_DIR,
  })
  return { app, listener: createRequestListener({ ...shared, app }) }
}
