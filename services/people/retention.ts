import type { BackendClient } from '#shared/data/client.ts'
import { removeExpiredChallenges } from './challenges.ts'
import { removeExpiredInvitations } from './invitations.ts'
import { removeExpiredSessions } from './sessions.ts'

/** Removes expired sessions, challenges and links; people stay until someone removes them. */
export async function removeExpiredSignIns(client: BackendClient, now: Date): Promise<void> {
  await removeExpiredSessions(client, now)
  await removeExpiredChallenges(client, now)
  await removeExpiredInvitations(client, now)
}
