/** Links that create a person or restore access. Each works once; the database stores only the hash of its token. */

import { randomUUID } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { timeFrom, toTime } from '#data/times.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { emailFault } from '#shared/text/email-address.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { hashToken, isToken, newToken } from '../tokens.ts'
import { isUuid } from '../uuid.ts'
import { insertPasskey, removeCredentials } from './credentials.ts'
import { describeDevice } from './device.ts'
import { createRegistration, type NewPasskey, verifyRegistration } from './passkeys.ts'
import { hashPassword, passwordFault } from './passwords.ts'
import {
  hasOwner,
  hasPeople,
  nameFault,
  nameTakenFault,
  newStamp,
  normalizeEmail,
  readPerson,
  readPersonByEmail,
  readPersonToChange,
  renewStamp,
  type StoredPerson,
} from './person-store.ts'
import { EXPIRED, invalid, REFUSED, takeQuestion, unlessBusy } from './refusals.ts'
import { queueSecurityNotice } from './security-notice.ts'
import { startFullSession, startPendingSession } from './sessions.ts'
import type {
  Invitation,
  InvitationKind,
  InvitationLink,
  Refusal,
  Role,
  SignInContext,
  SignInResult,
} from './types.ts'

/** The token is in the query string, which is not logged. */
const JOIN_PATH = '/desk/join'

const HOUR_MS = 3_600_000
const LIFETIME_MS = { first: 24 * HOUR_MS, invite: 7 * 24 * HOUR_MS, reset: HOUR_MS } as const

/** Servers that start together each print a link; all of these work until one is used. */
const STARTING_TOGETHER_MS = 60_000

/**
 * Creates a link for the first person; null if there are people already. Revokes earlier links of this server, and links
 * that other servers printed more than a minute ago.
 * @param server.name distinguishes servers that share a database.
 */
export async function firstPersonLink(
  database: Database,
  siteUrl: string,
  server: { name: string; now: Date },
): Promise<string | null> {
  if (await hasPeople(database)) return null
  const createdBy = `the server ${server.name}`.slice(0, 200)
  const startedBefore = timeFrom(server.now, -STARTING_TOGETHER_MS)
  return action(database, 'create the first link', async (transaction) => {
    await transaction
      .deleteFrom('invitations')
      .where('kind', '=', 'first')
      .where((is) => is.or([is('createdBy', '=', createdBy), is('createdAt', '<', startedBefore)]))
      .execute()
    const made = { kind: 'first', role: 'owner', createdBy } as const
    return (await insertInvitation(transaction, siteUrl, made, server.now)).link
  })
}

/** Valid for seven days. Revokes an earlier link for the same address. */
export async function createInvitation(
  database: Database,
  siteUrl: string,
  invited: { email: string; role: Role },
  actor: Actor,
  now: Date,
): Promise<({ ok: true } & InvitationLink) | Refusal> {
  const email = normalizeEmail(invited.email)
  const fault = emailFault(email)
  if (fault) return invalid('email', fault)
  return action(database, 'invite a person', async (transaction) => {
    if (await readPersonByEmail(transaction, email)) return invalid('email', TAKEN)
    if (invited.role === 'staff' && !(await hasOwner(transaction)))
      return invalid('role', 'There is no owner yet: the first person must be one.')
    await noteChange(transaction, actor, 'people invite', `invited ${email} as ${invited.role}`)
    await unusedInvitations(transaction).where('email', '=', email).execute()
    const made = { kind: 'invite', role: invited.role, email, createdBy: actor.person } as const
    return { ok: true, ...(await insertInvitation(transaction, siteUrl, made, now)) }
  })
}

const TAKEN = 'Someone with this address already uses the desk.'

/**
 * Creates a link for a person who is locked out, valid for an hour. Immediately ends the person's sessions and removes
 * password, passkeys, app and recovery codes; name and role stay. Revokes an earlier link.
 */
export async function createReset(
  database: Database,
  siteUrl: string,
  personId: string,
  actor: Actor,
  now: Date,
): Promise<({ ok: true } & InvitationLink) | Refusal> {
  return action(database, 'reset a sign-in', async (transaction) => {
    const person = await readPersonToChange(transaction, personId)
    if (!person) return EXPIRED
    await noteChange(transaction, actor, 'people reset', `${person.name} was given a new sign-in link`)
    await removeCredentials(transaction, personId)
    const what = `${actor.person} reset your sign-in: password, passkeys, authenticator app and recovery codes were removed and every session ended. ${actor.person} was shown a link to pass on to you, which works once, for an hour`
    await queueSecurityNotice(transaction, person, { what, siteUrl, now })
    await unusedInvitations(transaction).where('personId', '=', personId).execute()
    const { role, email } = person
    const made = { kind: 'reset', role, email, personId, createdBy: actor.person } as const
    return { ok: true, ...(await insertInvitation(transaction, siteUrl, made, now)) }
  })
}

/** To be removed. */
const unusedInvitations = (transaction: Transaction) =>
  transaction.deleteFrom('invitations').where('usedAt', 'is', null)

interface Made {
  kind: InvitationKind
  role: Role
  email?: string | null
  personId?: string | null
  createdBy: string
}

async function insertInvitation(
  transaction: Transaction,
  siteUrl: string,
  { kind, role, email = null, personId = null, createdBy }: Made,
  now: Date,
): Promise<InvitationLink> {
  const token = newToken()
  const expiresAt = timeFrom(now, LIFETIME_MS[kind])
  const row = {
    tokenHash: hashToken(token),
    kind,
    role,
    email,
    personId,
    createdBy: createdBy.slice(0, 200),
    createdAt: toTime(now),
    expiresAt,
  }
  await transaction.insertInto('invitations').values(row).execute()
  return { link: `${siteUrl}${JOIN_PATH}?token=${token}`, expiresAt }
}

/** Pending invitations without their tokens, newest first. */
export async function listInvitations(reader: Reader, now: Date): Promise<Invitation[]> {
  const rows = await reader
    .selectFrom('invitations')
    .selectAll()
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', toTime(now))
    .where('kind', '<>', 'first')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(500)
    .execute()
  return Promise.all(rows.map((row) => toInvitation(reader, row)))
}

/** @returns whether the invitation existed. */
export async function revokeInvitation(database: Database, id: string, actor: Actor): Promise<boolean> {
  if (!isUuid(id)) return false
  return action(database, 'withdraw an invitation', async (transaction) => {
    const removal = unusedInvitations(transaction).where('id', '=', id)
    const removed = await removal.returning('email').executeTakeFirst()
    if (!removed) return false
    const change = `withdrew the link for ${removed.email ?? 'the first person'}`
    await noteChange(transaction, actor, 'people invite', change)
    return true
  })
}

/** Null if the link is unknown, used, replaced or expired. */
export async function findInvitation(reader: Reader, token: string, now: Date): Promise<Invitation | null> {
  if (!isToken(token)) return null
  const found = reader.selectFrom('invitations').selectAll().where('tokenHash', '=', hashToken(token))
  const row = await found.executeTakeFirst()
  if (!row || row.usedAt !== null) return null
  const invitation = await toInvitation(reader, row)
  const left = Date.parse(invitation.expiresAt) - now.getTime()
  // Also expires links from the future, which a wrong clock created.
  if (left <= 0 || left > LIFETIME_MS[invitation.kind] + STARTING_TOGETHER_MS * 5) return null
  if (invitation.kind === 'first' && (await hasPeople(reader))) return null
  if (invitation.kind === 'reset' && invitation.name === null) return null
  return invitation
}

async function toInvitation(reader: Reader, row: Row<'invitations'>): Promise<Invitation> {
  const { id, kind, personId, createdBy, expiresAt } = row
  const person = personId === null ? null : await readPerson(reader, personId)
  return {
    id,
    kind,
    role: person?.role ?? row.role,
    email: person?.email ?? row.email,
    personId,
    name: person?.name ?? null,
    createdBy,
    expiresAt,
  }
}

interface Acceptance {
  /** Not needed for a reset. */
  name?: string
  /** Required for the first person only. */
  email?: string
  /** `response` is the browser's response to `invitationPasskeyOptions`, as JSON. */
  credential: { password: string } | { response: string; label: string }
}

/** Options with which the browser creates the passkey of an acceptance. */
export async function invitationPasskeyOptions(
  context: SignInContext,
  token: string,
  given: { name?: string; email?: string },
): Promise<{ ok: true; options: PublicKeyCredentialCreationOptionsJSON } | Refusal> {
  const checked = await checkAcceptance(context, token, given)
  if (!checked.ok) return checked
  const { invitation, name, email } = checked
  const personId = invitation.personId ?? randomUUID()
  return createRegistration(context, { subject: invitation.id, personId, email, name, existing: [] })
}

/** Works once, even for concurrent requests. A passkey signs in completely; a password leads to stage `enrol`. */
export async function acceptInvitation(
  context: SignInContext,
  token: string,
  { credential, ...given }: Acceptance,
): Promise<SignInResult> {
  const checked = await checkAcceptance(context, token, given)
  if (!checked.ok) return checked
  const proof = await verifyCredential(context, checked, credential)
  if (!proof.ok) return proof
  return action(context.database, 'accept an invitation', (transaction) =>
    writeAcceptance(transaction, context, checked, proof),
  )
}

async function writeAcceptance(
  transaction: Transaction,
  context: SignInContext,
  checked: Checked,
  proof: Proof,
): Promise<SignInResult> {
  const { invitation } = checked
  if (!(await claim(transaction, invitation, context.now))) return EXPIRED
  const person = invitation.personId
    ? await renewStamp(transaction, invitation.personId, { passwordHash: proof.passwordHash })
    : await insertPerson(transaction, checked, proof)
  if (!person) return EXPIRED
  if (proof.passkey && !(await insertPasskey(transaction, proof.passkey, proof.label))) return REFUSED
  if (invitation.kind === 'first')
    await transaction
      .deleteFrom('invitations')
      .where('kind', '=', 'first')
      .where('id', '<>', invitation.id)
      .execute()
  const by = proof.passkey ? 'a passkey' : 'a password'
  const change = `${DESCRIPTIONS[invitation.kind]} as ${person.role}, with ${by}`
  await noteChange(transaction, { person: person.name, via: 'desk' }, 'people join', change)
  if (invitation.kind === 'reset') {
    const { siteUrl, now } = context
    const what = `Someone used your reset link to set up ${by}, using ${describeDevice(context.visit.userAgent)}`
    await queueSecurityNotice(transaction, person, { what, siteUrl, now })
  }
  const started = proof.passkey
    ? await startFullSession(transaction, context, person)
    : await startPendingSession(transaction, context, person)
  return { ok: true, ...started }
}

const DESCRIPTIONS = {
  first: 'became the first person',
  invite: 'accepted an invitation',
  reset: 'chose a new way to sign in',
} as const

interface Checked {
  ok: true
  invitation: Invitation
  name: string
  email: string
}

/** Validates before the link is used, so that an error leaves it valid. */
async function checkAcceptance(
  context: SignInContext,
  token: string,
  given: { name?: string; email?: string },
): Promise<Checked | Refusal> {
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  const { database, now } = context
  const invitation = await findInvitation(database, token, now)
  if (!invitation) return EXPIRED
  const name = invitation.name ?? cleanLine(given.name ?? '')
  const email = invitation.email ?? normalizeEmail(given.email ?? '')
  const wrongName =
    nameFault(name) ?? (invitation.name === null ? await nameTakenFault(database, name, null) : null)
  if (wrongName) return invalid('name', wrongName)
  const wrongEmail = emailFault(email)
  if (wrongEmail) return invalid('email', wrongEmail)
  if (invitation.kind === 'invite' && (await readPersonByEmail(database, email)))
    return invalid('email', TAKEN)
  return { ok: true, invitation, name, email }
}

interface Proof {
  ok: true
  passwordHash: string | null
  passkey: NewPasskey | null
  label: string
}

async function verifyCredential(
  context: SignInContext,
  { invitation, email }: Checked,
  credential: Acceptance['credential'],
): Promise<Proof | Refusal> {
  if ('password' in credential) {
    const fault = passwordFault(credential.password, email)
    if (fault) return invalid('password', fault)
    const hash = () => hashPassword(credential.password)
    return unlessBusy(async () => ({ ok: true, passwordHash: await hash(), passkey: null, label: '' }))
  }
  const label = cleanLine(credential.label)
  const fault = nameFault(label)
  if (fault) return invalid('label', fault)
  const passkey = await verifyRegistration(context, invitation.id, credential.response)
  if (!passkey) return REFUSED
  return { ok: true, passwordHash: null, passkey, label }
}

/** One write decides between concurrent requests; using one link for the first person uses all of them. */
async function claim(transaction: Transaction, { id, kind }: Invitation, now: Date): Promise<boolean> {
  const use = transaction
    .updateTable('invitations')
    .set({ usedAt: toTime(now) })
    .where('usedAt', 'is', null)
  const which = kind === 'first' ? use.where('kind', '=', 'first') : use.where('id', '=', id)
  const claimed = await which.returning('id').execute()
  if (!claimed.some((row) => row.id === id)) return false
  return kind !== 'first' || !(await hasPeople(transaction))
}

async function insertPerson(
  transaction: Transaction,
  { invitation, name, email }: Checked,
  { passwordHash, passkey }: Proof,
): Promise<StoredPerson | null> {
  const row = {
    id: passkey?.personId ?? randomUUID(),
    email,
    name,
    role: invitation.role,
    passwordHash,
    securityStamp: newStamp(),
  }
  // Another link for the same address may have been used at the same moment.
  const insertion = transaction
    .insertInto('people')
    .values(row)
    .onConflict((same) => same.column('email').doNothing())
  return (await insertion.returningAll().executeTakeFirst()) ?? null
}

/** Expired invitations are kept for a month, so that people can find out what happened to one. */
export async function removeExpiredInvitations(transaction: Transaction, now: Date): Promise<void> {
  const before = timeFrom(now, -30 * 24 * HOUR_MS)
  await transaction.deleteFrom('invitations').where('expiresAt', '<', before).execute()
}
