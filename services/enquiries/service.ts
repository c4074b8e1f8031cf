/** The path of an enquiry through these files: docs/architecture.md, An enquiry. */

import type { Database } from '#data/tables.ts'
import type { Env } from '#env.ts'
import type { Log } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { RateLimit } from '../rate-limit.ts'
import type { FollowedSettings } from '../settings/live-settings.ts'
import { createAcceptEnquiry, type SendEnquiry } from './accept-enquiry.ts'
import { createOutbox, type EnquiryOutboxOptions } from './create-outbox.ts'
import { readBacklog } from './enquiry-store.ts'
import { createStorageCheck, type Storage } from './storage-check.ts'

export const ENQUIRY_NOT_STORED = 'An enquiry could not be stored'

export interface Enquiries {
  send: SendEnquiry
  startOutbox(): void
  /** Call after queueing an email, so that it is sent at once instead of at the next poll. */
  wakeOutbox(): void
  stop(): Promise<void>
  /** Whether enquiries can be stored, for /readyz. Never throws. */
  checkStorage(requestId: string): Promise<Storage>
  /** For /readyz and the metrics. Never throws. */
  describeBacklog(requestId: string): Promise<Record<string, unknown>>
  countsSinceStart(): { answered: Record<string, number>; mailed: Record<string, number> }
}

const OUTCOMES = { 200: 'accepted', 400: 'refused', 429: 'limited', 503: 'failed' } as const

const MIN_LEASE_MS = 20_000

export function createEnquiryService(
  database: Database,
  env: Env,
  log: Log,
  settings: FollowedSettings,
  { removeOld, onAddressRefused }: Pick<EnquiryOutboxOptions, 'removeOld' | 'onAddressRefused'>,
): Enquiries {
  const outbox = createOutbox({
    database,
    mailer: createMailer(env),
    settings,
    log,
    firstRetryMs: env.MAIL_RETRY_SECONDS * 1000,
    leaseMs: Math.max(MIN_LEASE_MS, env.MAIL_RETRY_SECONDS * 4000),
    removeOld,
    onAddressRefused,
  })
  const answered = { accepted: 0, refused: 0, limited: 0, failed: 0 }
  const send = createAcceptEnquiry({
    database,
    rateLimit: new RateLimit(),
    perMinute: env.ENQUIRIES_PER_MINUTE,
    onStored: () => outbox.wake(),
    onError: (error, requestId) => log.error(ENQUIRY_NOT_STORED, error, requestId),
  })
  return {
    async send(body, sender) {
      const answer = await send(body, sender)
      answered[OUTCOMES[answer.status]] += 1
      return answer
    },
    countsSinceStart: () => ({ answered, mailed: outbox.counts }),
    startOutbox: () => outbox.start(),
    checkStorage: createStorageCheck(database, (error, requestId) =>
      log.error('Enquiries cannot be stored', error, requestId),
    ),
    wakeOutbox: () => outbox.wake(),
    stop: () => outbox.stop(),
    async describeBacklog(requestId) {
      try {
        const { waiting, oldestAt } = await readBacklog(database)
        const oldestMs = oldestAt && Math.max(0, Date.now() - Date.parse(oldestAt))
        return {
          undelivered: waiting,
          oldestUndeliveredSeconds: oldestMs === null ? null : Math.round(Number(oldestMs) / 1000),
        }
      } catch (error) {
        log.error('Enquiries cannot be read', error, requestId)
        return { stored: false, reason: 'the enquiries cannot be read' }
      }
    },
  }
}
