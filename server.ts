/** Starts the site on a port, and ends it without dropping a request that is under way. */
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { parseEnv, StartFault } from './env.ts'
import { flushLog, processLog } from './server/log.ts'
import { openSite, type Site } from './server/site.ts'

/** What a stranger may ask with; TRACE and CONNECT cannot even be made into a Request. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** An address and its headers: the contract takes 16,384 characters of query, and keys come beside them. */
const MAX_HEAD_BYTES = 32_768

/** Requests under way get this long to finish after SIGTERM. */
const GRACE_MS = 10_000

/** Where the first snapshot could not be published, a hosted backend being away, it is tried again. */
const SNAPSHOT_RETRY_MS = 300_000

process.env.NODE_ENV ??= 'production'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const env = parseEnv(process.env)
  const site = await openSite(env, processLog)
  const server = listener(site)
  await listen(server, env.PORT, env.HOST)
  site.startOutbox()
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : env.PORT
  process.stdout.write(`The site is open at http://${env.HOST}:${port}\n`)
  void site.publishFirstSnapshot()
  setInterval(() => void site.publishFirstSnapshot(), SNAPSHOT_RETRY_MS).unref()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(server, site))
} catch (error) {
  process.stderr.write(error instanceof StartFault ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exit(1)
}

function listener(site: Site): Server {
  const server = createServer(
    { maxHeaderSize: MAX_HEAD_BYTES, requestTimeout: 30_000, headersTimeout: 10_000 },
    (req, res) => {
      if (METHODS.has(req.method ?? '')) return site.listener(req, res)
      res
        .writeHead(405, { Allow: [...METHODS].join(', '), 'Content-Type': 'text/plain' })
        .end('Method not allowed\n')
    },
  )
  return server
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFault(error, port, host)))
    server.listen(port, host, resolve)
  })
}

function listenFault(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new StartFault(`Port ${port} is in use: stop what listens there, or set PORT to another number.`)
  if (error.code === 'EACCES')
    return new StartFault(`Port ${port} may not be opened by this user: set PORT to a number above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartFault(
      `This machine has no address ${host}: set HOST to one it has, such as 127.0.0.1 or 0.0.0.0.`,
    )
  return error
}

function stop(server: Server, site: Site) {
  server.close(async () => {
    // What is being mailed gets the same grace; what does not finish is taken up after the next start.
    await Promise.race([site.close(), new Promise((resolve) => setTimeout(resolve, GRACE_MS))])
    flushLog()
    process.exit(0)
  })
  server.closeIdleConnections()
  setTimeout(() => {
    server.closeAllConnections()
  }, GRACE_MS).unref()
}
