import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv, StartError } from '#env.ts'
import { createProcessLog, flushLog } from '#services/log.ts'
import { escapeControlInLines } from '#shared/text/escape-control.ts'
import { createSite, type Site } from './create-site.ts'
import { createHttpServer } from './http-server.ts'
import { createGracefulShutdown } from './resilience/graceful-shutdown.ts'

const SHUTDOWN_GRACE_MS = 10_000

/** Older than any Node version that runs this, so an earlier date means a wrong clock. */
const EARLIEST_DATE = Date.UTC(2024, 0)

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const env = parseEnv(process.env)
  if (Date.now() < EARLIEST_DATE)
    throw new StartError(
      `This machine’s clock says ${new Date().toUTCString()}. Set it first: enquiries are dated and removed by it.`,
    )
  const log = createProcessLog(env.SERVER_NAME)
  const site = await createSite(env, log)
  const server = createHttpServer(site, { siteUrl: env.SITE_URL, log })
  const stopServing = createGracefulShutdown(server)
  await site.publishFirstSnapshot()
  await listen(server, env.PORT, env.HOST)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(stopServing, site))
  site.startOutbox()
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : env.PORT
  process.stdout.write(`The site is open at http://${env.HOST}:${port}\n`)
  site.printFirstPersonLink((text) => process.stdout.write(text), port)
} catch (error) {
  const text = error instanceof StartError ? error.message : (error as Error).stack
  process.stderr.write(`${escapeControlInLines(String(text))}\n`)
  process.exit(1)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, port, host)))
    server.listen(port, host, resolve)
  })
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} is in use: stop the program that uses it, or set PORT to another number.`,
    )
  if (error.code === 'EACCES')
    return new StartError(`This user may not open port ${port}: set PORT to a number above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(
      `This machine has no address ${host}: set HOST to one it has, such as 127.0.0.1 or 0.0.0.0.`,
    )
  return error
}

async function stop(stopServing: (graceMs: number) => Promise<void>, site: Site) {
  const longestWait = sleep(SHUTDOWN_GRACE_MS)
  const deliveries = site.stopOutbox()
  await stopServing(SHUTDOWN_GRACE_MS)
  await Promise.race([deliveries, longestWait])
  await Promise.race([site.close(), longestWait])
  flushLog()
  process.exit(0)
}
