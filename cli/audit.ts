/**
 * The audit trail: who changed what with the office, and when. A command names its change just before it writes. On
 * the embedded database the entry is part of that write's transaction; a hosted backend gets it just before the write.
 */
import { userInfo } from 'node:os'
import type { BackendClient } from '../app/shared/backend/client.ts'
import { DataError } from '../app/shared/backend/data-error.ts'
import type { AuditEntry } from '../packages/sqlite-rest/audit.ts'
import { CliError } from './errors.ts'
import { escapeTerminal } from './escape-terminal.ts'

const LONGEST = { person: 200, command: 100, change: 2000 } as const
const OWN_PATH = /\/audit(?:\?|$)/

/** 'ann', or 'ann as plateworthy' where she uses sudo. */
export function personOf(environment: Record<string, string | undefined>): string {
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

export function auditEntry(
  environment: Record<string, string | undefined>,
  command: string,
  change: string,
): AuditEntry {
  return {
    person: escapeTerminal(personOf(environment), LONGEST.person),
    command: escapeTerminal(command, LONGEST.command),
    change: escapeTerminal(change, LONGEST.change),
  }
}

/** Holds what a command is about to change until its next write. */
export class PendingEntry {
  #change: string | null = null
  #hasEntry = false

  announce(change: string): void {
    this.#change = change
  }

  /**
   * The change that a request makes, or null if it makes none or its entry is written already. A write that the
   * command has not announced gets an entry all the same, with the name of its table.
   */
  take(url: string, method: string): string | null {
    if (method === 'GET' || method === 'HEAD' || OWN_PATH.test(url)) return null
    const unannounced = this.#hasEntry ? null : `${method} ${new URL(url).pathname.split('/').at(-1)}`
    const change = this.#change ?? unannounced
    this.#change = null
    this.#hasEntry = true
    return change
  }

  /** The write changed nothing or was refused: the next one may make the change. */
  putBack(change: string): void {
    this.#change ??= change
  }
}

export const NO_TRAIL =
  'it has no table for the audit trail: apply the newest files of supabase/migrations there (docs/operations.md)'

/** @throws CliError, DataError */
export async function addAuditEntry(client: BackendClient, entry: AuditEntry): Promise<void> {
  const { error, status } = await client.from('audit').insert(entry)
  if (error && status === 404) throw new CliError(`Of the backend: ${NO_TRAIL}.`)
  if (error) throw new DataError(error, status)
}
