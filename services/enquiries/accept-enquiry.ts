import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#data/tables.ts'
import { MIN_FILL_MS, outcomeTexts, type SendEmailResult } from '#shared/enquiries/enquiry-fields.ts'
import { type Enquiry, parseEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import type { ClientNetwork } from '../client-ip.ts'
import { type Limits, limitsOf, type RateLimit } from '../rate-limit.ts'
import { createEnquiry } from './enquiry-store.ts'
import { inTime, MAX_WAIT_MS } from './in-time.ts'

interface AcceptEnquiryOptions {
  database: Database
  rateLimit: RateLimit
  /** The limit over all senders; enquiries beyond it are quarantined. */
  perMinute: number
  onStored(): void
  onError(error: unknown, requestId: string): void
  maxWaitMs?: number
}

export interface Sender {
  from: ClientNetwork
  requestId: string
  /** Idempotency key. Null: identical messages of one day are one enquiry. Undefined: each message is a new enquiry. */
  key?: string | null
}

export type SendEnquiry = (body: unknown, sender: Sender) => Promise<SendEmailResult>

const KEY = /^[\w-]{8,100}$/

export function createAcceptEnquiry(options: AcceptEnquiryOptions): SendEnquiry {
  const { database, rateLimit, perMinute, onStored, onError, maxWaitMs = MAX_WAIT_MS } = options
  const globalLimit: Limits = [['all', { burst: perMinute, msPerToken: 60_000 / perMinute }]]
  return async (body, { from, requestId, key }) => {
    if (typeof key === 'string' && !KEY.test(key))
      return { status: 400, error: 'Idempotency-Key: 8 to 100 letters, digits, - and _' }
    const parsed = parseEnquiry(body)
    if (!parsed.ok) return { status: 400, error: parsed.error, fields: parsed.fields }
    const { enquiry } = parsed
    const { failed } = outcomeTexts[enquiry.type]
    const senderLimits = limitsOf(from)
    const retryAfterSeconds = rateLimit.take(senderLimits)
    if (retryAfterSeconds > 0) return { status: 429, error: failed, retryAfterSeconds }
    // Above the global limit an enquiry is quarantined, not refused: its sender did nothing wrong.
    const suspicion = suspicionOf(enquiry)
    const isAboveGlobalLimit = !suspicion && rateLimit.take(globalLimit) > 0
    const refund = () => {
      rateLimit.refund(senderLimits)
      if (!suspicion && !isAboveGlobalLimit) rateLimit.refund(globalLimit)
    }
    try {
      const storing = createEnquiry(database, {
        enquiry,
        idempotencyKey: idempotencyKey(enquiry, key),
        quarantineReason: isAboveGlobalLimit
          ? `More than ${perMinute} enquiries arrived within a minute, from all visitors together.`
          : suspicion,
      })
      // What is stored too late for the answer is found under its idempotency key when the visitor sends it again.
      const { reference, isNew } = await inTime(storing, maxWaitMs)
      if (isNew) onStored()
      else refund()
      return { status: 200, reference }
    } catch (error) {
      refund()
      onError(error, requestId)
      return { status: 503, error: failed }
    }
  }
}

/** With the message in the hash, an edited message under the same key is a new enquiry. */
function idempotencyKey({ type, data }: Enquiry, key: string | null | undefined): string {
  if (key === undefined) return randomUUID()
  const scope = key ?? new Date().toISOString().slice(0, 10)
  return createHash('sha256')
    .update(JSON.stringify([scope, type, Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
}

export const HIDDEN_FIELD_FILLED = 'The hidden field was filled in.'

/**
 * The specification's body has no `trap`, so that a body without one is no evidence. The fill time counts only if the form
 * was empty when the script loaded, because browsers restore and autofill forms.
 */
function suspicionOf({ trap }: Enquiry): string | null {
  if (!trap) return null
  if (trap.website) return HIDDEN_FIELD_FILLED
  if (trap.filledInMs !== undefined && trap.filledInMs < MIN_FILL_MS && !trap.wasPrefilled)
    return `An empty form was filled in within ${Math.round(trap.filledInMs)} ms.`
  return null
}
