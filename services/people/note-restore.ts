import type { Database } from '#data/tables.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import type { NewMail } from '../mail/mail-store.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'

/**
 * Notes a restore in the restored database, queues what it tells the owners, and removes what was valid at the time of the backup
 * but may have ended since, such as the session of a lost phone.
 */
export const noteRestore = (
  database: Database,
  actor: Actor,
  change: string,
  notices: readonly NewMail[],
): Promise<void> =>
  action(database, 'note a restore', async (transaction) => {
    await noteChange(transaction, actor, 'restore', change)
    await addToOutbox(transaction, notices)
    for (const table of ['sessions', 'challenges', 'invitations'] as const)
      await transaction.deleteFrom(table).execute()
  })
