import type { AddressInfo } from 'node:net'
import { beforeAll, onTestFinished } from 'vitest'
import { type Env, parseEnv } from '#env.ts'
import { requireBuild } from '#scripts/build-state.mjs'
import { createSite, type Site, type SiteParts } from '#server/create-site.ts'
import { createHttpServer, type HttpLimits } from '#server/http-server.ts'
import type { Log, RequestLine } from '#services/log.ts'
import { sharedDataDir, temporaryDataDir } from './temporary-folder.ts'

export interface ReadableSite {
  ask(path: string, init?: RequestInit): Promise<Response>
  /** @throws unless the page answers 200 */
  read(path: string): Promise<string>
  requests: RequestLine[]
  dataDir: string
  faults: { message: string; error: unknown }[]
}

export interface TestSite extends ReadableSite {
  listener: Site['listener']
  publishFirstSnapshot(): Promise<void>
  startOutbox(): void
}

interface OpenSite {
  site: Site
  env: Env
  log: Log
  requests: RequestLine[]
  faults: TestSite['faults']
}

async function openFresh(environment: Record<string, string>, parts?: Partial<SiteParts>): Promise<OpenSite> {
  const opened = await open({ DATA_DIR: temporaryDataDir(), ...environment }, parts)
  onTestFinished(() => opened.site.close())
  return opened
}

async function open(environment: Record<string, string>, parts?: Partial<SiteParts>): Promise<OpenSite> {
  requireBuild()
  const requests: RequestLine[] = []
  const faults: TestSite['faults'] = []
  const log: Log = {
    request: (line) => requests.push(line),
    error: (message, error) => faults.push({ message, error }),
    info() {},
  }
  const env = parseEnv({ SITE_URL: 'https://plates.test', ...environment })
  const site = await createSite(env, log, undefined, parts)
  return { site, env, log, requests, faults }
}

/** Opens the site on a port, for tests of the socket. */
export async function openTestServer(
  environment: Record<string, string> = {},
  limits?: HttpLimits,
  parts?: Partial<SiteParts>,
) {
  const { site, env, log, requests, faults } = await openFresh(environment, parts)
  const server = createHttpServer(site, { siteUrl: env.SITE_URL, log, limits })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { site, port, address: `http://127.0.0.1:${port}`, requests, faults, dataDir: env.DATA_DIR }
}

/** Opens the whole site over a new seeded database, and removes both when the test ends. */
export async function openTestSite(
  environment: Record<string, string> = {},
  parts?: Partial<SiteParts>,
): Promise<TestSite> {
  return asTestSite(await openFresh(environment, parts))
}

function asTestSite({ site, env, requests, faults }: OpenSite): TestSite {
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

let seeded: Promise<OpenSite> | undefined

/**
 * The site over the seed, which all tests of a worker share, with its cached pages: for tests that only read. Its
 * requests and faults are those since this call.
 */
export async function readTestSite(): Promise<ReadableSite> {
  seeded ??= open({ DATA_DIR: sharedDataDir() })
  return asReadable(await seeded)
}

interface SharedSite {
  /** Default: DATA_DIR with the seed. */
  environment?: () => Record<string, string>
  parts?: Partial<SiteParts>
}

/** Another site that the tests of a file or a `describe` share. */
export function shareTestSite({ environment, parts }: SharedSite): () => ReadableSite {
  let opened: OpenSite | undefined
  beforeAll(async () => {
    opened = await open({ DATA_DIR: sharedDataDir(), ...environment?.() }, parts)
    return () => opened?.site.close()
  })
  return () => {
    if (!opened) throw new Error('The site is opened before the tests, not before the suite')
    return asReadable(opened)
  }
}

function asReadable(opened: OpenSite): ReadableSite {
  opened.requests.length = 0
  opened.faults.length = 0
  const { ask, read, requests, dataDir, faults } = asTestSite(opened)
  return {
    read,
    requests,
    dataDir,
    faults,
    async ask(path, init) {
      if (init?.method && !['GET', 'HEAD'].includes(init.method))
        throw new Error(`${init.method} ${path} may change what other tests read: open a site for this test`)
      return ask(path, init)
    },
  }
}

/** The visible text of a page, with entities decoded and white space collapsed. */
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
