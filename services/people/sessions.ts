/** Sessions: a random token in the browser, its hash in the database. */
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/audit-log.ts'
import { isUuid } from '../uuid.ts'
import { describeDevice } from './device.ts'
import { readPerson, type StoredPerson, toPerson } from './person-store.ts'
import { hashToken, isToken, newToken } from './tokens.ts'
import type { NewSession, Session, SignedIn, SignInContext, SignInStage } from './types.ts'

const IDLE_MS = 12 * 3_600_000
export const MAX_AGE_MS = 30 * 86_400_000
/** Time to enter the code after the password. */
const SECOND_FACTOR_MS = 10 * 60_000
/** Time to set up an app or a passkey for the first time. */
const ENROL_MS = 3_600_000
export const FRESH_MS = 10 * 60_000
/** Allowed clock difference between servers and databases. A time further ahead was written by a wrong clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
const TOUCH_MS = 60_000

/** Null without a valid session. Records at most once a minute that the session is used. */
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

/** A slower concurrent request must not set the time back. */
async function touch(client: BackendClient, { id }: Session, now: Date): Promise<void> {
  const seen = { seen_at: now.toISOString() }
  requireSuccess(await client.from('sessions').update(seen).eq('id', id).lt('seen_at', seen.seen_at))
}

/** The next stage: people without a second factor must set one up, others must give it. */
async function stageWithout(client: BackendClient, person: StoredPerson): Promise<SignInStage> {
  if (person.totpSecret !== null) return 'second-factor'
  const passkeys = client.from('passkeys').select('id').eq('person_id', person.id).limit(1)
  return requireRows(await passkeys).length > 0 ? 'second-factor' : 'enrol'
}

/**
 * Starts a session of stage `full`.
 * @param replaced the session that it continues, whose 30 days and second factor carry over
 */
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

/** Starts a session after the password alone: stage `second-factor` or `enrol`, valid for minutes. */
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
 * Ends a session that is being replaced, so that the old cookie is invalid.
 * @param person the person as read for the change: if their rights have changed since the session began, it has ended
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

/** Completely signed-in sessions, latest used first. */
export async function listSessions(client: BackendClient, personId: string, now: Date): Promise<Session[]> {
  const person = await readPerson(client, personId)
  if (!person) return []
  const rows = client.from('sessions').select('*').eq('person_id', personId)
  const current = rows.eq('security_stamp', person.securityStamp).not('second_factor_at', 'is', null)
  return requireRows(await current.order('seen_at', { ascending: false }).order('id').limit(200))
    .map(toSession)
    .filter((session) => isCurrent(session, now))
}

/** Signs out. Does nothing if the session has ended already. */
export async function endSession(client: BackendClient, sessionId: string): Promise<void> {
  requireSuccess(await client.from('sessions').delete().eq('id', sessionId))
}

/** Ends one of the person's sessions, chosen from the list. @returns whether it existed */
export async function revokeSession(
  client: BackendClient,
  personId: string,
  sessionId: string,
  actor: Actor,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false
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

/** @param except a session that continues. @returns the number of sessions ended */
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

/** Whether the person has signed in from this network before. */
export async function isKnownNetwork(
  client: BackendClient,
  personId: string,
  network: string,
): Promise<boolean> {
  const known = client.from('sessions').select('id').eq('person_id', personId).eq('network', network)
  return requireRows(await known.not('second_factor_at', 'is', null).limit(1)).length > 0
}

/** True for ten minutes after the second factor. Required for keys, people and exports. */
export function hasFreshSecondFactor({ secondFactorAt }: Session, now: Date): boolean {
  if (secondFactorAt === null) return false
  const age = now.getTime() - Date.parse(secondFactorAt)
  return age >= -CLOCK_TOLERANCE_MS && age < FRESH_MS
}

/** Removes rows that are no longer valid. */
export async function removeExpiredSessions(client: BackendClient, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  requireSuccess(await client.from('sessions').delete().lt('expires_at', before(0)))
  requireSuccess(await client.from('sessions').delete().lt('seen_at', before(IDLE_MS)))
}

/** Without the columns that stay in the services. */
const toSession = ({ token_hash, security_stamp, ...row }: Record<string, unknown>) =>
  camelCaseRow(row) as unknown as Session
