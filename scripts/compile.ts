// Fills Node's compile cache, for a faster start of the server and of commands; given a folder (build.next), only checks that its pages answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openCompileCache } from '#services/compile-cache.ts'

const PATHS = ['/', '/plates', '/sales-explorer', '/contact', '/healthz', '/favicon.ico']

const folder = process.argv[2]
if (!folder) openCompileCache()
const { parseEnv } = await import('#env.ts')
const { createSite } = await import('#server/create-site.ts')
const { CIRCUIT_TIMES } = await import('#server/resilience/circuit-breaker.ts')
await Promise.all([
  import('#server/http-server.ts'),
  import('#server/resilience/graceful-shutdown.ts'),
  import('#cli/run.ts'),
])
const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-compile-'))
try {
  const log = { request: () => {}, error: console.error, info: () => {} }
  const build = folder ? pathToFileURL(`${resolve(folder)}/`) : undefined
  const site = await createSite(parseEnv({ DATA_DIR: dataDir }), log, CIRCUIT_TIMES, build)
  for (const path of PATHS) {
    const { status } = await site.fetch(new Request(`http://127.0.0.1${path}`))
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  await site.close()
  flushCompileCache()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
