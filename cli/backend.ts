/** The office's way to the data: the contract with the service key, in process or at the hosted backend. */

import { checkedFetch } from '../app/shared/backend/checked-fetch.ts'
import { type BackendClient, createBackendClient } from '../app/shared/backend/client.ts'
import { escapeControlInLines } from '../app/shared/escape-control.ts'
import { openBackend } from '../db/embedded.ts'
import { type Env, parseEnv, serverRestRoot } from '../env.ts'
import type { AuditEntry } from '../packages/sqlite-rest/audit.ts'
import { addAuditEntry, auditEntry, NO_TRAIL, PendingEntry } from './audit.ts'
import { CliError } from './errors.ts'

export interface CliBackend {
  client: BackendClient
  env: Env
  isEmbedded: boolean
  /** For sentences: where the data is. */
  where: string
  /** Names what the next write changes, for the audit trail. Without visitors' personal data. */
  announce(change: string): void
  /** Adds to the audit trail what is changed without a write over the contract. */
  record(change: string): Promise<void>
  /** An entry for a transaction that does not go over the contract. */
  auditEntry(change: string): AuditEntry
  /** Erases what deleted rows have left in the database's log. @returns false if a reader prevents it; the site tries again */
  eraseDeleted(): Promise<boolean>
  close(): void
}

/** No call of the office outlives this. */
const TIMEOUT_MS = 10_000
/** Where the site is just reading, the log can be emptied a moment later. */
const ERASE_TRIES = 20
const ERASE_WAIT_MS = 100

/**
 * @param command as the audit trail names it: 'plates edit'
 * @throws StartError, CliError
 */
export function openCliBackend(environment: Record<string, string | undefined>, command: string): CliBackend {
  const env = parseEnv(environment)
  const entryOf = (change: string) => auditEntry(environment, command, change)
  const pending = new PendingEntry()
  const audited =
    (ask: (input: RequestInfo | URL, init?: RequestInit, entry?: () => AuditEntry) => Promise<Response>) =>
    async (input: RequestInfo | URL, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input)
      const change = pending.take(url, init?.method ?? 'GET')
      if (change === null) return ask(input, init)
      let isWritten = false
      const answer = await ask(input, init, () => {
        isWritten = true
        return entryOf(change)
      })
      if (!isWritten || !answer.ok) pending.putBack(change)
      return answer
    }
  const withTrail = (client: BackendClient) => ({
    client,
    env,
    announce: (change: string) => pending.announce(change),
    record: (change: string) => addAuditEntry(client, entryOf(change)),
    auditEntry: entryOf,
  })

  if (env.BACKEND_URL) {
    if (!env.BACKEND_SERVICE_KEY)
      throw new CliError(
        'The office writes with the service key: set BACKEND_SERVICE_KEY beside BACKEND_URL (see .env.example).',
      )
    const url = serverRestRoot(env)
    const reach = checkedFetch({ timeoutMs: TIMEOUT_MS })
    const client = createBackendClient(
      { url, key: env.BACKEND_SERVICE_KEY },
      audited(async (input, init, entry) => {
        if (!entry) return reach(input, init)
        const headers = new Headers(init?.headers)
        headers.set('Content-Type', 'application/json')
        headers.set('Prefer', 'return=minimal')
        const body = JSON.stringify(entry())
        const added = await reach(`${url.replace(/\/+$/, '')}/audit`, { method: 'POST', headers, body })
        if (added.status === 404) return Response.json({ message: NO_TRAIL }, { status: 404 })
        return added.ok ? reach(input, init) : added
      }),
    )
    return {
      ...withTrail(client),
      isEmbedded: false,
      where: env.BACKEND_URL,
      eraseDeleted: async () => true,
      close() {},
    }
  }

  const backend = openBackend({
    dataDir: env.DATA_DIR,
    onFault: (error) => console.error(escapeControlInLines(String((error as Error).stack))),
  })
  const client = createBackendClient(
    { url: 'http://embedded.invalid/rest/v1', key: backend.serviceKey },
    audited((input, init, entry) => backend.fetch(new Request(input, init), { entry })),
  )
  return {
    ...withTrail(client),
    isEmbedded: true,
    where: `the database in ${env.DATA_DIR}`,
    async eraseDeleted() {
      for (let tries = 0; tries < ERASE_TRIES; tries++) {
        if (backend.truncateLog()) return true
        await new Promise((resolve) => setTimeout(resolve, ERASE_WAIT_MS))
      }
      return false
    },
    close: () => backend.close(),
  }
}
