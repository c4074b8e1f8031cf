/**
 * Challenges to be answered in a later request. Stored in the database, since another server may get the answer; each
 * is used once.
 */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'

export interface Challenge {
  kind: 'register' | 'sign-in' | 'totp'
  value: string
  /** The session or invitation that it belongs to; null before sign-in. */
  subject: string | null
  personId: string | null
}

const LIFETIME_MS = { register: 5 * 60_000, 'sign-in': 5 * 60_000, totp: 30 * 60_000 } as const

/** Replaces the challenge of the same kind and subject. */
export async function storeChallenge(
  client: BackendClient,
  { kind, value, subject, personId }: Challenge,
  now: Date,
): Promise<void> {
  if (subject !== null) {
    const earlier = client.from('challenges').delete().eq('kind', kind).eq('subject', subject)
    requireSuccess(await earlier)
  }
  // Anyone can create one before signing in, so expired ones are removed at once.
  if (subject === null) await removeExpiredChallenges(client, now)
  const expires_at = new Date(now.getTime() + LIFETIME_MS[kind]).toISOString()
  requireSuccess(
    await client.from('challenges').insert({ kind, value, subject, person_id: personId, expires_at }),
  )
}

/** Takes a challenge; only one of two concurrent requests gets it. @returns null if there is none or it has expired */
export async function takeChallenge(
  client: BackendClient,
  { kind, value, subject }: Pick<Challenge, 'kind' | 'value' | 'subject'>,
  now: Date,
): Promise<Challenge | null> {
  const removal = client.from('challenges').delete().eq('kind', kind).eq('value', value)
  const ofSubject = subject === null ? removal.is('subject', null) : removal.eq('subject', subject)
  const [row] = requireRows(await ofSubject.select('*'))
  return row && isInTime(row, kind, now) ? toChallenge(row) : null
}

/** Reads a challenge without taking it, so that a mistyped code does not end the set-up of an app. */
export async function peekChallenge(
  client: BackendClient,
  { kind, subject }: { kind: Challenge['kind']; subject: string },
  now: Date,
): Promise<Challenge | null> {
  const found = client.from('challenges').select('*').eq('kind', kind).eq('subject', subject)
  const [row] = requireRows(await found)
  return row && isInTime(row, kind, now) ? toChallenge(row) : null
}

/** Also expires challenges from the future, which a wrong clock created. */
function isInTime(row: Record<string, unknown>, kind: Challenge['kind'], now: Date): boolean {
  const left = Date.parse(String(row.expires_at)) - now.getTime()
  return left > 0 && left <= LIFETIME_MS[kind] + 5 * 60_000
}

export async function removeExpiredChallenges(client: BackendClient, now: Date): Promise<void> {
  requireSuccess(await client.from('challenges').delete().lt('expires_at', now.toISOString()))
}

const toChallenge = (row: Record<string, unknown>): Challenge =>
  ({ kind: row.kind, value: row.value, subject: row.subject, personId: row.person_id }) as Challenge
