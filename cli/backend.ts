import { EMBEDDED_REST_URL, embeddedClient, openBackend } from '#db/embedded.ts'
import { type Env, parseEnv, serverRestRoot } from '#env.ts'
import type { AuditEntry } from '#packages/sqlite-rest/audit.ts'
import type { Actor } from '#services/audit/actor.ts'
import { eraseDeleted } from '#services/retention/erasure.ts'
import { checkedFetch } from '#shared/data/checked-fetch.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { escapeControlInLines } from '#shared/text/escape-control.ts'
import { addAuditEntry, auditEntry, NO_AUDIT_TABLE, officeActor, PendingEntry } from './audit.ts'
import { CliError } from './errors.ts'

export interface CliBackend {
  /** Adds an audit entry to each write. */
  client: BackendClient
  /** For services that add their own audit entries, in the name of `actor`. */
  serviceClient: BackendClient
  /** The operating system user. */
  actor: Actor
  env: Env
  isEmbedded: boolean
  /** For messages: 'the database in ./var'. */
  where: string
  /** Describes the next write for the audit trail, without visitors' personal data. */
  announce(change: string): void
  /** Adds an audit entry for a change that is not a REST write. */
  record(change: string): Promise<void>
  /** Erases deleted rows from the database's log. @returns false if a reader prevents it; the site retries */
  eraseDeleted(): Promise<boolean>
  close(): void
}

const TIMEOUT_MS = 10_000

export function openCliBackend(environment: Record<string, string | undefined>, command: string): CliBackend {
  const env = parseEnv(environment)
  const entryOf = (change: string) => auditEntry(environment, command, change)
  const pending = new PendingEntry()
  const audited =
    (send: (input: RequestInfo | URL, init?: RequestInit, entry?: () => AuditEntry) => Promise<Response>) =>
    async (input: RequestInfo | URL, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input)
      const change = pending.take(url, init?.method ?? 'GET')
      if (change === null) return send(input, init)
      let isWritten = false
      const response = await send(input, init, () => {
        isWritten = true
        return entryOf(change)
      })
      if (!isWritten || !response.ok) pending.putBack(change)
      return response
    }
  const withAuditTrail = (client: BackendClient, serviceClient: BackendClient) => ({
    client,
    serviceClient,
    actor: officeActor(environment),
    env,
    announce: (change: string) => pending.announce(change),
    record: (change: string) => addAuditEntry(client, entryOf(change)),
  })

  if (env.BACKEND_URL) {
    if (!env.BACKEND_SERVICE_KEY)
      throw new CliError(
        'The commands need the service key: set BACKEND_SERVICE_KEY for BACKEND_URL (see .env.example).',
      )
    const url = serverRestRoot(env)
    const fetchBackend = checkedFetch({ timeoutMs: TIMEOUT_MS })
    const address = { url, key: env.BACKEND_SERVICE_KEY }
    const client = createBackendClient(
      address,
      audited(async (input, init, entry) => {
        if (!entry) return fetchBackend(input, init)
        const headers = new Headers(init?.headers)
        headers.set('Content-Type', 'application/json')
        headers.set('Prefer', 'return=minimal')
        const body = JSON.stringify(entry())
        const added = await fetchBackend(`${url.replace(/\/+$/, '')}/audit`, {
          method: 'POST',
          headers,
          body,
        })
        if (added.status === 404) return Response.json({ message: NO_AUDIT_TABLE }, { status: 404 })
        return added.ok ? fetchBackend(input, init) : added
      }),
    )
    return {
      ...withAuditTrail(client, createBackendClient(address, fetchBackend)),
      isEmbedded: false,
      where: env.BACKEND_URL,
      eraseDeleted: async () => true,
      close() {},
    }
  }

  const backend = openBackend({
    dataDir: env.DATA_DIR,
    onError: (error) => console.error(escapeControlInLines(String((error as Error).stack))),
  })
  const serviceClient = embeddedClient(backend, backend.serviceKey)
  const client = createBackendClient(
    { url: EMBEDDED_REST_URL, key: backend.serviceKey },
    audited((input, init, entry) => backend.fetch(new Request(input, init), { entry })),
  )
  return {
    ...withAuditTrail(client, serviceClient),
    isEmbedded: true,
    where: `the database in ${env.DATA_DIR}`,
    eraseDeleted: () => eraseDeleted(backend),
    close: () => backend.close(),
  }
}
