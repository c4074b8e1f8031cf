/**
 * `npm run dev`: the site with its sources watched, over the embedded backend, at http://127.0.0.1:5173.
 * Pages and styles change as they are saved; a change of the server itself wants a restart.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import { archivePath } from '../app/data/archive.ts'
import { createBackendClient } from '../app/data/client.ts'
import { openBackend } from '../backend/server.ts'
import { parseEnv } from '../env.ts'
import { openArchive } from '../server/archive/answer.ts'
import { clientNetwork } from '../server/client-ip.ts'
import { CROSS_SITE_PAGE, isCrossSite } from '../server/csrf.ts'
import { answerSendEmail } from '../server/enquiries/answer.ts'
import { openEnquiries } from '../server/enquiries/open.ts'
import { processLog } from '../server/log.ts'

const PORT = 5173
const env = parseEnv({ ...process.env, PORT: String(PORT) })
const backend = openBackend({ dataDir: env.DATA_DIR })
const inProcess = (key: string) =>
  createBackendClient({ url: 'http://embedded.invalid/rest/v1', key }, (input, init) =>
    backend.fetch(new Request(input, init)),
  )
const enquiries = openEnquiries(inProcess(backend.serviceKey), env, processLog)
enquiries.startOutbox()
const archive = openArchive(env.DATA_DIR, (words, error) => processLog.error(words, error))
const http = createServer()
const vite = await createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server: http } } })

const answer = getRequestListener(
  async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/rest/v1')) return backend.fetch(request)
    if (request.method === 'POST' && isCrossSite(request, env.SITE_URL, env.TRUST_PROXY))
      return new Response(CROSS_SITE_PAGE, { status: 403 })
    const requestId = randomBytes(8).toString('hex')
    const from = clientNetwork({ forwardedFor: null, socketAddress: '127.0.0.1', trustedProxies: 0 })
    const sender = { from, requestId }
    if (pathname === '/functions/v1/send-email')
      return answerSendEmail(request, (body, key) => enquiries.send(body, { ...sender, key }))
    const exported = (['sales', 'jersey-sales'] as const).find((name) => pathname === archivePath(name))
    if (exported) return archive.answer(request, exported)
    const { renderPage } = (await vite.ssrLoadModule('./app/server.ts')) as typeof import('../app/server.ts')
    return renderPage(request, {
      client: inProcess(backend.anonKey),
      publicBackend: { url: '/rest/v1', key: backend.anonKey },
      siteUrl: env.SITE_URL,
      enquiryRetentionMonths: env.ENQUIRY_RETENTION_MONTHS,
      isBackendReachable: async () => true,
      readArchive: archive.read,
      requestId,
      sendEmail: (body, key) => enquiries.send(body, { ...sender, key }),
      readOnce: (_, read) => read(),
      report: (words, error) => processLog.error(words, error),
    })
  },
  { overrideGlobalObjects: false },
)

http.on('request', (request, response) =>
  vite.middlewares(request, response, () => answer(request, response)),
)
http.listen(PORT, '127.0.0.1', () => {
  process.stdout.write(`The site is open at http://127.0.0.1:${PORT}, and follows the sources.
Demonstration stock: try /plate/7%20W or /plate/1%20KP. Data stand in ${env.DATA_DIR} (npm run db:reset begins anew).\n`)
})
