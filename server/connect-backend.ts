import { AsyncLocalStorage } from 'node:async_hooks'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { IN_PROCESS_REST_URL, openBackend, openData } from '#db/embedded.ts'
import { runStatement, serveReads } from '#db/postgres-reads.ts'
import { closeDataDir, findOpenPaths } from '#db/private-files.ts'
import { type Env, secretsOf } from '#env.ts'
import { databaseUnavailable } from '#packages/sqlite-rest/errors.ts'
import type { EmbeddedBackend } from '#packages/sqlite-rest/open-backend.ts'
import type { RestServer } from '#packages/sqlite-rest/rest-server.ts'
import { type Log, withoutSecrets } from '#services/log.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { isBackendReachable } from '#shared/data/health-check.ts'
import { followVersion, type Versions } from './follow-version.ts'
import type { Counters } from './metrics/counters.ts'
import { openPublicReads } from './public-reads.ts'

export interface BackendConnection {
  embedded: EmbeddedBackend | undefined
  /** Answers /rest/v1; every page has its key. */
  contract: RestServer
  client: BackendClient
  database: Database
  /** Changes when the data may have changed; null while the database cannot be read. */
  dataVersion(): string | null
  /** The same without changes of the stock, which the explorers do not show. */
  salesVersion(): string | null
  /** Calls it when the data of a hosted backend have changed. */
  onDataChange(listener: () => void): void
  isReachable(): Promise<boolean>
  /** Runs a task whose slow reads are queued for this client network. */
  runAs<Result>(clientNetwork: string, task: () => Result): Result
  /** Redacts the backend's keys. */
  log: Log
  close(): Promise<void>
}

interface Options {
  counters: Counters
  /** Answers what pages read, in place of the embedded database. */
  pageReads: typeof fetch | undefined
}

/** Beside the eight of the desk, the jobs and the enquiries, which pages do not hold up. */
const PAGE_CONNECTIONS = 6
const PAGE_CONNECT_MS = 3_000
const PAGE_ANSWER_MS = 5_000
/** Who asks whether the database is there hears of a frozen one within two seconds. */
const PROBE_WITHIN_MS = 1_000

export function connectBackend(env: Env, unredactedLog: Log, options: Options): BackendConnection {
  const log = withoutSecrets(unredactedLog, secretsOf(env))
  const connection = env.DATABASE_URL
    ? connectPostgres(env, env.DATABASE_URL, log, options)
    : connectEmbedded(env, log, options)
  closeDataDir(env.DATA_DIR)
  const openPaths = findOpenPaths(env.DATA_DIR)
  if (openPaths.length > 0)
    log.error(
      'Other users of this machine can access files in DATA_DIR, and the permissions could not be changed',
      openPaths,
    )
  return connection
}

function connectEmbedded(env: Env, unredactedLog: Log, { counters, pageReads }: Options): BackendConnection {
  let log = unredactedLog
  const embedded = openBackend({
    dataDir: env.DATA_DIR,
    onError: (error) => log.error('The backend failed', error),
  })
  log = withoutSecrets(unredactedLog, [embedded.secret])
  const url = IN_PROCESS_REST_URL
  const database = openData(env.DATA_DIR, { log: counters.countStatement })
  const clientNetwork = new AsyncLocalStorage<string>()
  const readEmbedded: typeof fetch = (input, init) =>
    embedded.fetch(new Request(input, init), { client: clientNetwork.getStore() })
  const request = pageReads ?? readEmbedded
  return {
    embedded,
    contract: embedded,
    client: createBackendClient({ url, key: embedded.anonKey }, counters.countBackendRequests(request)),
    database,
    ...versionsOf(embedded, log),
    onDataChange() {},
    isReachable: () => isBackendReachable({ url, key: embedded.anonKey }, request),
    runAs: (network, task) => clientNetwork.run(network, task),
    log,
    async close() {
      await database.destroy()
      embedded.close()
    },
  }
}

function connectPostgres(env: Env, databaseUrl: string, log: Log, { counters }: Options): BackendConnection {
  const database = openPostgres(databaseUrl, {
    log(event) {
      counters.countStatement(event)
      // Once the transaction is over, within which the database cannot be asked.
      if (event.query.sql === 'commit') setImmediate(() => void version.refresh())
    },
  })
  const version = followVersion(database, log)
  const pages = openPostgres(databaseUrl, {
    connections: PAGE_CONNECTIONS,
    connectMs: PAGE_CONNECT_MS,
    answerMs: PAGE_ANSWER_MS,
  })
  const strangers = openPublicReads(env.PUBLIC_DATABASE_URL ?? '')
  async function requireAnswer(withinMs?: number): Promise<void> {
    if (!(await version.isAnswering(withinMs))) throw databaseUnavailable()
  }
  const shared = {
    secrets: env.PUBLIC_KEY_SECRET ?? [],
    ping: () => requireAnswer(PROBE_WITHIN_MS),
    onError: (error: unknown) => log.error('The backend failed', error),
  }
  const contract = serveReads({ ...shared, run: strangers.run })
  const ofPages = serveReads({
    ...shared,
    async run(statement) {
      await requireAnswer()
      return runStatement(pages, statement)
    },
  })
  const address = { url: IN_PROCESS_REST_URL, key: contract.anonKey }
  const request: typeof fetch = (input, init) => ofPages.fetch(new Request(input, init))
  const pageMs = env.HOSTED_PAGE_SECONDS * 1000
  // Without a known version, pages expire after a fixed time.
  const current = (of: keyof Versions) => () =>
    version.current(of, pageMs) ?? String(Math.floor(performance.now() / pageMs))
  return {
    embedded: undefined,
    contract,
    client: createBackendClient(address, counters.countBackendRequests(request)),
    database,
    dataVersion: current('version'),
    salesVersion: current('salesVersion'),
    onDataChange: version.onChange,
    isReachable: () => version.isAnswering(PROBE_WITHIN_MS),
    runAs: (_, task) => task(),
    log,
    async close() {
      version.stop()
      await Promise.all([database.destroy(), pages.destroy(), strangers.close()])
    },
  }
}

/** Reports once that the database cannot be read. */
function versionsOf(embedded: EmbeddedBackend, log: Log) {
  let hasFailed = false
  const guarded = (read: () => number) => () => {
    try {
      const version = String(read())
      hasFailed = false
      return version
    } catch (error) {
      if (!hasFailed) log.error('The database cannot be read: cached pages are served', error)
      hasFailed = true
      return null
    }
  }
  return { dataVersion: guarded(embedded.dataVersion), salesVersion: guarded(embedded.salesVersion) }
}
