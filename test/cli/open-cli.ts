/**
 * Runs the dealer's commands (`npm run office`) in a test: in process with a recording terminal, or as a child process;
 * on an embedded database, or on a hosted backend.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { runCli } from '#cli/run.ts'
import type { Terminal } from '#cli/terminal.ts'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { EMBEDDED_REST_URL, openBackend, openData } from '#db/embedded.ts'
import { readHostedFiles } from '#services/backend-migrations.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { NO_DATABASE } from '../broken-backend.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { temporaryDataDir, temporaryFolder } from '../temporary-folder.ts'

type Environment = Record<string, string>

export interface Answer {
  code: number
  out: string[]
  notes: string[]
  all: string
}

export interface TestCli {
  environment: Environment
  run(...args: string[]): Promise<Answer>
  runInteractive(answers: string[], ...args: string[]): Promise<Answer>
  /** Writes a file. @returns its path */
  file(name: string, content: string | Uint8Array): string
  rows(table: string): Promise<Record<string, unknown>[]>
  /** Reading it opens the backend. */
  readonly client: BackendClient
  readonly serviceKey: string
  /** Uses the database as the services do. */
  withData<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
}

export interface EmbeddedCli extends TestCli {
  fetch(request: Request): Promise<Response>
  /** Closes the database as the stop of a site does; the next use of `client` opens it again. */
  close(): void
}

export function openTestCli(environment: Environment = {}, { seed = true } = {}): EmbeddedCli {
  const dataDir = environment.DATA_DIR ?? temporaryDataDir({ seed })
  if (environment.DATA_DIR === undefined && !seed) markAsSeeded(dataDir)
  let opened: ReturnType<typeof openBackend> | undefined
  const backend = () => {
    if (opened) return opened
    opened = openBackend({ dataDir, seed })
    return opened
  }
  const close = () => {
    opened?.close()
    opened = undefined
  }
  onTestFinished(close)
  const fetchBackend = async (request: Request) => backend().fetch(request)
  const cli = createTestCli({ DATA_DIR: dataDir, ...environment }, () => {
    const { serviceKey } = backend()
    const client = createBackendClient({ url: EMBEDDED_REST_URL, key: serviceKey }, (input, init) =>
      fetchBackend(new Request(input, init)),
    )
    return { client, serviceKey, openDatabase: () => openData(dataDir) }
  })
  return Object.assign(cli, { fetch: fetchBackend, close })
}

/** Marks the database as seeded. */
function markAsSeeded(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  database.exec("INSERT INTO meta (key, value) VALUES ('seeded_at', '2026-11-01T00:00:00.000Z')")
  database.close()
}

/** @returns the URL of a server */
async function listen(answer: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export interface HostedCli extends TestCli {
  url: string
  /** Requests received: 'POST /rest/v1/sales'. */
  asked: string[]
}

/**
 * The commands over a hosted backend: the given PostgREST, else a server of the same contract. `interfere` may replace
 * a response, before or after the request is carried out.
 */
export async function openHostedCli({
  postgrest,
  interfere = async (_, answer) => answer(),
}: {
  postgrest?: { url: string; anonKey: string; serviceKey: string; databaseUrl: string } | undefined
  interfere?: (request: Request, answer: () => Promise<Response>) => Promise<Response>
} = {}): Promise<HostedCli> {
  const dataDir = temporaryFolder()
  const served = temporaryDataDir({ seed: false })
  const embedded = postgrest ? null : openBackend({ dataDir: served, seed: false })
  const asked: string[] = []
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    asked.push(`${request.method} ${pathname}`)
    return interfere(request, async () => {
      if (embedded && pathname.endsWith('/applied_files')) return answerAppliedFiles(request, embedded.fetch)
      if (embedded) return embedded.fetch(request)
      const body = request.method === 'POST' || request.method === 'PATCH' ? await request.text() : undefined
      return fetch(`${postgrest?.url}${pathname.slice('/rest/v1'.length)}${search}`, {
        method: request.method,
        headers: request.headers,
        ...(body === undefined ? {} : { body }),
      })
    })
  }
  onTestFinished(() => embedded?.close())
  const url = await listen(answer)
  const keys = embedded ?? postgrest
  const serviceKey = keys?.serviceKey ?? ''
  const environment = {
    DATA_DIR: dataDir,
    BACKEND_URL: url,
    BACKEND_ANON_KEY: keys?.anonKey ?? '',
    BACKEND_SERVICE_KEY: serviceKey,
    DATABASE_URL: postgrest?.databaseUrl ?? NO_DATABASE,
  }
  const client = createBackendClient({ url: `${url}/rest/v1`, key: serviceKey })
  const openDatabase = () => (postgrest ? openPostgres(postgrest.databaseUrl) : openData(served))
  return Object.assign(
    createTestCli(environment, () => ({ client, serviceKey, openDatabase })),
    { url, asked },
  )
}

/** A view that PostgreSQL alone has, as over a backend that deploy/migrate.sh has brought to this version. */
async function answerAppliedFiles(request: Request, ask: (request: Request) => Promise<Response>) {
  const refused = await ask(new Request(request.url.replace(/applied_files.*$/, 'audit?limit=0'), request))
  return refused.ok ? Response.json(readHostedFiles().map(({ name, digest }) => ({ name, digest }))) : refused
}

interface Access {
  client: BackendClient
  serviceKey: string
  openDatabase(): Database
}

function createTestCli(environment: Environment, openAccess: () => Access): TestCli {
  const folder = temporaryFolder()
  let opened: Access | undefined
  const access = () => {
    opened ??= openAccess()
    return opened
  }
  const runWith = async (answers: string[] | null, args: string[]): Promise<Answer> => {
    const { terminal, out, notes } = recordingTerminal(answers)
    const code = await runCli(args, { terminal, environment })
    return { code, out, notes, all: [...out, ...notes].join('\n') }
  }
  return {
    environment,
    get client() {
      return access().client
    },
    get serviceKey() {
      return access().serviceKey
    },
    async withData(work) {
      const database = access().openDatabase()
      return work(database).finally(() => database.destroy())
    },
    run: (...args) => runWith(null, args),
    runInteractive: (answers, ...args) => runWith(answers, args),
    file(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    async rows(table) {
      const rows: Record<string, unknown>[] = []
      for await (const row of readAll(access().client, table)) rows.push(row)
      return rows.sort((a, b) => (String(a.plate_number) < String(b.plate_number) ? -1 : 1))
    },
  }
}

function recordingTerminal(answers: string[] | null) {
  const out: string[] = []
  const notes: string[] = []
  const answer = (question: string) => {
    notes.push(question)
    const next = answers?.shift()
    if (next === undefined) throw new Error(`Nobody answers “${question}”`)
    return next
  }
  const terminal: Terminal = {
    out: (line) => void out.push(...line.split('\n')),
    note: (line) => void notes.push(line),
    isInteractive: answers !== null,
    ask: async (question, preset = '') => answer(question) || preset,
    askSecret: async (question) => answer(question),
    progress: () => ({ at() {}, end() {} }),
  }
  return { terminal, out, notes }
}

export function spawnCli({ environment }: TestCli, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, ['office.mjs', ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', notes: '' }
  child.stdout?.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.notes += chunk
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { child, output, ended }
}

export function manySales(count: number): string {
  const letters = 'ABCDEFGHJKLMNPRSTVWXY'
  const lines = Array.from({ length: count }, (_, index) => {
    const [first, second] = [letters[index % 21], letters[Math.floor(index / 21) % 21]]
    return `${first}${second} ${(Math.floor(index / 441) % 999) + 1},Made-up Auction,${2000 + (index % 20)},${(index % 12) + 1},${1000 + index}`
  })
  return `plate,seller,year,month,hammer\n${lines.join('\n')}\n`
}
