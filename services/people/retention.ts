import type { Database } from '#data/tables.ts'
import { action } from '../action.ts'
import { removeExpiredChallenges } from './challenges.ts'
import { removeExpiredInvitations } from './invitations.ts'
import { removeExpiredSessions } from './sessions.ts'

/** Removes expired sessions, challenges and links; people stay until someone removes them. */
export async function removeExpiredSignIns(database: Database, now: Date): Promise<void> {
  await action(database, 'remove expired sign-ins', async (transaction) => {
    await removeExpiredSessions(transaction, now)
    await removeExpiredChallenges(transaction, now)
    await removeExpiredInvitations(transaction, now)
  })
}
