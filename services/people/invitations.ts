/** Links that create a person or restore access. Each works once; the database stores only the hash of its token. */

import { randomUUID } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { BackendClient } from '#shared/data/client.ts'
import { isInserted, requireRows, requireSuccess } from '#shared/data/response.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { emailFault } from '#shared/text/email-address.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/audit-log.ts'
import { isUuid } from '../uuid.ts'
import { insertPasskey, labelFault, removeCredentials } from './credentials.ts'
import { describeDevice } from './device.ts'
import { createRegistration, type NewPasskey, verifyRegistration } from './passkeys.ts'
import { hashPassword, passwordFault } from './passwords.ts'
import {
  countOwners,
  hasPeople,
  nameFault,
  nameTakenFault,
  newStamp,
  normalizeEmail,
  readPerson,
  readPersonByEmail,
  renewStamp,
  type StoredPerson,
  toStoredPerson,
} from './person-store.ts'
import { EXPIRED, invalid, REFUSED, takeQuestion, unlessBusy } from './refusals.ts'
import { queueSecurityNotice } from './security-notice.ts'
import { startFullSession, startPendingSession } from './sessions.ts'
import { hashToken, isToken, newToken } from './tokens.ts'
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
  client: BackendClient,
  siteUrl: string,
  server: { name: string; now: Date },
): Promise<string | null> {
  if (await hasPeople(client)) return null
  const createdBy = `the server ${server.name}`.slice(0, 200)
  const earlier = () => client.from('invitations').delete().eq('kind', 'first')
  const startedBefore = new Date(server.now.getTime() - STARTING_TOGETHER_MS)
  requireSuccess(await earlier().eq('created_by', createdBy))
  requireSuccess(await earlier().lt('created_at', startedBefore.toISOString()))
  const { link } = await insertInvitation(
    client,
    siteUrl,
    { kind: 'first', role: 'owner', createdBy },
    server.now,
  )
  return link
}

/** Valid for seven days. Revokes an earlier link for the same address. */
export async function createInvitation(
  client: BackendClient,
  siteUrl: string,
  invited: { email: string; role: Role },
  actor: Actor,
  now: Date,
): Promise<({ ok: true } & InvitationLink) | Refusal> {
  const email = normalizeEmail(invited.email)
  const fault = emailFault(email)
  if (fault) return invalid('email', fault)
  if (await readPersonByEmail(client, email)) return invalid('email', TAKEN)
  if (invited.role === 'staff' && (await countOwners(client)) === 0)
    return invalid('role', 'There is no owner yet: the first person must be one.')
  await recordChange(client, actor, 'people invite', `invited ${email} as ${invited.role}`)
  requireSuccess(await client.from('invitations').delete().eq('email', email).is('used_at', null))
  const made = { kind: 'invite', role: invited.role, email, createdBy: actor.person } as const
  return { ok: true, ...(await insertInvitation(client, siteUrl, made, now)) }
}

const TAKEN = 'Someone with this address already uses the desk.'

/**
 * Creates a link for a person who is locked out, valid for an hour. Immediately ends the person's sessions and removes
 * password, passkeys, app and recovery codes; name and role stay. Revokes an earlier link.
 */
export async function createReset(
  client: BackendClient,
  siteUrl: string,
  personId: string,
  actor: Actor,
  now: Date,
): Promise<({ ok: true } & InvitationLink) | Refusal> {
  const person = await readPerson(client, personId)
  if (!person) return EXPIRED
  await recordChange(client, actor, 'people reset', `${person.name} was given a new sign-in link`)
  await removeCredentials(client, personId)
  const what = `${actor.person} reset your sign-in: password, passkeys, authenticator app and recovery codes were removed and every session ended. ${actor.person} was shown a link to pass on to you, which works once, for an hour`
  await queueSecurityNotice(client, person, { what, siteUrl, now })
  requireSuccess(await client.from('invitations').delete().eq('person_id', personId).is('used_at', null))
  const { role, email } = person
  const made = { kind: 'reset', role, email, personId, createdBy: actor.person } as const
  return { ok: true, ...(await insertInvitation(client, siteUrl, made, now)) }
}

interface Made {
  kind: InvitationKind
  role: Role
  email?: string
  personId?: string
  createdBy: string
}

async function insertInvitation(
  client: BackendClient,
  siteUrl: string,
  { kind, role, email = '', personId = '', createdBy }: Made,
  now: Date,
): Promise<InvitationLink> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[kind]).toISOString()
  const row = {
    token_hash: hashToken(token),
    kind,
    role,
    email: email || null,
    person_id: personId || null,
    created_by: createdBy.slice(0, 200),
    created_at: now.toISOString(),
    expires_at: expiresAt,
  }
  requireSuccess(await client.from('invitations').insert(row))
  return { link: `${siteUrl}${JOIN_PATH}?token=${token}`, expiresAt }
}

/** Pending invitations without their tokens, newest first. */
export async function listInvitations(client: BackendClient, now: Date): Promise<Invitation[]> {
  const open = client.from('invitations').select('*').is('used_at', null).gt('expires_at', now.toISOString())
  const rows = await open
    .neq('kind', 'first')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(500)
  return Promise.all(requireRows(rows).map((row) => toInvitation(client, row)))
}

/** @returns whether the invitation existed. */
export async function revokeInvitation(client: BackendClient, id: string, actor: Actor): Promise<boolean> {
  if (!isUuid(id)) return false
  const removal = client.from('invitations').delete().eq('id', id).is('used_at', null)
  const [removed] = requireRows(await removal.select('*'))
  if (!removed) return false
  await recordChange(
    client,
    actor,
    'people invite',
    `withdrew the link for ${removed.email ?? 'the first person'}`,
  )
  return true
}

/** Null if the link is unknown, used, replaced or expired. */
export async function findInvitation(
  client: BackendClient,
  token: string,
  now: Date,
): Promise<Invitation | null> {
  if (!isToken(token)) return null
  const [row] = requireRows(await client.from('invitations').select('*').eq('token_hash', hashToken(token)))
  if (!row || row.used_at !== null) return null
  const invitation = await toInvitation(client, row)
  const left = Date.parse(invitation.expiresAt) - now.getTime()
  // Also expires links from the future, which a wrong clock created.
  if (left <= 0 || left > LIFETIME_MS[invitation.kind] + STARTING_TOGETHER_MS * 5) return null
  if (invitation.kind === 'first' && (await hasPeople(client))) return null
  if (invitation.kind === 'reset' && invitation.name === null) return null
  return invitation
}

async function toInvitation(client: BackendClient, row: Record<string, unknown>): Promise<Invitation> {
  const personId = row.person_id === null ? null : String(row.person_id)
  const person = personId === null ? null : await readPerson(client, personId)
  return {
    id: row.id,
    kind: row.kind,
    role: person?.role ?? row.role,
    email: person?.email ?? row.email,
    personId,
    name: person?.name ?? null,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
  } as Invitation
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
  const { invitation } = checked
  if (!(await claim(context, invitation))) return EXPIRED
  const person = invitation.personId
    ? await renewStamp(context.client, invitation.personId, { password_hash: proof.passwordHash })
    : await insertPerson(context, checked, proof)
  if (!person) return EXPIRED
  const { client } = context
  if (proof.passkey && !(await insertPasskey(client, proof.passkey, proof.label))) return REFUSED
  if (invitation.kind === 'first')
    requireSuccess(await client.from('invitations').delete().eq('kind', 'first').neq('id', invitation.id))
  const actor = { person: person.name, via: 'desk' } as const
  const by = proof.passkey ? 'a passkey' : 'a password'
  await recordChange(
    client,
    actor,
    'people join',
    `${DESCRIPTIONS[invitation.kind]} as ${person.role}, with ${by}`,
  )
  if (invitation.kind === 'reset') {
    const { siteUrl, now } = context
    const what = `Someone used your reset link to set up ${by}, using ${describeDevice(context.visit.userAgent)}`
    await queueSecurityNotice(client, person, { what, siteUrl, now })
  }
  const started = proof.passkey
    ? await startFullSession(context, person)
    : await startPendingSession(context, person)
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
  const { client, now } = context
  const invitation = await findInvitation(client, token, now)
  if (!invitation) return EXPIRED
  const name = invitation.name ?? cleanLine(given.name ?? '')
  const email = invitation.email ?? normalizeEmail(given.email ?? '')
  const wrongName =
    nameFault(name) ?? (invitation.name === null ? await nameTakenFault(client, name, null) : null)
  if (wrongName) return invalid('name', wrongName)
  const wrongEmail = emailFault(email)
  if (wrongEmail) return invalid('email', wrongEmail)
  if (invitation.kind === 'invite' && (await readPersonByEmail(client, email))) return invalid('email', TAKEN)
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
  const fault = labelFault(label)
  if (fault) return invalid('label', fault)
  const passkey = await verifyRegistration(context, invitation.id, credential.response)
  if (!passkey) return REFUSED
  return { ok: true, passwordHash: null, passkey, label }
}

/** One write decides between concurrent requests; using one link for the first person uses all of them. */
async function claim({ client, now }: SignInContext, { id, kind }: Invitation): Promise<boolean> {
  const use = client.from('invitations').update({ used_at: now.toISOString() })
  const which = kind === 'first' ? use.eq('kind', 'first') : use.eq('id', id)
  const claimed = requireRows(await which.is('used_at', null).select('id'))
  if (!claimed.some((row) => row.id === id)) return false
  return kind !== 'first' || !(await hasPeople(client))
}

async function insertPerson(
  { client }: SignInContext,
  { invitation, name, email }: Checked,
  { passwordHash, passkey }: Proof,
): Promise<StoredPerson | null> {
  const row = {
    id: passkey?.personId ?? randomUUID(),
    email,
    name,
    role: invitation.role,
    password_hash: passwordHash,
    security_stamp: newStamp(),
  }
  const response = await client.from('people').insert(row).select('*')
  // Another link for the same address was used at the same moment.
  if (!isInserted(response)) return null
  const [stored] = requireRows(response)
  return stored ? toStoredPerson(stored) : null
}

/** Expired invitations are kept for a month, so that people can find out what happened to one. */
export async function removeExpiredInvitations(client: BackendClient, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * HOUR_MS).toISOString()
  requireSuccess(await client.from('invitations').delete().lt('expires_at', before))
}
