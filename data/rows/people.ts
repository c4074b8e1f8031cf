/** The rows of the people at the desk and their sign-ins. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface PeopleTable {
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

export interface PasskeysTable {
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

export interface RecoveryCodesTable {
  id: Generated<string>
  personId: string
  hash: string
  usedAt: Time | null
  createdAt: Generated<Time>
}

export interface InvitationsTable {
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

export interface SessionsTable {
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

export interface ChallengesTable {
  id: Generated<string>
  kind: 'register' | 'sign-in' | 'totp'
  value: string
  subject: string | null
  personId: string | null
  expiresAt: Time
  createdAt: Generated<Time>
}
