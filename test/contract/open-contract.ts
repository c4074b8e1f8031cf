/**
 * Opens the backend under test with the fixture: the embedded one, or a PostgREST in front of PostgreSQL
 * (vitest.config.ts runs the same files on both).
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { tables } from '#db/schema.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { answerRest, isRestRequest } from '#server/rest-adapter.ts'
import { pauseOutbox } from '#services/mail/sending.ts'
import { type Fixture, fixture } from './fixture.ts'
import { readSentRequest, type SentRequest } from './request-shape.ts'

// biome-ignore lint/suspicious/noExplicitAny: the suite asks for columns that are not there, on purpose
export type Client = PostgrestClient<any, any, any>

export interface Contract {
  readonly anon: Client
  readonly service: Client
  readonly anonKey: string
  readonly serviceKey: string
  readonly secret: string
  /** A raw request, with the public key by default. */
  ask(path: string, init?: Asked): Promise<Response>
  write(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
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

export function openBoth(): () => { embedded: Contract; hosted: Contract } {
  let embedded: Contract
  let hosted: Contract
  beforeAll(async () => {
    embedded = await openOnSocket()
    hosted = await openHosted()
    await Promise.all([embedded.fill(), hosted.fill()])
  })
  afterAll(() => Promise.all([embedded.close(), hosted.close()]))
  return () => ({ embedded, hosted })
}

/** For a file that sends requests of its own to the PostgREST of the project: empties its database first. */
export function openHostedServer(): { url: string; database: string; secret: string } {
  beforeAll(async () => {
    const hosted = await openHosted()
    await hosted.fill({})
    await hosted.close()
  })
  return serverOfWorker()
}

function serverOfWorker() {
  const { servers, secret } = inject('postgrest')
  const server = servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]
  if (!server) throw new Error('There is no PostgREST')
  return { ...server, secret }
}

/** Copying a migrated database is ten times as fast as creating one. */
function openDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-contract-'))
  copyFileSync(inject('databases').empty, join(dataDir, 'plateworthy.db'))
  const backend = openBackend({ dataDir, seed: false })
  const close = async () => {
    backend.close()
    rmSync(dataDir, { recursive: true })
  }
  return { backend, close }
}

/** @param onSent is told each request of the two clients, but not those of `fill` */
export function openEmbedded(onSent?: (request: SentRequest) => void): Contract {
  const { backend, close } = openDatabase()
  const { secret } = backend
  const fetch: Fetch = (input, init) => backend.fetch(new Request(input, init))
  const url = 'http://embedded/rest/v1'
  return contractOf({ url, secret, fetch, clear: clearByRequests, close, onSent })
}

async function openOnSocket(): Promise<Contract> {
  const { backend, close } = openDatabase()
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    if (isRestRequest(request.url ?? '')) answerRest(backend, request, response, [])
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return contractOf({
    url: `http://127.0.0.1:${port}/rest/v1`,
    secret: backend.secret,
    fetch: globalThis.fetch,
    clear: clearByRequests,
    close() {
      server.closeAllConnections()
      server.close()
      return close()
    },
  })
}

export async function openHosted(): Promise<Contract> {
  const { url, database, secret } = serverOfWorker()
  const { socketFolder } = inject('postgrest')
  const { fetch } = globalThis
  if (socketFolder === null)
    return contractOf({ url, secret, fetch, clear: clearByRequests, async close() {} })
  const sql = new pg.Client({ host: socketFolder, user: 'postgres', database })
  await sql.connect()
  // Without triggers, of which one keeps the last owner and others count each sale that goes.
  await sql.query('SET session_replication_role = replica')
  const { rows } = await sql.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  const emptyAll = rows.map(({ name }) => `DELETE FROM ${name}`).join(';')
  const clear = async () => void (await sql.query(emptyAll))
  return contractOf({ url, secret, fetch, clear, close: () => sql.end() })
}

/** Leaves the logs, which nobody can change by a request. */
async function clearByRequests(service: Client): Promise<void> {
  // As in a copy, where the last owner may go.
  await pauseOutbox(service, { kind: 'copy', other: 'x', at: new Date().toISOString() })
  await service.from('people').delete().not('id', 'is', null).throwOnError()
  for (const { kind, name, isAppendOnly } of tables.values())
    if (kind === 'table' && !isAppendOnly)
      await service.from(name).delete().not('id', 'is', null).throwOnError()
}

function contractOf(backend: {
  url: string
  secret: string
  fetch: Fetch
  clear(service: Client): Promise<void>
  onSent?: ((request: SentRequest) => void) | undefined
  close(): Promise<void>
}): Contract {
  const { url, secret, fetch, clear, close, onSent } = backend
  const anonKey = signToken({ role: 'anon' }, secret)
  const serviceKey = signToken({ role: 'service_role' }, secret)
  const client = (key: string, clientFetch = fetch) =>
    new PostgrestClient(url, {
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      fetch: clientFetch,
      retry: false,
    })
  const toldFetch =
    (role: SentRequest['role']): Fetch =>
    (input, init) => {
      onSent?.(readSentRequest(role, String(input).slice(url.length), init))
      return fetch(input, init)
    }
  const quiet = client(serviceKey)
  return {
    anon: client(anonKey, toldFetch('anon')),
    service: client(serviceKey, toldFetch('service')),
    anonKey,
    serviceKey,
    secret,
    close,
    ask: (path, { headers, ...init } = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { Authorization: `Bearer ${anonKey}`, ...headers } }),
    write: (method, path, body, headers) =>
      fetch(`${url}${path}`, {
        method,
        body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
        headers: {
          Authorization: `Bearer ${serviceKey}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
      }),
    async fill(rows = fixture) {
      await clear(quiet)
      for (const [table, given] of Object.entries(rows))
        if (given.length > 0) await quiet.from(table).insert(given).throwOnError()
    },
  }
}
