/** The people of the desk, and the results of signing in. */
import type { Database } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import type { ClientNetwork } from '../client-ip.ts'
import type { Log } from '../log.ts'
import type { SignInLimits } from './sign-in-limits.ts'

export type Role = 'owner' | 'staff'

export interface Person {
  id: string
  /** In lower case. */
  email: string
  name: string
  role: Role
}

/** A person in the list of people. */
export interface PersonDetails extends Person {
  hasPassword: boolean
  hasTotp: boolean
  passkeys: number
  sessions: number
  /** When one of the person's sessions was last used; null without any. */
  seenAt: string | null
}

export interface Passkey {
  id: string
  label: string
  createdAt: string
  lastUsedAt: string | null
}

export interface Credentials {
  hasPassword: boolean
  hasTotp: boolean
  passkeys: Passkey[]
  recoveryCodesLeft: number
}

export type InvitationKind = 'first' | 'invite' | 'reset'

export interface Invitation {
  id: string
  kind: InvitationKind
  role: Role
  /** Null for the first person, who enters it. */
  email: string | null
  /** The person whose access a reset restores. */
  personId: string | null
  /** That person's name. */
  name: string | null
  createdBy: string
  expiresAt: string
}

/** `token` is shown once; the database stores only its hash. */
export interface InvitationLink {
  link: string
  expiresAt: string
}

export interface Session {
  id: string
  personId: string
  createdAt: Time
  seenAt: Time
  expiresAt: Time
  /** Null until a second factor was given; a passkey counts as both factors. */
  secondFactorAt: Time | null
  /** For example 'Firefox on Windows'. */
  device: string
  network: string
}

/**
 * - `second-factor`: the password was right, the code or the passkey is outstanding
 * - `enrol`: the person has no second factor yet and must set one up before anything else
 * - `full`: signed in
 */
export type SignInStage = 'second-factor' | 'enrol' | 'full'

export interface SignedIn {
  person: Person
  session: Session
  stage: SignInStage
}

/** The browser gets `token` as its cookie, replacing the previous one. */
export interface NewSession extends SignedIn {
  token: string
}

/** Where a request comes from. */
export interface Visit {
  network: ClientNetwork
  userAgent: string | null
  /** The origin of the requesting page, from the `Origin` header: 'https://www.example.co.uk'. */
  origin: string
}

/** Dependencies of the sign-in functions, created for each request; `limits` is shared by the process. */
export interface SignInContext {
  database: Database
  siteUrl: string
  /** The firm's name, for authenticator apps and passkeys. */
  firm: string
  limits: SignInLimits
  visit: Visit
  log: Pick<Log, 'info' | 'error'>
  now: Date
}

export type Field = 'name' | 'email' | 'role' | 'password' | 'current' | 'label' | 'code' | 'passkey'

/** Expected refusals. `refused` never says what was wrong. */
export type Refusal =
  | { ok: false; reason: 'refused' }
  | { ok: false; reason: 'slow-down'; retryAfterSeconds: number }
  /** The link, challenge or session is used, replaced or expired: the person must begin again. */
  | { ok: false; reason: 'expired' }
  /** A second factor from the last ten minutes is required first: `verifyTotp` or `verifyPasskey`. */
  | { ok: false; reason: 'second-factor' }
  | { ok: false; reason: 'invalid'; field: Field; message: string }

export type SignInResult = ({ ok: true } & NewSession) | Refusal

export type Done = { ok: true } | Refusal
