// The site and the desk with hot reload, over the embedded backend or BACKEND_URL. Changes to services and to the server
// need a restart.
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { parseEnv } from '#env.ts'
import { createSite } from '#server/create-site.ts'
import { createHttpServer } from '#server/http-server.ts'
import type { DevelopmentPages } from '#server/load-build.ts'
import { CIRCUIT_TIMES } from '#server/resilience/circuit-breaker.ts'
import { processLog } from '#services/log.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const PORT = Number(process.env.DEV_PORT ?? 5173)
// SITE_URL names the production site.
const env = parseEnv({ ...process.env, PORT: String(PORT), HOST: '127.0.0.1', SITE_URL: '' })

const site = await createSite(env, processLog, CIRCUIT_TIMES, undefined, {
  development: {
    // Without a policy there is no nonce, which the browser would hide from hydration.
    renderPage: async (request, context) =>
      (await load(pages)).renderPage(request, { ...context, nonce: '' }),
    renderDesk: async (request, context) => (await load(desk)).renderDesk(request, { ...context, nonce: '' }),
  },
})
const http = createHttpServer(
  {
    listener(request: IncomingMessage, response: ServerResponse) {
      const address = request.url
      const answer = () => {
        request.url = address
        site.listener(request, response)
      }
      const { middlewares } = isOfDesk(address) ? desk : pages
      middlewares(request, response, answer)
    },
  },
  { siteUrl: env.SITE_URL, log: processLog },
)
const server = { middlewareMode: true, hmr: { server: http } } as const
const pages = await createVite({ appType: 'custom', server })
const desk = await createVite({ appType: 'custom', root: 'desk', configFile: 'desk/vite.config.ts', server })
await site.publishFirstSnapshot()
// A hosted backend has a production site, which delivers the enquiries.
if (!env.BACKEND_URL) site.startOutbox()
http.listen(PORT, '127.0.0.1', () => {
  const data = env.BACKEND_URL
    ? `The data are those of ${env.BACKEND_URL}. Enquiries sent here are stored there, and not mailed from here.`
    : `Demonstration stock: try /plate/7%20W or /plate/1%20KP. The data are in ${env.DATA_DIR} (npm run db:reset recreates them).`
  process.stdout.write(
    `The site is open at http://127.0.0.1:${PORT}, with hot reload, and the desk at /desk.\n${data}\n`,
  )
  if (!env.BACKEND_URL) site.printFirstPersonLink((text) => process.stdout.write(text), PORT)
})

function isOfDesk(address = ''): boolean {
  return /^\/desk(?:[/?]|$)/.test(address)
}

function load(application: ViteDevServer): Promise<DevelopmentPages> {
  return application.ssrLoadModule('./app/render.ts') as Promise<DevelopmentPages>
}
