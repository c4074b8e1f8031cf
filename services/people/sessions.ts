/** Sessions: a random token in the browser, its hash in the database. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { requireRows, requireSuccess } from '../../app/shared/backend/response.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/audit-log.ts'
import { describeDevice } from './device.ts'
import { isId, readPerson, type StoredPerson, toPerson } from './person-store.ts'
import { hashToken, isToken, newToken } from './tokens.ts'
import type { NewSession, Session, SignedIn, SignInContext, SignInStage } from './types.ts'

export const IDLE_MS = 12 * 3_600_000
export const MAX_AGE_MS = 30 * 86_400_000
/** To give the code after the password. */
export const SECOND_FACTOR_MS = 10 * 60_000
/** To set up an app or a passkey for the first time. */
export const ENROL_MS = 3_600_000
export const FRESH_MS = 10 * 60_000
/** Servers and databases may differ by as much. A time further ahead was written by a wrong clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
const TOUCH_MS = 60_000

/** Null without a valid session. Notes once a minute that it is used. @throws DataError */
export async function readSession(
  client: BackendClient,
  token: string | null,
  now: Date,
): Promise<SignedIn | null> {
  if (token === null || !isToken(token)) return null
  const found = client.from('sessions').select('*').eq('token_hash', hashToken(token))
  const [row] = requireRows(await found)
  if (!row) return null
  const session = toSession(row)
  if (!isCurrent(session, now)) return null
  const person = await readPerson(client, session.personId)
  if (!person || person.securityStamp !== row.security_stamp) return null
  const stage = session.secondFactorAt === null ? await stageWithout(client, person) : 'full'
  if (now.getTime() - Date.parse(session.seenAt) >= TOUCH_MS) await touch(client, session, now)
  return { person: toPerson(person), session, stage }
}

function isCurrent({ createdAt, seenAt, expiresAt, secondFactorAt }: Session, now: Date): boolean {
  const at = now.getTime()
  const created = Date.parse(createdAt)
  const seen = Date.parse(seenAt)
  const latest = at + CLOCK_TOLERANCE_MS
  if (created > latest || seen > latest || Date.parse(secondFactorAt ?? createdAt) > latest) return false
  return seen > at - IDLE_MS && created > at - MAX_AGE_MS && Date.parse(expiresAt) > at
}

/** A slower request of the same session must not set the time back. */
async function touch(client: BackendClient, { id }: Session, now: Date): Promise<void> {
  const seen = { seen_at: now.toISOString() }
  requireSuccess(await client.from('sessions').update(seen).eq('id', id).lt('seen_at', seen.seen_at))
}

/** Without a second factor a person has to set one up, else to give it. */
async function stageWithout(client: BackendClient, person: StoredPerson): Promise<SignInStage> {
  if (person.totpSecret !== null) return 'second-factor'
  const passkeys = client.from('passkeys').select('id').eq('person_id', person.id).limit(1)
  return requireRows(await passkeys).length > 0 ? 'second-factor' : 'enrol'
}

/** Stage `full`. @param replaced the full session in whose place it begins: its 30 days and its second factor go on */
export async function startFullSession(
  context: SignInContext,
  person: StoredPerson,
  replaced: Partial<Pick<Session, 'expiresAt' | 'secondFactorAt'>> = {},
): Promise<NewSession> {
  const { now } = context
  return insertSession(context, person, {
    stage: 'full',
    secondFactorAt: replaced.secondFactorAt ?? now.toISOString(),
    expiresAt: replaced.expiresAt ?? new Date(now.getTime() + MAX_AGE_MS).toISOString(),
  })
}

/** After the password alone: stage `second-factor` or `enrol`, for minutes. */
export async function startPendingSession(context: SignInContext, person: StoredPerson): Promise<NewSession> {
  const stage = await stageWithout(context.client, person)
  const ms = stage === 'enrol' ? ENROL_MS : SECOND_FACTOR_MS
  const expiresAt = new Date(context.now.getTime() + ms).toISOString()
  return insertSession(context, person, { stage, secondFactorAt: null, expiresAt })
}

async function insertSession(
  { client, visit, now }: SignInContext,
  person: StoredPerson,
  {
    stage,
    secondFactorAt,
    expiresAt,
  }: { stage: SignInStage; secondFactorAt: string | null; expiresAt: string },
): Promise<NewSession> {
  const token = newToken()
  const row = {
    token_hash: hashToken(token),
    person_id: person.id,
    security_stamp: person.securityStamp,
    created_at: now.toISOString(),
    seen_at: now.toISOString(),
    expires_at: expiresAt,
    second_factor_at: secondFactorAt,
    device: describeDevice(visit.userAgent),
    network: visit.network.network.slice(0, 100),
  }
  const [stored] = requireRows(await client.from('sessions').insert(row).select('*'))
  return { token, person: toPerson(person), session: toSession(stored ?? {}), stage }
}

/**
 * Ends a session that another one replaces: the browser's old cookie is worth nothing afterwards.
 * @param person as it was read for the change: if its rights have changed since the session began, the session has ended
 * @returns false if the session has ended, or another request has replaced it
 */
export async function takeSession(
  client: BackendClient,
  { id }: Session,
  { securityStamp }: StoredPerson,
): Promise<boolean> {
  const removal = client.from('sessions').delete().eq('id', id).eq('security_stamp', securityStamp)
  return requireRows(await removal.select('id')).length === 1
}

/** Those that are signed in in full, the latest used first. @throws DataError */
export async function listSessions(client: BackendClient, personId: string, now: Date): Promise<Session[]> {
  const person = await readPerson(client, personId)
  if (!person) return []
  const rows = client.from('sessions').select('*').eq('person_id', personId)
  const current = rows.eq('security_stamp', person.securityStamp).not('second_factor_at', 'is', null)
  return requireRows(await current.order('seen_at', { ascending: false }).order('id').limit(200))
    .map(toSession)
    .filter((session) => isCurrent(session, now))
}

/** Signs out. Nothing happens if the session has ended already. */
export async function endSession(client: BackendClient, sessionId: string): Promise<void> {
  requireSuccess(await client.from('sessions').delete().eq('id', sessionId))
}

/** Ends a session of the person, from the list. @returns whether there was one */
export async function revokeSession(
  client: BackendClient,
  personId: string,
  sessionId: string,
  actor: Actor,
): Promise<boolean> {
  if (!isId(sessionId)) return false
  const person = await readPerson(client, personId)
  const removal = client.from('sessions').delete().eq('id', sessionId).eq('person_id', personId)
  const [removed] = requireRows(await removal.select('device'))
  if (!removed || !person) return false
  await recordChange(
    client,
    actor,
    'people sessions',
    `ended a session of ${person.name} (${removed.device})`,
  )
  return true
}

/** @param except a session that stays. @returns how many ended */
export async function endSessionsOf(
  client: BackendClient,
  personId: string,
  actor: Actor,
  except?: string,
): Promise<number> {
  const person = await readPerson(client, personId)
  if (!person) return 0
  const which = except === undefined ? 'all sessions' : 'all other sessions'
  await recordChange(client, actor, 'people sessions', `ended ${which} of ${person.name}`)
  const removal = client.from('sessions').delete().eq('person_id', personId)
  return requireRows(await (except === undefined ? removal : removal.neq('id', except)).select('id')).length
}

/** True if the person was signed in from there before. */
export async function isKnownNetwork(
  client: BackendClient,
  personId: string,
  network: string,
): Promise<boolean> {
  const known = client.from('sessions').select('id').eq('person_id', personId).eq('network', network)
  return requireRows(await known.not('second_factor_at', 'is', null).limit(1)).length > 0
}

/** True for ten minutes after the second factor. Keys, people and exports ask for it. */
export function hasFreshSecondFactor({ secondFactorAt }: Session, now: Date): boolean {
  if (secondFactorAt === null) return false
  const age = now.getTime() - Date.parse(secondFactorAt)
  return age >= -CLOCK_TOLERANCE_MS && age < FRESH_MS
}

/** Rows that no longer count. @throws DataError */
export async function removeExpiredSessions(client: BackendClient, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  requireSuccess(await client.from('sessions').delete().lt('expires_at', before(0)))
  requireSuccess(await client.from('sessions').delete().lt('seen_at', before(IDLE_MS)))
}

export function toSession(row: Record<string, unknown>): Session {
  return {
    id: row.id,
    personId: row.person_id,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    secondFactorAt: row.second_factor_at,
    device: row.device,
    network: row.network,
  } as Session
}
