/**
 * Challenges to be answered in a later request. Stored in the database, since another server may get the answer; each
 * is used once.
 */
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { timeFrom, toTime } from '#data/times.ts'
import { action } from '../action.ts'

export type Challenge = Pick<Row<'challenges'>, 'kind' | 'value' | 'subject' | 'personId'>

const LIFETIME_MS = { register: 5 * 60_000, 'sign-in': 5 * 60_000, totp: 30 * 60_000 } as const

/** Replaces the challenge of the same kind and subject, which is a session or an invitation. */
export async function storeChallenge(database: Database, challenge: Challenge, now: Date): Promise<void> {
  const { kind, subject } = challenge
  await action(database, 'store a challenge', async (transaction) => {
    // Anyone can create one before signing in, so expired ones are removed at once.
    if (subject === null) await removeExpiredChallenges(transaction, now)
    else
      await transaction
        .deleteFrom('challenges')
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .execute()
    const expiresAt = timeFrom(now, LIFETIME_MS[kind])
    await transaction
      .insertInto('challenges')
      .values({ ...challenge, expiresAt })
      .execute()
  })
}

/** Takes a challenge; only one of two concurrent requests gets it. @returns null if there is none or it has expired */
export async function takeChallenge(
  database: Database,
  { kind, value, subject }: Pick<Challenge, 'kind' | 'value' | 'subject'>,
  now: Date,
): Promise<Challenge | null> {
  const row = await action(database, 'take a challenge', (transaction) =>
    transaction
      .deleteFrom('challenges')
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('subject', subject === null ? 'is' : '=', subject)
      .returningAll()
      .executeTakeFirst(),
  )
  return row && isInTime(row, now) ? row : null
}

/** Reads a challenge without taking it, so that a mistyped code does not end the set-up of an app. */
export async function peekChallenge(
  reader: Reader,
  { kind, subject }: { kind: Challenge['kind']; subject: string },
  now: Date,
): Promise<Challenge | null> {
  const found = reader.selectFrom('challenges').selectAll().where('kind', '=', kind)
  const row = await found.where('subject', '=', subject).executeTakeFirst()
  return row && isInTime(row, now) ? row : null
}

/** Also expires challenges from the future, which a wrong clock created. */
function isInTime({ kind, expiresAt }: Row<'challenges'>, now: Date): boolean {
  const left = Date.parse(expiresAt) - now.getTime()
  return left > 0 && left <= LIFETIME_MS[kind] + 5 * 60_000
}

export async function removeExpiredChallenges(transaction: Transaction, now: Date): Promise<void> {
  await transaction.deleteFrom('challenges').where('expiresAt', '<', toTime(now)).execute()
}
