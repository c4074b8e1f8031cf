/**
 * Runs the dealer's commands (`npm run office`) in a test: in process with a recording terminal, or as a child process;
 * on an embedded database, or on a hosted backend.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { runCli } from '#cli/run.ts'
import type { Terminal } from '#cli/terminal.ts'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { embeddedClient, openBackend, openData } from '#db/embedded.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import type { Postgrest } from '../postgrest.ts'
import { findRows, type TableName } from '../rows.ts'
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
  rows(table: TableName): Promise<Record<string, unknown>[]>
  /** As the services use it, from the first time that it is read. */
  readonly database: Database
  withData<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
}

export interface EmbeddedCli extends TestCli {
  fetch(request: Request): Promise<Response>
  /** Reads what is public. Opens the backend. */
  publicClient(): BackendClient
  /** Closes the database as the stop of a site does; the next use of `database` opens another. */
  close(): Promise<void>
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
  let isPrepared = false
  const { cli, closeDatabase } = createTestCli({ DATA_DIR: dataDir, ...environment }, () => {
    if (!isPrepared) backend()
    isPrepared = true
    return openData(dataDir)
  })
  const close = async () => {
    await closeDatabase()
    opened?.close()
    opened = undefined
  }
  onTestFinished(close)
  return Object.assign(cli, {
    fetch: async (request: Request) => backend().fetch(request),
    publicClient: () => embeddedClient(backend()),
    close,
  })
}

/** Marks the database as seeded. */
function markAsSeeded(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  database.exec("INSERT INTO meta (key, value) VALUES ('seeded_at', '2026-11-01T00:00:00.000Z')")
  database.close()
}

/** The commands over a hosted backend. */
export function openHostedCli(postgrest: Postgrest | undefined): TestCli {
  if (!postgrest) throw new Error('PostgreSQL has not been started')
  const { secret, databaseUrl, publicDatabaseUrl } = postgrest
  const environment = {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl,
    PUBLIC_DATABASE_URL: publicDatabaseUrl,
    PUBLIC_KEY_SECRET: secret,
  }
  const { cli, closeDatabase } = createTestCli(environment, () => openPostgres(databaseUrl))
  onTestFinished(closeDatabase)
  return cli
}

function createTestCli(environment: Environment, openDatabase: () => Database) {
  const folder = temporaryFolder()
  let opened: Database | undefined
  const database = () => {
    opened ??= openDatabase()
    return opened
  }
  const closeDatabase = async () => {
    await opened?.destroy()
    opened = undefined
  }
  const runWith = async (answers: string[] | null, args: string[]): Promise<Answer> => {
    const { terminal, out, notes } = recordingTerminal(answers)
    const code = await runCli(args, { terminal, environment })
    return { code, out, notes, all: [...out, ...notes].join('\n') }
  }
  const cli: TestCli = {
    environment,
    get database() {
      return database()
    },
    async withData(work) {
      const other = openDatabase()
      return work(other).finally(() => other.destroy())
    },
    run: (...args) => runWith(null, args),
    runInteractive: (answers, ...args) => runWith(answers, args),
    file(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    async rows(table) {
      const rows: Record<string, unknown>[] = await findRows(database(), table, '*')
      return rows.sort((a, b) => (String(a.plate_number) < String(b.plate_number) ? -1 : 1))
    },
  }
  return { cli, closeDatabase }
}

export function recordingTerminal(answers: string[] | null) {
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
