/** Reads of the contract over PostgreSQL that browsers ask for, as the public role. */
import { openPostgres } from '#data/open-postgres.ts'
import { runStatement } from '#db/postgres-reads.ts'
import { databaseBusy } from '#packages/sqlite-rest/errors.ts'
import {
  ClientGone,
  FairQueue,
  QueueFull,
  type QueueLimits,
  type Requester,
} from '#packages/sqlite-rest/fair-queue.ts'
import type { Statement } from '#packages/sqlite-rest/postgres/statement.ts'

/** From the request on; the statement itself may take a second of it, by a setting of the role. */
const ANSWER_WITHIN_MS = 3_000
/** Of one site; the database limits those of all sites together (supabase/access.sql). */
const MOST_CONNECTIONS = 4
const ROLE_LIMIT = `SELECT rolconnlimit AS most FROM pg_roles WHERE rolname = current_user`

/**
 * Strangers ask these, so that they get few connections, which they take in turns.
 * @param url of the public role
 */
export function openPublicReads(url: string) {
  const database = openPostgres(url, {
    connections: MOST_CONNECTIONS,
    connectMs: ANSWER_WITHIN_MS,
    answerMs: ANSWER_WITHIN_MS,
    isShared: true,
  })
  const limits: QueueLimits = { running: 1, runningPerClient: 1, waiting: 200, waitingPerClient: 50 }
  const queue = new FairQueue(limits)
  let isLimitKnown = false

  /** No more at a time than the database lets in, so that the others do not knock in vain. */
  async function followLimit(): Promise<void> {
    const { most } = await runStatement(database, { text: ROLE_LIMIT, values: [] })
    const allowed = Number(most) < 0 ? MOST_CONNECTIONS : Math.min(Number(most), MOST_CONNECTIONS)
    limits.running = limits.runningPerClient = Math.max(1, allowed)
    isLimitKnown = true
  }

  return {
    /** @throws RestError, after three seconds at most */
    async run(statement: Statement, { client, signal }: Requester) {
      const isLate = AbortSignal.timeout(ANSWER_WITHIN_MS)
      const requester = { client, signal: signal ? AbortSignal.any([signal, isLate]) : isLate }
      try {
        return await queue.run(null, requester, async () => {
          if (!isLimitKnown) await followLimit()
          return runStatement(database, statement)
        })
      } catch (error) {
        throw error instanceof QueueFull || error instanceof ClientGone ? databaseBusy() : error
      }
    },
    close: () => database.destroy(),
  }
}
