/**
 * The `test` of the full flow: a site for each worker, with fresh data on the project's backend, its mail and the
 * dealer's commands.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { openBackend } from '#db/embedded.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { startMailServer } from '../mail-server.ts'
import { startPostgrest } from '../postgrest.ts'
import { test as base, expect } from './base.ts'

export { expect }

export type BackendKind = 'embedded' | 'hosted'

export interface SiteFixture {
  url: string
  office(...args: string[]): Promise<{ code: number | null; output: string }>
  /** Writes a file. @returns its path */
  file(name: string, content: string | Buffer): string
  readMail(reference: string): Promise<Email>
  /** The output of the first start. */
  readDeskLink(): Promise<string>
  /** Whether a page follows the data at once, as on an embedded backend. */
  pagesFollowAtOnce: boolean
  /** Follows the manual, into a file. */
  backUp(): Promise<void>
  /** Starts another site, as if on another machine, over the backup. @returns its URL */
  startElsewhere(): Promise<string>
}

export const test = base.extend<
  {
    press: (target: Locator) => Promise<void>
  },
  { backend: BackendKind; occasion: string; site: SiteFixture }
>({
  backend: ['embedded', { option: true, scope: 'worker' }],
  // Files that set another value get their own worker, and so their own site.
  occasion: ['full flow', { option: true, scope: 'worker' }],
  site: [
    async ({ backend, occasion: _ }, use) => {
      const { site, close } = await openSiteFixture(backend)
      await use(site)
      await close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  press: async ({ hasTouch }, use) => use((target) => (hasTouch ? target.tap() : target.click())),
})

async function openSiteFixture(backend: BackendKind) {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-house-'))
  const dataDir = join(folder, 'data')
  const hosted = backend === 'hosted' ? await openHostedBackend(dataDir) : null
  const environment = { DATA_DIR: dataDir, ...hosted?.environment }
  const elsewhere = openElsewhere(folder, environment)
  const server = run('server.mjs', [], { ...environment, PORT: '0', HOST: '127.0.0.1' })
  const printed = outputOf(server)
  const site: SiteFixture = {
    url: await addressOf(server),
    readDeskLink: () => waitFor(async () => printed().match(/http:\S+\/desk\/join\S+/)?.[0]),
    office: (...words) => runCli(words, environment),
    file(name, content) {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    },
    readMail: (reference) => waitFor(() => hosted?.readMail(reference) ?? readMailFile(dataDir, reference)),
    pagesFollowAtOnce: hosted === null,
    ...elsewhere,
  }
  const close = async () => {
    await stop(server)
    await elsewhere.close()
    await hosted?.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { site, close }
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
}

/** @param environment of the site that is backed up, on an embedded backend */
function openElsewhere(folder: string, environment: Record<string, string>) {
  const backup = join(folder, 'backup.db')
  const there = { ...environment, DATA_DIR: join(folder, 'elsewhere') }
  let server: ChildProcess | undefined
  const office = async (words: string[], of: Record<string, string>) => {
    const { code, output } = await runCli(words, of)
    if (code !== 0) throw new Error(`${words.join(' ')}: ${output}`)
  }
  return {
    backUp: () => office(['backup', backup], environment),
    async startElsewhere() {
      await office(['restore', backup], there)
      server = run('server.mjs', [], { ...there, PORT: '0', HOST: '127.0.0.1' })
      outputOf(server)
      return addressOf(server)
    },
    async close() {
      if (server) await stop(server)
    },
  }
}

/** HOSTED_PAGE_SECONDS: how long pages of a hosted backend are cached. */
const PAGE_SECONDS = 1

/** Starts a mail server and a PostgreSQL, and moves the data there as docs/operations.md describes. */
async function openHostedBackend(dataDir: string) {
  const [postgrest, mail] = await Promise.all([startPostgrest({ isAlone: true }), startMailServer()])
  openBackend({ dataDir }).close()
  const moved = await runCli(['move', '--to-database'], {
    DATA_DIR: dataDir,
    TARGET_DATABASE_URL: postgrest.databaseUrl,
  })
  if (moved.code !== 0) throw new Error(`The data could not be moved: ${moved.output}`)
  return {
    environment: {
      DATABASE_URL: postgrest.databaseUrl,
      PUBLIC_DATABASE_URL: postgrest.publicDatabaseUrl,
      PUBLIC_KEY_SECRET: postgrest.secret,
      HOSTED_PAGE_SECONDS: String(PAGE_SECONDS),
      SMTP_URL: mail.url,
      ENQUIRIES_TO: 'dealer@plates.example',
      ENQUIRIES_FROM: 'website@plates.example',
    },
    async readMail(reference: string) {
      const isToDealer = ({ to }: Email) => to?.some(({ address }) => address === 'dealer@plates.example')
      return (await mail.read()).filter(isToDealer).find(({ subject }) => subject?.includes(reference))
    },
    close: () => Promise.all([postgrest.close(), mail.close()]),
  }
}

async function readMailFile(dataDir: string, reference: string): Promise<Email | undefined> {
  const folder = join(dataDir, 'mail')
  const name = readdirSync(folder).find((file) => file.endsWith(`${reference}.eml`))
  return name === undefined ? undefined : PostalMime.parse(readFileSync(join(folder, name)))
}

async function waitFor<Thing>(look: () => Promise<Thing | undefined>): Promise<Thing> {
  let thing: Thing | undefined
  await expect
    .poll(async () => {
      thing = await look().catch(() => undefined)
      return thing
    })
    .toBeDefined()
  return thing as Thing
}

function run(script: string, args: string[], environment: Record<string, string>): ChildProcess {
  return spawn('node', [script, ...args], {
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function runCli(args: string[], environment: Record<string, string>) {
  const child = run('office.mjs', args, environment)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** Waits for the server's address, and reads its output to the end so that it never blocks on a full pipe. */
function outputOf(server: ChildProcess): () => string {
  let output = ''
  server.stdout?.on('data', (chunk) => {
    output = (output + chunk).slice(-20_000)
  })
  return () => output
}

function addressOf(server: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-4000)
        const open = output.match(/open at (http:\S+)/)?.[1]
        if (open) resolve(open)
      })
    server.once('exit', () => reject(new Error(`The site did not open: ${output}`)))
  })
}
