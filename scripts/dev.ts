// The site and the desk with hot reload, over the embedded backend or DATABASE_URL. A change of what the server has loaded
// needs a restart, which this says.
import { existsSync, watch } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { parseEnv } from '#env.ts'
import { createSite } from '#server/create-site.ts'
import { createHttpServer } from '#server/http-server.ts'
import type { DevelopmentPages } from '#server/load-build.ts'
import { createProcessLog } from '#services/log.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const PORT = Number(process.env.DEV_PORT ?? 5173)
// SITE_URL names the production site.
const env = parseEnv({ ...process.env, PORT: String(PORT), HOST: '127.0.0.1', SITE_URL: '' })

const log = createProcessLog(env.SERVER_NAME)
const site = await createSite(env, log, undefined, {
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
  { siteUrl: env.SITE_URL, log },
)
const server = { middlewareMode: true, hmr: { server: http } } as const
const pages = await createVite({ appType: 'custom', server })
const desk = await createVite({ appType: 'custom', root: 'desk', configFile: 'desk/vite.config.ts', server })
await site.publishFirstSnapshot()
// A hosted backend has a production site, which delivers the enquiries.
const isHosted = env.DATABASE_URL !== undefined
if (!isHosted) site.startOutbox()
http.listen(PORT, '127.0.0.1', () => {
  const data = isHosted
    ? `The data are those of the hosted backend. Enquiries sent here are stored there, and not mailed from here.`
    : `Demonstration stock: try /plate/7%20W or /plate/1%20KP. The data are in ${env.DATA_DIR} (npm run db:reset recreates them).`
  process.stdout.write(
    `The site is open at http://127.0.0.1:${PORT}, with hot reload, and the desk at /desk.\n${data}\n`,
  )
  if (!isHosted) site.printFirstPersonLink((text) => process.stdout.write(text), PORT)
})

/** Folders of code and SQL that the server reads once, when it starts. */
const READ_AT_START = ['data', 'db', 'packages', 'server', 'services', 'shared', 'supabase']

for (const folder of READ_AT_START)
  watch(folder, { recursive: true }, (_, name) => {
    if (name && /\.(?:ts|sql)$/.test(name) && !/\.test\.ts$/.test(name)) sayRestart(`${folder}/${name}`)
  })

/** Once for each file. */
const said = new Set<string>()

function sayRestart(path: string): void {
  if (said.has(path)) return
  said.add(path)
  const isMigration = /^(?:db|supabase)\/migrations\//.test(path)
  process.stdout.write(
    isMigration
      ? `${path} has changed: stop this, recreate the data with \`npm run db:reset\`, and start again.\n`
      : `${path} has changed: the server still has it as it was, until you start it again.\n`,
  )
}

function isOfDesk(address = ''): boolean {
  return /^\/desk(?:[/?]|$)/.test(address)
}

function load(application: ViteDevServer): Promise<DevelopmentPages> {
  return application.ssrLoadModule('./app/render.ts') as Promise<DevelopmentPages>
}
