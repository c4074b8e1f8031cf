import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { EMBEDDED_REST_URL, openBackend, openData } from '#db/embedded.ts'
import { closeDataDir, findOpenPaths } from '#db/private-files.ts'
import { type Env, restRoot, secretsOf, serverRestRoot } from '#env.ts'
import type { EmbeddedBackend } from '#packages/sqlite-rest/open-backend.ts'
import { createLiveReader } from '#services/live-reader.ts'
import { type Log, withoutSecrets } from '#services/log.ts'
import { type BackendAddress, type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { isBackendReachable } from '#shared/data/health-check.ts'
import type { Counters } from './metrics/counters.ts'
import { CircuitBreaker, type CircuitTimes } from './resilience/circuit-breaker.ts'

export interface BackendConnection {
  embedded: EmbeddedBackend | undefined
  publicBackend: BackendAddress
  hostedUrl: string | undefined
  client: BackendClient
  /** Null without DATABASE_URL of a hosted backend. */
  database: Database | null
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
  times: CircuitTimes
  counters: Counters | undefined
}

export function connectBackend(env: Env, unredactedLog: Log, options: Options): BackendConnection {
  const log = withoutSecrets(unredactedLog, secretsOf(env))
  const connection = env.BACKEND_URL
    ? connectHosted(env, env.BACKEND_URL, log, options)
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

function connectEmbedded(env: Env, unredactedLog: Log, { counters }: Options): BackendConnection {
  let log = unredactedLog
  const embedded = openBackend({
    dataDir: env.DATA_DIR,
    onError: (error) => log.error('The backend failed', error),
  })
  log = withoutSecrets(unredactedLog, [embedded.secret])
  const url = EMBEDDED_REST_URL
  const database = openData(env.DATA_DIR, statementCounter(counters))
  const clientNetwork = new AsyncLocalStorage<string>()
  const request: typeof fetch = (input, init) =>
    embedded.fetch(new Request(input, init), { client: clientNetwork.getStore() })
  return {
    embedded,
    publicBackend: { url: '/rest/v1', key: embedded.anonKey },
    hostedUrl: undefined,
    client: createBackendClient(
      { url, key: embedded.anonKey },
      counters ? counters.countBackendRequests(request) : request,
    ),
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

function connectHosted(
  env: Env,
  backendUrl: string,
  log: Log,
  { times, counters }: Options,
): BackendConnection {
  const publicBackend = { url: restRoot(backendUrl), key: env.BACKEND_ANON_KEY ?? '' }
  const url = serverRestRoot(env)
  const breaker = new CircuitBreaker(
    { url, key: publicBackend.key },
    (message, detail) => log.error(message, detail),
    times,
  )
  const database = env.DATABASE_URL
    ? openPostgres(env.DATABASE_URL, {
        log(event) {
          counters?.countStatement(event)
          // Once the transaction is over, within which the database cannot be asked.
          if (event.query.sql === 'commit') setImmediate(() => void version?.refresh())
        },
      })
    : null
  const version = database && followVersion(database, log)
  const pageMs = env.HOSTED_PAGE_SECONDS * 1000
  // Without a known version, pages expire after a fixed time.
  const current = (of: keyof Versions) => () =>
    version?.current(of, pageMs) ?? String(Math.floor(performance.now() / pageMs))
  return {
    embedded: undefined,
    publicBackend,
    hostedUrl: publicBackend.url,
    client: createBackendClient(
      { url, key: publicBackend.key },
      counters ? counters.countBackendRequests(breaker.fetch) : breaker.fetch,
    ),
    database,
    dataVersion: current('version'),
    salesVersion: current('salesVersion'),
    onDataChange: (listener) => version?.onChange(listener),
    isReachable: () => breaker.isReachable(),
    runAs: (_, task) => task(),
    log,
    async close() {
      breaker.close()
      version?.stop()
      await database?.destroy()
    },
  }
}

const statementCounter = (counters: Counters | undefined) =>
  counters ? { log: counters.countStatement } : {}

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

const VERSION_EVERY_MS = 1_000

interface Versions {
  version: string
  salesVersion: string
}

/** Follows the versions of the data of a hosted backend, which the view latest_change has. */
function followVersion(database: Database, log: Log) {
  let versions: Versions | null = null
  let readAt = Number.NEGATIVE_INFINITY
  const listeners: (() => void)[] = []
  const { refresh, stop } = createLiveReader({
    everyMs: VERSION_EVERY_MS,
    log,
    failure: 'Changes of the backend are not noticed: its view latest_change cannot be read',
    async read() {
      const latest = sql<Versions>`SELECT version, sales_version FROM latest_change`
      const [read = null] = (await latest.execute(database)).rows
      const hasChanged = versions !== null && versions.version !== read?.version
      versions = read
      readAt = performance.now()
      if (hasChanged) for (const listener of listeners) listener()
    },
  })
  void refresh()
  return {
    refresh,
    stop,
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Null if it was not read for as long. */
    current: (of: keyof Versions, maxAgeMs: number) =>
      versions && performance.now() - readAt < maxAgeMs ? versions[of] : null,
  }
}
