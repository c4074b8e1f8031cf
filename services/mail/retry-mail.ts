import type { Database } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'

/**
 * Queues a failed email again, or makes a waiting one due now. Emails that are being sent or were sent are left alone.
 * @param noted how the audit trail names it
 * @returns whether it is queued
 */
export async function retryMail(
  database: Database,
  id: string,
  actor: Actor,
  noted: { action: string; change: string },
): Promise<boolean> {
  const now = toTime(new Date())
  return action(database, 'send a mail again', async (transaction) => {
    const mail = transaction.updateTable('mails').where('id', '=', id).returning('id')
    // The retry period begins with the creation of an email, so that is updated.
    const anew = {
      delivery: 'waiting',
      refusals: 0,
      attempts: 0,
      lease: null,
      nextAttemptAt: now,
      createdAt: now,
    } as const
    const givenUp = await mail.set(anew).where('delivery', '=', 'undeliverable').execute()
    const waiting = mail
      .set('nextAttemptAt', now)
      .where('delivery', '=', 'waiting')
      .where('lease', 'is', null)
    if (givenUp.length === 0 && (await waiting.execute()).length === 0) return false
    await noteChange(transaction, actor, noted.action, noted.change)
    return true
  })
}
