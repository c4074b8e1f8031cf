/** Sessions: a random token in the browser, its hash in the database. */
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { type Time, timeFrom, toTime } from '#data/times.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { hashToken, isToken, newToken } from '../tokens.ts'
import { isUuid } from '../uuid.ts'
import { describeDevice } from './device.ts'
import { readPerson, type StoredPerson, toPerson } from './person-store.ts'
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
  database: Database,
  token: string | null,
  now: Date,
): Promise<SignedIn | null> {
  if (token === null || !isToken(token)) return null
  const found = database.selectFrom('sessions').selectAll().where('tokenHash', '=', hashToken(token))
  const row = await found.executeTakeFirst()
  if (!row) return null
  const session = toSession(row)
  if (!isCurrent(session, now)) return null
  const person = await readPerson(database, session.personId)
  if (!person || person.securityStamp !== row.securityStamp) return null
  const stage = session.secondFactorAt === null ? await stageWithout(database, person) : 'full'
  if (now.getTime() - Date.parse(session.seenAt) >= TOUCH_MS) await touch(database, session, now)
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
async function touch(database: Database, { id }: Session, now: Date): Promise<void> {
  const seenAt = toTime(now)
  await action(database, 'note that a session is used', (transaction) =>
    transaction
      .updateTable('sessions')
      .set({ seenAt })
      .where('id', '=', id)
      .where('seenAt', '<', seenAt)
      .execute(),
  )
}

/** The next stage: people without a second factor must set one up, others must give it. */
async function stageWithout(reader: Reader, person: StoredPerson): Promise<SignInStage> {
  if (person.totpSecret !== null) return 'second-factor'
  const passkeys = reader.selectFrom('passkeys').select('id').where('personId', '=', person.id).limit(1)
  return (await passkeys.execute()).length > 0 ? 'second-factor' : 'enrol'
}

/**
 * Starts a session of stage `full`.
 * @param replaced the session that it continues, whose 30 days and second factor carry over
 */
export async function startFullSession(
  transaction: Transaction,
  context: SignInContext,
  person: StoredPerson,
  replaced: Partial<Pick<Session, 'expiresAt' | 'secondFactorAt'>> = {},
): Promise<NewSession> {
  const { now } = context
  return insertSession(transaction, context, person, {
    stage: 'full',
    secondFactorAt: replaced.secondFactorAt ?? toTime(now),
    expiresAt: replaced.expiresAt ?? timeFrom(now, MAX_AGE_MS),
  })
}

/** Starts a session after the password alone: stage `second-factor` or `enrol`, valid for minutes. */
export async function startPendingSession(
  transaction: Transaction,
  context: SignInContext,
  person: StoredPerson,
): Promise<NewSession> {
  const stage = await stageWithout(transaction, person)
  const ms = stage === 'enrol' ? ENROL_MS : SECOND_FACTOR_MS
  const expiresAt = timeFrom(context.now, ms)
  return insertSession(transaction, context, person, { stage, secondFactorAt: null, expiresAt })
}

interface Start {
  stage: SignInStage
  secondFactorAt: Time | null
  expiresAt: Time
}

async function insertSession(
  transaction: Transaction,
  { visit, now }: SignInContext,
  person: StoredPerson,
  { stage, secondFactorAt, expiresAt }: Start,
): Promise<NewSession> {
  const token = newToken()
  const row = {
    tokenHash: hashToken(token),
    personId: person.id,
    securityStamp: person.securityStamp,
    createdAt: toTime(now),
    seenAt: toTime(now),
    expiresAt,
    secondFactorAt,
    device: describeDevice(visit.userAgent),
    network: visit.network.network.slice(0, 100),
  }
  const stored = await transaction.insertInto('sessions').values(row).returningAll().executeTakeFirstOrThrow()
  return { token, person: toPerson(person), session: toSession(stored), stage }
}

/**
 * Ends a session that is being replaced, so that the old cookie is invalid.
 * @param person the person as read for the change: if their rights have changed since the session began, it has ended
 * @returns false if the session has ended, or another request has replaced it
 */
export async function takeSession(
  transaction: Transaction,
  { id }: Session,
  { securityStamp }: StoredPerson,
): Promise<boolean> {
  const removal = transaction
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('securityStamp', '=', securityStamp)
  return (await removal.returning('id').execute()).length === 1
}

/** Completely signed-in sessions, latest used first. */
export async function listSessions(reader: Reader, personId: string, now: Date): Promise<Session[]> {
  const person = await readPerson(reader, personId)
  if (!person) return []
  const rows = await reader
    .selectFrom('sessions')
    .selectAll()
    .where('personId', '=', personId)
    .where('securityStamp', '=', person.securityStamp)
    .where('secondFactorAt', 'is not', null)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(toSession).filter((session) => isCurrent(session, now))
}

/** Signs out. Does nothing if the session has ended already. */
export async function endSession(database: Database, sessionId: string): Promise<void> {
  await action(database, 'end a session', (transaction) =>
    transaction.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  )
}

/** Ends one of the person's sessions, chosen from the list. @returns whether it existed */
export async function revokeSession(
  database: Database,
  personId: string,
  sessionId: string,
  actor: Actor,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  return action(database, 'revoke a session', async (transaction) => {
    const person = await readPerson(transaction, personId)
    const removal = transaction
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('personId', '=', personId)
    const removed = await removal.returning('device').executeTakeFirst()
    if (!removed || !person) return false
    const change = `ended a session of ${person.name} (${removed.device})`
    await noteChange(transaction, actor, 'people sessions', change)
    return true
  })
}

/** @param except a session that continues. @returns the number of sessions ended */
export async function endSessionsOf(
  database: Database,
  personId: string,
  actor: Actor,
  except?: string,
): Promise<number> {
  return action(database, 'end sessions', async (transaction) => {
    const person = await readPerson(transaction, personId)
    if (!person) return 0
    const which = except === undefined ? 'all sessions' : 'all other sessions'
    await noteChange(transaction, actor, 'people sessions', `ended ${which} of ${person.name}`)
    const all = transaction.deleteFrom('sessions').where('personId', '=', personId)
    const removal = except === undefined ? all : all.where('id', '<>', except)
    return (await removal.returning('id').execute()).length
  })
}

/** Whether the person has signed in from this network before. */
export async function isKnownNetwork(reader: Reader, personId: string, network: string): Promise<boolean> {
  const known = reader
    .selectFrom('sessions')
    .select('id')
    .where('personId', '=', personId)
    .where('network', '=', network)
    .where('secondFactorAt', 'is not', null)
  return (await known.limit(1).execute()).length > 0
}

/** True for ten minutes after the second factor. Required for keys, people and exports. */
export function hasFreshSecondFactor({ secondFactorAt }: Session, now: Date): boolean {
  if (secondFactorAt === null) return false
  const age = now.getTime() - Date.parse(secondFactorAt)
  return age >= -CLOCK_TOLERANCE_MS && age < FRESH_MS
}

/** Removes rows that are no longer valid. */
export async function removeExpiredSessions(transaction: Transaction, now: Date): Promise<void> {
  const idleSince = timeFrom(now, -IDLE_MS)
  await transaction
    .deleteFrom('sessions')
    .where((is) => is.or([is('expiresAt', '<', toTime(now)), is('seenAt', '<', idleSince)]))
    .execute()
}

/** Without the columns that stay in the services. */
const toSession = ({ tokenHash, securityStamp, ...session }: Row<'sessions'>): Session => session
