/**
 * Opens the backend under test, filled with the fixture. Today that is the embedded one in a folder
 * of its own; with CONTRACT_URL and CONTRACT_SECRET set it is a PostgREST that already has the tables.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll } from 'vitest'
import { signToken } from '../../backend/keys.ts'
import { openBackend } from '../../backend/server.ts'
import { type Fixture, fixture } from './fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: the suite asks for columns that are not there, on purpose
export type Client = PostgrestClient<any, any, any>

export interface Contract {
  /** The client with the public key. */
  readonly anon: Client
  /** The client with the service key. */
  readonly service: Client
  readonly anonKey: string
  readonly serviceKey: string
  /** A request as written, with the public key unless another header says otherwise. */
  ask(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  close(): void
}

const { CONTRACT_URL, CONTRACT_SECRET = '' } = process.env

/** Whether the suite runs on a PostgREST: examples of what the embedded backend refuses are left out there. */
export const isHosted = CONTRACT_URL !== undefined

/** One backend for the examples of a file. */
export function openContract(): () => Contract {
  let contract: Contract
  beforeAll(async () => {
    contract = CONTRACT_URL ? await openHosted(CONTRACT_URL) : openEmbedded()
  })
  afterAll(() => contract.close())
  return () => contract
}

function openEmbedded(): Contract {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-contract-'))
  const backend = openBackend({ dataDir, seed: false })
  fillEmbedded(join(dataDir, 'plateworthy.db'), fixture)
  return {
    ...clients('http://embedded/rest/v1', backend.anonKey, backend.serviceKey, (input, init) =>
      backend.fetch(new Request(input, init)),
    ),
    close() {
      backend.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function openHosted(url: string): Promise<Contract> {
  const key = (role: string) => signToken({ role }, CONTRACT_SECRET)
  const contract = clients(url, key('anon'), key('service_role'), fetch)
  for (const [table, rows] of Object.entries(fixture) as [string, Record<string, unknown>[]][]) {
    await contract.service.from(table).delete().not('id', 'is', null).throwOnError()
    await contract.service.from(table).insert(rows).throwOnError()
  }
  return { ...contract, close() {} }
}

function clients(
  url: string,
  anonKey: string,
  serviceKey: string,
  fetch: typeof globalThis.fetch,
): Omit<Contract, 'close'> {
  const client = (key: string) =>
    new PostgrestClient(url, {
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      fetch,
      retry: false,
    })
  return {
    anon: client(anonKey),
    service: client(serviceKey),
    anonKey,
    serviceKey,
    ask: (path, { headers, ...init } = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { Authorization: `Bearer ${anonKey}`, ...headers } }),
  }
}

function fillEmbedded(file: string, rows: Fixture): void {
  const database = new DatabaseSync(file)
  database.exec('BEGIN')
  for (const [table, content] of Object.entries(rows) as [string, Record<string, unknown>[]][])
    for (const row of content) {
      const names = Object.keys(row)
      const values = Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value))
      database
        .prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`)
        .run(...(values as SQLInputValue[]))
    }
  database.exec('COMMIT')
  database.close()
}
