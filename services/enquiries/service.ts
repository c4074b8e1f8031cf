/**
 * Enquiries on one server. The way of an enquiry:
 *
 *   accept-enquiry   validates it and applies the rate limits; suspected spam is accepted, but quarantined
 *   enquiry-store    stores it as a row with delivery `waiting` or `quarantined`; only now the visitor gets a reference
 *   outbox           leases waiting rows (deliveries), mails each one (enquiry-email, mailer), marks it `sent` or retries
 *   digest-store     collects quarantined rows; the outbox mails them as one daily digest (digest-email)
 *   retention        removes sent, closed and digested enquiries after ENQUIRY_RETENTION_MONTHS
 *   erasure          truncates the embedded database's log, so that removed rows are unreadable
 *
 * The dealer lists, resends, closes and removes enquiries with `npm run office -- enquiries`.
 */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import type { Env } from '../../env.ts'
import type { Log } from '../log.ts'
import { openAcceptEnquiry, type SendEnquiry } from './accept-enquiry.ts'
import { addressesOf } from './enquiry-email.ts'
import { readBacklog } from './enquiry-store.ts'
import { openMailer } from './mailer.ts'
import { Outbox, type OutboxOptions } from './outbox.ts'
import { RateLimit } from './rate-limit.ts'

export interface Enquiries {
  send: SendEnquiry
  startOutbox(): void
  /** Waits for the mails in progress. */
  stop(): Promise<void>
  /** The number of undelivered enquiries and the age of the oldest, for /readyz and the metrics. */
  describeBacklog(requestId: string): Promise<Record<string, unknown>>
  /** The answers and delivery attempts of this server since its start. */
  counts(): { answered: Record<string, number>; mailed: Record<string, number> }
}

const OUTCOMES = { 200: 'accepted', 400: 'refused', 429: 'limited', 503: 'failed' } as const

/** Half of it is the send deadline. */
const MIN_LEASE_MS = 20_000

/** @param client with the service key; null if a hosted backend has none configured */
export function openEnquiryService(
  client: BackendClient | null,
  env: Env,
  log: Log,
  { afterRetention }: Pick<OutboxOptions, 'afterRetention'> = {},
): Enquiries {
  const outbox =
    client &&
    new Outbox({
      client,
      mailer: openMailer(env),
      addresses: addressesOf(env),
      log,
      dataDir: env.DATA_DIR,
      retentionMonths: env.ENQUIRY_RETENTION_MONTHS,
      retryMs: env.MAIL_RETRY_SECONDS * 1000,
      leaseMs: Math.max(MIN_LEASE_MS, env.MAIL_RETRY_SECONDS * 4000),
      ...(afterRetention ? { afterRetention } : {}),
    })
  const answered = { accepted: 0, refused: 0, limited: 0, failed: 0 }
  const send = openAcceptEnquiry({
    client,
    rateLimit: new RateLimit(),
    perMinute: env.ENQUIRIES_PER_MINUTE,
    onStored: () => outbox?.wake(),
    onError: (error, requestId) => log.error('An enquiry could not be stored', error, requestId),
  })
  return {
    async send(body, sender) {
      const answer = await send(body, sender)
      answered[OUTCOMES[answer.status]] += 1
      return answer
    },
    counts: () => ({ answered, mailed: outbox?.counts ?? {} }),
    startOutbox() {
      if (outbox) outbox.start()
      else log.error('Enquiries cannot be stored', 'Set BACKEND_SERVICE_KEY for BACKEND_URL.')
    },
    stop: async () => outbox?.stop(),
    async describeBacklog(requestId) {
      if (!client) return { stored: false, reason: 'BACKEND_SERVICE_KEY is not set' }
      try {
        const { waiting, oldestAt } = await readBacklog(client)
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
