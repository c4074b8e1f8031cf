// The embedded database stores an entry in the transaction of its write; a hosted backend gets it just before.
import { userInfo } from 'node:os'
import type { AuditEntry } from '#packages/sqlite-rest/audit.ts'
import type { Actor } from '#services/audit/actor.ts'
import { toAuditRow } from '#services/audit/audit-log.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { CliError } from './errors.ts'

/** The tables whose writes add no entry, or their own. */
const WITHOUT_ENTRY = /\/(?:audit|rpc\/change_(?:stock|sales))(?:\?|$)/

/** 'ann', or 'ann as plateworthy' with sudo. */
function personOf(environment: Record<string, string | undefined>): string {
  const user = systemUser()
  const { SUDO_USER } = environment
  return SUDO_USER && SUDO_USER !== user ? `${SUDO_USER} as ${user}` : user
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}` // a container may run as a user without a name
  }
}

export const officeActor = (environment: Record<string, string | undefined>): Actor => ({
  person: personOf(environment),
  via: 'office',
})

export const auditEntry = (
  environment: Record<string, string | undefined>,
  command: string,
  change: string,
): AuditEntry => toAuditRow(officeActor(environment), command, change)

export class PendingEntry {
  #change: string | null = null
  #hasEntry = false

  announce(change: string): void {
    this.#change = change
  }

  /** Null if the request needs no entry. A first write without a description is named by its table. */
  take(url: string, method: string): string | null {
    if (method === 'GET' || method === 'HEAD') return null
    if (WITHOUT_ENTRY.test(url)) {
      // Services add their own entry for the change.
      this.#hasEntry = true
      return null
    }
    const unannounced = this.#hasEntry ? null : `${method} ${new URL(url).pathname.split('/').at(-1)}`
    const change = this.#change ?? unannounced
    this.#change = null
    this.#hasEntry = true
    return change
  }

  /** Called after a write that failed or changed nothing, since the next one may make the change. */
  putBack(change: string): void {
    this.#change ??= change
  }
}

export const NO_AUDIT_TABLE =
  'the backend has no audit table: run deploy/migrate.sh on it (docs/operations/hosted.md)'

export async function addAuditEntry(client: BackendClient, entry: AuditEntry): Promise<void> {
  const { error, status } = await client.from('audit').insert(entry)
  if (error && status === 404) throw new CliError(`Nothing has been changed: ${NO_AUDIT_TABLE}.`)
  if (error) throw new DataError(error, status)
}
