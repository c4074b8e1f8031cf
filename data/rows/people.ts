/** The rows of the people at the desk and their sign-ins. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'
import type { Created, Dated } from './row.ts'

interface PeopleTable extends Dated {
  email: string
  name: string
  role: 'owner' | 'staff'
  passwordHash: string | null
  totpSecret: string | null
  totpLastStep: number | null
  securityStamp: string
}

interface PasskeysTable extends Created {
  personId: string
  credentialId: string
  publicKey: string
  counter: Generated<number>
  transports: Generated<string>
  label: string
  lastUsedAt: Time | null
}

interface RecoveryCodesTable extends Created {
  personId: string
  hash: string
  usedAt: Time | null
}

interface InvitationsTable extends Created {
  tokenHash: string
  kind: 'first' | 'invite' | 'reset'
  role: 'owner' | 'staff'
  email: string | null
  personId: string | null
  createdBy: string
  expiresAt: Time
  usedAt: Time | null
}

interface SessionsTable extends Created {
  tokenHash: string
  personId: string
  securityStamp: string
  seenAt: Generated<Time>
  expiresAt: Time
  secondFactorAt: Time | null
  device: string
  network: string
}

interface ChallengesTable extends Created {
  kind: 'register' | 'sign-in' | 'totp'
  value: string
  subject: string | null
  personId: string | null
  expiresAt: Time
}

export interface PeopleTables {
  people: PeopleTable
  passkeys: PasskeysTable
  recoveryCodes: RecoveryCodesTable
  invitations: InvitationsTable
  sessions: SessionsTable
  challenges: ChallengesTable
}
