import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import { FairQueue } from '../packages/sqlite-rest/fair-queue.ts'
import { publishSnapshot } from '../services/archive/publish.ts'
import { startErasure } from '../services/enquiries/erasure.ts'
import { createEnquiryService } from '../services/enquiries/service.ts'
import { createAccuracyService } from '../services/estimates/accuracy.ts'
import { createEstimateService, type EstimatorSource } from '../services/estimates/estimate-service.ts'
import { loadModel } from '../services/estimates/load-model.ts'
import { findModelFolder, MODEL_FILES } from '../services/estimates/model-folder.ts'
import type { Log } from '../services/log.ts'
import { createArchiveHandler } from './archive-handler.ts'
import { createClientNetworkReader } from './client-network.ts'
import { connectBackend } from './connect-backend.ts'
import { loadBuild } from './load-build.ts'
import { Counters } from './metrics/counters.ts'
import { createMetricsHandler } from './metrics/handler.ts'
import { PageCache, RENDER_QUEUE_LIMITS } from './page-cache.ts'
import { createRequestRecorder } from './record-request.ts'
import { createDocumentRenderer } from './render-document.ts'
import { createPageRenderer } from './render-page.ts'
import { createRequestListener } from './request-listener.ts'
import { CIRCUIT_TIMES } from './resilience/circuit-breaker.ts'
import { createRoutes } from './routes.ts'

const BUILD = new URL('../build/', import.meta.url)

export interface Site {
  fetch(request: Request): Response | Promise<Response>
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Never throws. */
  publishFirstSnapshot(): Promise<void>
  startOutbox(): void
  stopOutbox(): Promise<void>
  close(): Promise<void>
}

/** By default the model that `estimate train` has written, else the one that ships. */
export interface TrainedFiles {
  loadEstimator: () => Promise<EstimatorSource>
  residualsPath: string
}

/** @throws StartError if the build is missing or the database cannot be opened */
export async function createSite(
  env: Env,
  unredactedLog: Log,
  times = CIRCUIT_TIMES,
  build = BUILD,
  trained: Partial<TrainedFiles> = {},
): Promise<Site> {
  let isClosing = false
  const { SITE_URL: siteUrl, TRUST_PROXY: trustedProxies } = env
  const counters = env.METRICS_TOKEN ? new Counters() : undefined
  const { renderPage, createBackendClient, styleSheetPath } = await loadBuild(build)
  const backend = connectBackend(env, unredactedLog, { times, counters, createClient: createBackendClient })
  const { embedded, client, log } = backend
  const erasure = embedded && startErasure(embedded, log)
  const enquiries = createEnquiryService(backend.serviceClient, env, log, erasure)
  const archive = createArchiveHandler(env.DATA_DIR, (message, error) => log.error(message, error))
  const renderQueue = new FairQueue(RENDER_QUEUE_LIMITS)
  const isOff = env.ESTIMATES === 'off'
  const modelFolder = findModelFolder(env.DATA_DIR)
  const accuracy = createAccuracyService({
    isOff,
    log,
    path: trained.residualsPath ?? join(modelFolder, MODEL_FILES.residuals),
  })
  const estimates = createEstimateService({
    isOff,
    load: trained.loadEstimator ?? (() => loadModel(modelFolder)),
    client,
    accuracy,
    dataVersion: backend.dataVersion,
    log,
  })
  const pages = new PageCache({
    queue: renderQueue,
    version() {
      const dataVersion = backend.dataVersion()
      return dataVersion === null ? null : `${dataVersion}.${estimates.revision()}`
    },
    staleAfterMs: embedded ? undefined : times.staleAfterMs,
  })
  const renderer = createPageRenderer({
    env,
    renderPage,
    renderDocument: createDocumentRenderer(new URL(`client${styleSheetPath}`, build), backend.hostedUrl),
    backend,
    enquiries,
    estimates,
    accuracy,
    archive,
    isClosing: () => isClosing,
  })
  const metrics =
    env.METRICS_TOKEN && counters
      ? createMetricsHandler({ token: env.METRICS_TOKEN, counters, pages, renderQueue, enquiries, embedded })
      : undefined
  const readClient = createClientNetworkReader(trustedProxies)
  const record = createRequestRecorder(log, counters)
  const shared = { embedded, pages, readClient, siteUrl, log, record }
  const app = createRoutes({
    ...shared,
    client,
    enquiries,
    archive,
    metrics,
    renderer,
    renderQueue,
    trustedProxies,
    build,
  })
  return {
    fetch: (request) => app.fetch(request),
    listener: createRequestListener({ ...shared, app }),
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
      erasure?.stop()
      backend.close()
    },
  }
}
