/**
 * The tables as the services see them, with their columns in camel case. The migrations declare them; a test holds these rows to the
 * columns of both databases. Tables that are not here yet are reached through the REST contract (docs/architecture.md).
 */
import type { Generated, Kysely, Transaction as KyselyTransaction, Selectable } from 'kysely'
import type { Time } from './times.ts'

export interface Tables {
  audit: AuditTable
  challenges: ChallengesTable
  invitations: InvitationsTable
  mails: MailsTable
  passkeys: PasskeysTable
  people: PeopleTable
  recoveryCodes: RecoveryCodesTable
  sessions: SessionsTable
  settings: SettingsTable
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** What reads take: the database, or the transaction within which they read. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>

/** Only reads. Whatever writes takes a transaction, which services/action.ts opens. */
export interface Database extends Reader {
  /** Closes its connections, once the transactions that run have ended. */
  destroy(): Promise<void>
}

export type Transaction = KyselyTransaction<Tables>

interface AuditTable {
  id: Generated<string>
  at: Generated<Time>
  person: string
  command: string
  change: string
  personId: string | null
}

interface ChallengesTable {
  id: Generated<string>
  kind: 'register' | 'sign-in' | 'totp'
  value: string
  subject: string | null
  personId: string | null
  expiresAt: Time
  createdAt: Generated<Time>
}

interface InvitationsTable {
  id: Generated<string>
  tokenHash: string
  kind: 'first' | 'invite' | 'reset'
  role: 'owner' | 'staff'
  email: string | null
  personId: string | null
  createdBy: string
  expiresAt: Time
  usedAt: Time | null
  createdAt: Generated<Time>
}

interface MailsTable {
  id: Generated<string>
  mailKey: string
  kind: 'acknowledgement' | 'confirmation' | 'alert' | 'reply' | 'security-notice'
  recipient: string
  subject: string
  body: string
  unsubscribeUrl: string | null
  delivery: Generated<'waiting' | 'sent' | 'undeliverable'>
  refusals: Generated<number>
  attempts: Generated<number>
  nextAttemptAt: Generated<Time>
  lease: string | null
  lastError: string | null
  sentAt: Time | null
  sentBy: 'smtp' | 'file' | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
  enquiryId: string | null
  person: string | null
  quoted: string | null
  inReplyTo: string | null
  thread: string | null
  personId: string | null
}

interface PasskeysTable {
  id: Generated<string>
  personId: string
  credentialId: string
  publicKey: string
  counter: Generated<number>
  transports: Generated<string>
  label: string
  lastUsedAt: Time | null
  createdAt: Generated<Time>
}

interface PeopleTable {
  id: Generated<string>
  email: string
  name: string
  role: 'owner' | 'staff'
  passwordHash: string | null
  totpSecret: string | null
  totpLastStep: number | null
  securityStamp: string
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

interface RecoveryCodesTable {
  id: Generated<string>
  personId: string
  hash: string
  usedAt: Time | null
  createdAt: Generated<Time>
}

interface SessionsTable {
  id: Generated<string>
  tokenHash: string
  personId: string
  securityStamp: string
  createdAt: Generated<Time>
  seenAt: Generated<Time>
  expiresAt: Time
  secondFactorAt: Time | null
  device: string
  network: string
}

interface SettingsTable {
  id: Generated<string>
  name: string
  value: string
  person: string
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}
