// Hot reload of the pages, over the embedded backend or BACKEND_URL. Changes to the server itself need a restart.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import { openBackend } from '#db/embedded.ts'
import { parseEnv, restRoot, serverRestRoot } from '#env.ts'
import { createArchiveHandler } from '#server/archive-handler.ts'
import { CIRCUIT_TIMES } from '#server/resilience/circuit-breaker.ts'
import { crossSitePage, isCrossSite } from '#server/security/csrf.ts'
import { answerSendEmail } from '#server/send-email-handler.ts'
import { createAlertService } from '#services/alerts/alert-service.ts'
import { createLiveArticles } from '#services/articles/live-articles.ts'
import { clientNetwork } from '#services/client-ip.ts'
import { createEnquiryService } from '#services/enquiries/service.ts'
import { createAccuracyService } from '#services/estimates/accuracy-report.ts'
import { createEstimateService } from '#services/estimates/estimate-service.ts'
import { loadModel } from '#services/estimates/load-model.ts'
import { findModelFolder, MODEL_FILES } from '#services/estimates/model-folder.ts'
import { processLog } from '#services/log.ts'
import { createLiveSettings } from '#services/settings/live-settings.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { checkedFetch } from '#shared/data/checked-fetch.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { isBackendReachable } from '#shared/data/health-check.ts'
import { archivePath } from '#shared/sales/archive.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const PORT = Number(process.env.DEV_PORT ?? 5173)
// SITE_URL names the production site.
const env = parseEnv({ ...process.env, PORT: String(PORT), HOST: '127.0.0.1', SITE_URL: '' })
const embedded = env.BACKEND_URL ? null : openBackend({ dataDir: env.DATA_DIR })
const publicBackend = embedded
  ? { url: '/rest/v1', key: embedded.anonKey }
  : { url: restRoot(env.BACKEND_URL ?? ''), key: env.BACKEND_ANON_KEY ?? '' }
const restUrl = embedded ? 'http://embedded.invalid/rest/v1' : serverRestRoot(env)
const reach: typeof fetch = embedded
  ? (input, init) => embedded.fetch(new Request(input, init))
  : checkedFetch({ timeoutMs: CIRCUIT_TIMES.readTimeoutMs })
const connect = (key: string) => createBackendClient({ url: restUrl, key }, reach)
const serviceKey = embedded ? embedded.serviceKey : env.BACKEND_SERVICE_KEY
const serviceClient = serviceKey ? connect(serviceKey) : null
const settings = createLiveSettings({ client: serviceClient, defaults: defaultsOf(env), log: processLog })
await settings.refresh()
const enquiries = createEnquiryService(serviceClient, env, processLog, settings)
const alerts = createAlertService({
  client: serviceClient,
  siteUrl: env.SITE_URL,
  settings,
  log: processLog,
  onQueued: () => enquiries.wakeOutbox(),
})
// On a hosted backend the production site delivers enquiries.
if (embedded) enquiries.startOutbox()
const accuracy = createAccuracyService({
  isOff: env.ESTIMATES === 'off',
  log: processLog,
  path: join(findModelFolder(env.DATA_DIR), MODEL_FILES.residuals),
})
const estimates = createEstimateService({
  isOff: env.ESTIMATES === 'off',
  load: () => loadModel(findModelFolder(env.DATA_DIR)),
  client: connect(publicBackend.key),
  accuracy,
  dataVersion: () => String(Math.floor(Date.now() / 60_000)),
  log: processLog,
})
const articles = createLiveArticles({ client: serviceClient, log: processLog })
const archive = createArchiveHandler(env.DATA_DIR, (message, error) => processLog.error(message, error))
const http = createServer()
const vite = await createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server: http } } })

const answer = getRequestListener(
  async (request) => {
    const { pathname } = new URL(request.url)
    await settings.refresh()
    if (embedded && pathname.startsWith('/rest/v1')) return embedded.fetch(request)
    if (request.method === 'POST' && isCrossSite(request, env.SITE_URL, env.TRUST_PROXY))
      return new Response(crossSitePage(settings.current().site), { status: 403 })
    await articles.refresh()
    const requestId = randomBytes(8).toString('hex')
    const from = clientNetwork({ forwardedFor: null, socketAddress: '127.0.0.1', trustedProxies: 0 })
    const sender = { from, requestId }
    if (pathname === '/functions/v1/send-email')
      return answerSendEmail(request, (body, key) => enquiries.send(body, { ...sender, key }))
    const exported = (['sales', 'jersey-sales'] as const).find((name) => pathname === archivePath(name))
    if (exported) return archive.answer(request, exported)
    const { renderPage } = (await vite.ssrLoadModule('./app/render.ts')) as typeof import('#app/render.ts')
    return renderPage(request, {
      client: connect(publicBackend.key),
      publicBackend,
      siteUrl: env.SITE_URL,
      site: settings.current().site,
      enquiryRetentionMonths: settings.current().office.retentionMonths,
      isBackendReachable: () => isBackendReachable({ url: restUrl, key: publicBackend.key }, reach),
      readArchive: archive.read,
      requestId,
      alerts,
      clientNetwork: from,
      estimates,
      accuracy,
      articles,
      firmInArticles: null,
      sendEmail: (body, key) => enquiries.send(body, { ...sender, key }),
      logError: (message, error) => processLog.error(message, error),
    })
  },
  { overrideGlobalObjects: false },
)

http.on('request', (request, response) =>
  vite.middlewares(request, response, () => answer(request, response)),
)
http.listen(PORT, '127.0.0.1', () => {
  const data = embedded
    ? `Demonstration stock: try /plate/7%20W or /plate/1%20KP. The data are in ${env.DATA_DIR} (npm run db:reset recreates them).`
    : `The data are those of ${env.BACKEND_URL}. Enquiries sent here are stored there, and not mailed from here.`
  process.stdout.write(`The site is open at http://127.0.0.1:${PORT}, with hot reload.\n${data}\n`)
})
