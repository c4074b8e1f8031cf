/**
 * Opens the backend under test with the fixture: the embedded one, or a PostgREST in front of PostgreSQL
 * (vitest.config.ts runs the same files on both).
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PostgrestClient } from '@supabase/postgrest-js'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { OpenOptions } from '#data/open-kysely.ts'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { embeddedClient, openBackend, openData } from '#db/embedded.ts'
import { runStatement, serveReads } from '#db/postgres-reads.ts'
import { tables } from '#db/schema.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import type { RestServer } from '#packages/sqlite-rest/rest-server.ts'
import { openPublicReads } from '#server/public-reads.ts'
import { answerRest, isRestRequest } from '#server/rest-adapter.ts'
import { pauseSending } from '#services/mail/sending.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { addRows, deleteRows, type TableName } from '../rows.ts'
import { type Fixture, fixture } from './fixture.ts'
import { readSentRequest, type SentRequest } from './request-shape.ts'

// biome-ignore lint/suspicious/noExplicitAny: the suite asks for columns that are not there, on purpose
export type Client = PostgrestClient<any, any, any>

export interface Contract {
  readonly engine: 'sqlite' | 'postgres'
  /** Of the services; closed with the contract. */
  readonly database: Database
  /** Another one over the same rows. */
  openData(options?: OpenOptions): Database
  /** Runs SQL as the owner of the tables, beside all connections, and answers with the rows. */
  sql(text: string): Promise<Record<string, unknown>[]>
  /** Runs SQL with the rights of the site. */
  asSite(text: string): Promise<unknown>
  readonly anon: Client
  readonly anonKey: string
  readonly secret: string
  /** A raw request, with the public key by default. */
  ask(path: string, init?: Asked): Promise<Response>
  /** Replaces the rows of all tables, by default with the fixture. */
  fill(rows?: Partial<Fixture>): Promise<void>
  close(): Promise<void>
}

type Fetch = typeof globalThis.fetch

export type Asked = RequestInit & { headers?: Record<string, string> }

/** Opens the backend that the project tests, once per file: with no row of another file, and with these. */
export function openContract(rows: Partial<Fixture> = fixture): () => Contract {
  let contract: Contract
  beforeAll(async () => {
    contract = process.env.CONTRACT_BACKEND === 'hosted' ? await openHosted() : openEmbedded()
    await contract.fill(rows)
  })
  afterAll(() => contract.close())
  return () => contract
}

/** PostgREST, and what is compared with it: the embedded backend, and our own reads of the same rows with the public key. */
export function openAll(): () => { embedded: Contract; hosted: Contract; ours: Contract } {
  let embedded: Contract
  let hosted: Contract
  let ours: Contract
  beforeAll(async () => {
    embedded = await openOnSocket()
    hosted = await openHosted()
    ours = await openOurs()
    await Promise.all([embedded.fill(), hosted.fill()])
  })
  afterAll(() => Promise.all([embedded.close(), hosted.close(), ours.close()]))
  return () => ({ embedded, hosted, ours })
}

/** For a file that sends requests of its own to the PostgREST of the project: empties its database first. */
export function openHostedServer() {
  beforeAll(async () => {
    const hosted = await openHosted()
    await hosted.fill({})
    await hosted.close()
  })
  return serverOfWorker()
}

function serverOfWorker() {
  const { servers, secret, socketFolder } = inject('postgrest')
  const server = servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]
  if (!server) throw new Error('There is no PostgREST')
  const ownSocket = (role: string) => `postgres://${role}@/${server.database}?host=${socketFolder}`
  const { CONTRACT_DATABASE_URL, CONTRACT_PUBLIC_DATABASE_URL } = process.env
  const databaseUrl = CONTRACT_DATABASE_URL ?? ownSocket('plateworthy_site')
  const publicDatabaseUrl = CONTRACT_PUBLIC_DATABASE_URL ?? ownSocket('plateworthy_public')
  return {
    ...server,
    secret,
    databaseUrl,
    publicDatabaseUrl,
    /** Of a site over it. */
    environment: {
      DATABASE_URL: databaseUrl,
      PUBLIC_DATABASE_URL: publicDatabaseUrl,
      PUBLIC_KEY_SECRET: secret,
    },
  }
}

/** Copying a migrated database is ten times as fast as creating one. */
function openDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-contract-'))
  copyFileSync(inject('databases').empty, join(dataDir, 'plateworthy.db'))
  const backend = openBackend({ dataDir, seed: false })
  const owner = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  const close = async () => {
    owner.close()
    backend.close()
    rmSync(dataDir, { recursive: true })
  }
  const data = {
    engine: 'sqlite',
    openData: (options?: OpenOptions) => openData(dataDir, options),
    sql: async (text: string) => owner.prepare(text).all(),
    asSite: async (text: string) => owner.prepare(text).run(),
  } as const
  return { backend, close, data }
}

/** @param onSent is told each request of `anon` */
export function openEmbedded(onSent?: (request: SentRequest) => void): Contract {
  const { backend, close, data } = openDatabase()
  const { secret } = backend
  const fetch: Fetch = (input, init) => backend.fetch(new Request(input, init))
  const url = 'http://embedded/rest/v1'
  return contractOf({ url, secret, fetch, clear: emptyTables, close, onSent, data })
}

async function openOnSocket(): Promise<Contract> {
  const { backend, close, data } = openDatabase()
  const { secret } = backend
  return contractOf({ ...(await serve(backend, close)), secret, clear: emptyTables, data })
}

async function openOurs(): Promise<Contract> {
  const { secret, publicDatabaseUrl } = serverOfWorker()
  const { run, close } = openPublicReads(publicDatabaseUrl)
  const backend = serveReads({
    secrets: [secret],
    run,
    async ping() {},
    onError(error) {
      throw error
    },
  })
  const refuse = () => {
    throw new Error('The rows are those of PostgREST')
  }
  const data = {
    engine: 'postgres',
    openData: () => openPostgres(publicDatabaseUrl),
    sql: refuse,
    asSite: refuse,
  } as const
  return contractOf({ ...(await serve(backend, close)), secret, clear: refuse, data })
}

/** Reads of pages over PostgreSQL, until the tests of the file end. */
export function openPageReads(databaseUrl: string): BackendClient {
  const database = openPostgres(databaseUrl)
  afterAll(() => database.destroy())
  const backend = serveReads({
    secrets: ['of this test'],
    run: (statement) => runStatement(database, statement),
    async ping() {},
    onError(error) {
      throw error
    },
  })
  return embeddedClient(backend)
}

async function serve(backend: Pick<RestServer, 'handle'>, close: () => Promise<void>) {
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    if (isRestRequest(request.url ?? '')) answerRest(backend, request, response, [])
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/rest/v1`,
    fetch: globalThis.fetch,
    close() {
      server.closeAllConnections()
      server.close()
      return close()
    },
  }
}

export async function openHosted(): Promise<Contract> {
  const { url, database, secret, databaseUrl } = serverOfWorker()
  const { socketFolder } = inject('postgrest')
  const { fetch } = globalThis
  const sql = new pg.Client(
    socketFolder === null
      ? process.env.CONTRACT_OWNER_URL
      : { host: socketFolder, user: 'postgres', database },
  )
  await sql.connect()
  const data = {
    engine: 'postgres',
    openData: (options?: OpenOptions) => openPostgres(databaseUrl, options),
    sql: async (text: string) => (await sql.query(text)).rows,
    async asSite(text: string) {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      return client.query(text).finally(() => client.end())
    },
  } as const
  // Without triggers, of which one keeps the last owner and others count each sale that goes.
  await sql.query('SET session_replication_role = replica')
  const { rows } = await sql.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  const emptyAll = rows.map(({ name }) => `DELETE FROM ${name}`).join(';')
  const clear = async () => void (await sql.query(emptyAll))
  return contractOf({ url, secret, fetch, clear, close: () => sql.end(), data })
}

/** Leaves the logs, which triggers keep. */
async function emptyTables(database: Database): Promise<void> {
  // As in a copy, where the last owner may go.
  await pauseSending(database, { kind: 'copy', other: 'x', at: new Date().toISOString() })
  await deleteRows(database, 'people')
  for (const { kind, name } of tables.values())
    if (kind === 'table' && name !== 'audit' && name !== 'corrections')
      await deleteRows(database, name as TableName)
}

function contractOf(backend: {
  url: string
  secret: string
  fetch: Fetch
  clear(database: Database): Promise<void>
  onSent?: ((request: SentRequest) => void) | undefined
  data: Pick<Contract, 'engine' | 'openData' | 'sql' | 'asSite'>
  close(): Promise<void>
}): Contract {
  const { url, secret, fetch, clear, onSent, data } = backend
  const opened: Database[] = []
  const openAnother = (options?: OpenOptions) => {
    const another = data.openData(options)
    opened.push(another)
    return another
  }
  const database = openAnother()
  const anonKey = signToken({ role: 'anon' }, secret)
  const client = (key: string, clientFetch = fetch) =>
    new PostgrestClient(url, {
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      fetch: clientFetch,
      retry: false,
    })
  const toldFetch: Fetch = (input, init) => {
    onSent?.(readSentRequest(String(input).slice(url.length), init))
    return fetch(input, init)
  }
  return {
    anon: client(anonKey, toldFetch),
    anonKey,
    secret,
    ...data,
    database,
    openData: openAnother,
    async close() {
      for (const one of opened) await one.destroy()
      await backend.close()
    },
    ask: (path, { headers, ...init } = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { Authorization: `Bearer ${anonKey}`, ...headers } }),
    async fill(rows = fixture) {
      await clear(database)
      for (const [table, given] of Object.entries(rows)) await addRows(database, table as TableName, given)
    },
  }
}
