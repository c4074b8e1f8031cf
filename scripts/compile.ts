/** The last step of a build: has Node compile what the server runs, by showing the pages that most visitors see. */
import { mkdtempSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepCompiled } from '../server/compiled.ts'

const PATHS = ['/', '/plates', '/sales-explorer', '/contact', '/healthz', '/favicon.ico']

keepCompiled()
const { parseEnv } = await import('../env.ts')
const { openSite } = await import('../server/site.ts')
await Promise.all([import('../server/listener.ts'), import('../server/stop.ts')])
const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-compile-'))
try {
  const site = await openSite(parseEnv({ DATA_DIR: dataDir }), {
    request: () => {},
    error: console.error,
    info: () => {},
  })
  for (const path of PATHS) {
    const { status } = await site.fetch(new Request(`http://127.0.0.1${path}`))
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  await site.close()
  flushCompileCache()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
