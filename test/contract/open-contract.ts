/**
 * Opens the backend under test with the fixture: the embedded one, or a PostgREST in front of PostgreSQL
 * (vitest.config.ts runs the same files on both).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBackend } from '../../db/embedded.ts'
import { signToken } from '../../packages/sqlite-rest/auth.ts'
import { tables } from '../../packages/sqlite-rest/schema.ts'
import { answerRest, isRestRequest } from '../../server/rest-adapter.ts'
import { closeForSending } from '../../services/mail/sending.ts'
import { type Fixture, fixture } from './fixture.ts'

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
  close(): void
}

export type Asked = RequestInit & { headers?: Record<string, string> }

/** Opens the backend that the project tests, once per file. */
export function openContract(): () => Contract {
  let contract: Contract
  beforeAll(async () => {
    contract = process.env.CONTRACT_BACKEND === 'hosted' ? openHosted() : openEmbedded()
    await contract.fill()
  })
  afterAll(() => contract.close())
  return () => contract
}

export function openBoth(): () => { embedded: Contract; hosted: Contract } {
  let embedded: Contract
  let hosted: Contract
  beforeAll(async () => {
    embedded = await openOnSocket()
    hosted = openHosted()
    await Promise.all([embedded.fill(), hosted.fill()])
  })
  afterAll(() => {
    embedded.close()
    hosted.close()
  })
  return () => ({ embedded, hosted })
}

function openEmbedded(): Contract {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-contract-'))
  const backend = openBackend({ dataDir, seed: false })
  return contractOf({
    url: 'http://embedded/rest/v1',
    secret: backend.secret,
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    close() {
      backend.close()
      rmSync(dataDir, { recursive: true })
    },
  })
}

async function openOnSocket(): Promise<Contract> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-contract-'))
  const backend = openBackend({ dataDir, seed: false })
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
    close() {
      server.closeAllConnections()
      server.close()
      backend.close()
      rmSync(dataDir, { recursive: true })
    },
  })
}

function openHosted(): Contract {
  const { url, secret } = inject('postgrest')
  return contractOf({ url, secret, fetch: globalThis.fetch, close() {} })
}

function contractOf(backend: {
  url: string
  secret: string
  fetch: typeof globalThis.fetch
  close(): void
}): Contract {
  const { url, secret, fetch, close } = backend
  const anonKey = signToken({ role: 'anon' }, secret)
  const serviceKey = signToken({ role: 'service_role' }, secret)
  const client = (key: string) =>
    new PostgrestClient(url, {
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      fetch,
      retry: false,
    })
  const service = client(serviceKey)
  return {
    anon: client(anonKey),
    service,
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
      // As in a copy, where the last owner may go.
      await closeForSending(service, { kind: 'copy', other: 'x', at: new Date().toISOString(), mirrors: [] })
      await service.from('people').delete().not('id', 'is', null).throwOnError()
      for (const { kind, name, isAppendOnly } of tables.values()) {
        if (kind === 'view' || isAppendOnly) continue
        await service.from(name).delete().not('id', 'is', null).throwOnError()
        const given = rows[name as keyof Fixture]
        if (given?.length) await service.from(name).insert(given).throwOnError()
      }
    },
  }
}
