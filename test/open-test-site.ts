import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Env, parseEnv } from '../env.ts'
import { requireBuild } from '../scripts/build-state.mjs'
import { openSite, type Site } from '../server/create-site.ts'
import { createListener, type Limits } from '../server/http-server.ts'
import type { CircuitTimes } from '../server/resilience/circuit-breaker.ts'
import type { Log, RequestLine } from '../services/log.ts'

export interface TestSite {
  /** Asks the whole application, in process. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The body of a page that must answer 200. */
  read(path: string): Promise<string>
  /** Answers on a socket, as the server does it. */
  listener: Site['listener']
  publishFirstSnapshot(): Promise<void>
  /** What went to the log. */
  requests: RequestLine[]
  startOutbox(): void
  /** The folder of its database. */
  dataDir: string
  faults: { message: string; error: unknown }[]
}

interface OpenSite {
  site: Site
  env: Env
  log: Log
  requests: RequestLine[]
  faults: TestSite['faults']
}

async function openFresh(environment: Record<string, string>, watchTimes?: CircuitTimes): Promise<OpenSite> {
  requireBuild()
  const requests: RequestLine[] = []
  const faults: TestSite['faults'] = []
  const log: Log = {
    request: (line) => requests.push(line),
    error: (message, error) => faults.push({ message, error }),
    info() {},
  }
  const env = parseEnv({ DATA_DIR: temporaryFolder(), SITE_URL: 'https://plates.test', ...environment })
  const site = await openSite(env, log, watchTimes)
  onTestFinished(() => site.close())
  return { site, env, log, requests, faults }
}

/** The same on a port of this machine, for what only a socket shows. */
export async function openTestServer(environment: Record<string, string> = {}, limits?: Limits) {
  const { site, env, log, requests, faults } = await openFresh(environment)
  const server = createListener(site, { siteUrl: env.SITE_URL, log, limits })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { site, port, address: `http://127.0.0.1:${port}`, requests, faults, dataDir: env.DATA_DIR }
}

/** The whole site over a fresh, seeded database, for one test; everything is gone afterwards. */
export async function openTestSite(
  environment: Record<string, string> = {},
  watchTimes?: CircuitTimes,
): Promise<TestSite> {
  const { site, env, requests, faults } = await openFresh(environment, watchTimes)
  const ask = async (path: string, init?: RequestInit) =>
    site.fetch(new Request(`https://plates.test${path}`, init))
  return {
    ask,
    listener: site.listener,
    startOutbox: () => site.startOutbox(),
    dataDir: env.DATA_DIR,
    publishFirstSnapshot: site.publishFirstSnapshot,
    requests,
    faults,
    async read(path) {
      const response = await ask(path)
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      return response.text()
    },
  }
}

/** A folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The text of a page as it is read: no tags, no scripts, entities resolved, spaces folded. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&gt;/g, '>')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
