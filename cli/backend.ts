import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { embeddedClient, openBackend, openData } from '#db/embedded.ts'
import { runStatement, serveReads } from '#db/postgres-reads.ts'
import { type Env, parseEnv } from '#env.ts'
import { action } from '#services/action.ts'
import type { Actor } from '#services/audit/actor.ts'
import { noteChange } from '#services/audit/audit-log.ts'
import { eraseDeleted } from '#services/retention/erasure.ts'
import { defaultsOf, type SiteSettings } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { escapeControlInLines } from '#shared/text/escape-control.ts'

export interface CliBackend {
  /** Reads the contract as visitors do, with the public key. */
  client: BackendClient
  database: Database
  /** The operating system user. */
  actor: Actor
  env: Env
  isEmbedded: boolean
  /** For messages: 'the database in ./var'. */
  where: string
  /** Adds the command's change to the audit trail, without visitors' personal data; most services do so themselves. */
  record(change: string): Promise<void>
  readSettings(): Promise<SiteSettings>
  /** Erases deleted rows from the database's log. @returns false if a reader prevents it; the site retries */
  eraseDeleted(): Promise<boolean>
  close(): Promise<void>
}

const reportError = (error: unknown) => console.error(escapeControlInLines(String((error as Error).stack)))

export function openCliBackend(environment: Record<string, string | undefined>, command: string): CliBackend {
  const env = parseEnv(environment)
  const actor = officeActor(environment)
  const withAuditTrail = (client: BackendClient, database: Database) => ({
    client,
    database,
    actor,
    env,
    record: (change: string) =>
      action(database, 'note a command', (transaction) => noteChange(transaction, actor, command, change)),
    readSettings: () => readSiteSettings(database, defaultsOf(env)),
  })

  if (env.DATABASE_URL) {
    const database = openPostgres(env.DATABASE_URL, { connections: 2 })
    const reads = serveReads({
      secrets: [randomUUID()],
      run: (statement) => runStatement(database, statement),
      async ping() {},
      onError: reportError,
    })
    return {
      ...withAuditTrail(embeddedClient(reads), database),
      isEmbedded: false,
      where: 'the database of DATABASE_URL',
      eraseDeleted: async () => true,
      close: () => database.destroy(),
    }
  }

  const backend = openBackend({
    dataDir: env.DATA_DIR,
    onError: reportError,
  })
  const database = openData(env.DATA_DIR)
  return {
    ...withAuditTrail(embeddedClient(backend), database),
    isEmbedded: true,
    where: `the database in ${env.DATA_DIR}`,
    eraseDeleted: () => eraseDeleted(backend),
    async close() {
      await database.destroy()
      backend.close()
    },
  }
}

/** 'ann', or 'ann as plateworthy' with sudo. */
export function officeActor({ SUDO_USER }: Record<string, string | undefined>): Actor {
  const user = systemUser()
  const person = SUDO_USER && SUDO_USER !== user ? `${SUDO_USER} as ${user}` : user
  return { person, via: 'office' }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}` // a container may run as a user without a name
  }
}
