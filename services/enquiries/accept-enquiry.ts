/**
 * The function `send-email`: takes an enquiry, and says so only once it is stored. Pages call it in process,
 * browsers as POST /functions/v1/send-email. Whatever is not an enquiry is the caller's fault (4xx); only where
 * it could not be stored the fault is ours (503).
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  MIN_FILL_MS,
  outcomeTexts,
  type SendEmailAnswer,
} from '../../app/features/enquiries/enquiry-fields.ts'
import { type Enquiry, parseEnquiry } from '../../app/features/enquiries/enquiry-schema.ts'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import type { ClientNetwork } from '../client-ip.ts'
import { createEnquiry, type NewEnquiry } from './enquiry-store.ts'
import { type Limits, limitsOf, type RateLimit } from './rate-limit.ts'

export interface SendEmailOptions {
  /** With the service key; null where a hosted backend's is not configured. */
  client: BackendClient | null
  limit: RateLimit
  /** How many a minute are mailed one by one, from all senders together; what is above it goes into the digest. */
  perMinute: number
  /** Called when there is something new to deliver. */
  onStored(): void
  onFault(error: unknown, requestId: string): void
}

/** Who asks, and what makes the same message sent twice one enquiry. */
export interface Sender {
  from: ClientNetwork
  requestId: string
  /** Made by the form in the browser. Null: the same message on the same day is the same. Undefined: never. */
  key?: string | null
}

export type SendEnquiry = (body: unknown, sender: Sender) => Promise<SendEmailAnswer>

const KEY = /^[\w-]{8,100}$/

/** An import may hold the database for some seconds, and a visitor's browser waits for ten. */
const PATIENCE_MS = 7_000
const BUSY = '55P03'

export function openAcceptEnquiry(options: SendEmailOptions): SendEnquiry {
  const { client, limit, perMinute, onStored, onFault } = options
  const ofAll: Limits = [['all', { burst: perMinute, refillMs: 60_000 / perMinute }]]
  return async (body, { from, requestId, key }) => {
    if (typeof key === 'string' && !KEY.test(key))
      return { status: 400, error: 'Idempotency-Key: 8 to 100 letters, digits, - and _' }
    const parsed = parseEnquiry(body)
    if (!parsed.ok) return { status: 400, error: parsed.error, fields: parsed.fields }
    const { enquiry } = parsed
    const { failed } = outcomeTexts[enquiry.type]
    const ofSender = limitsOf(from)
    const retryAfterSeconds = limit.take(ofSender)
    if (retryAfterSeconds > 0) return { status: 429, error: failed, retryAfterSeconds }
    // Nobody is refused for what others send: above the limit of all together it is only not mailed at once.
    const suspicion = suspicionOf(enquiry)
    const isAboveAll = !suspicion && limit.take(ofAll) > 0
    const giveBack = () => {
      limit.giveBack(ofSender)
      if (!suspicion && !isAboveAll) limit.giveBack(ofAll)
    }
    try {
      if (!client) throw new Error('BACKEND_SERVICE_KEY is not set: enquiries cannot be stored')
      const { reference, isNew } = await createPatiently(client, {
        enquiry,
        idempotencyKey: idempotencyKey(enquiry, key),
        quarantineReason: isAboveAll
          ? `More than ${perMinute} enquiries came in a minute, from all visitors together.`
          : suspicion,
      })
      if (isNew) onStored()
      else giveBack()
      return { status: 200, reference }
    } catch (error) {
      giveBack()
      onFault(error, requestId)
      return { status: 503, error: failed }
    }
  }
}

/** Under its key the same enquiry may be tried again and again. */
async function createPatiently(client: BackendClient, enquiry: NewEnquiry) {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await createEnquiry(client, enquiry)
    } catch (error) {
      const isBusy = error instanceof DataError && error.code === BUSY
      if (!isBusy || performance.now() > giveUpAt) throw error
    }
    await sleep(100)
  }
}

/**
 * The key belongs to its message: a visitor who goes back and sends other words under the same key means
 * another enquiry, and gets no reference of something that was never stored.
 */
function idempotencyKey({ type, data }: Enquiry, key: string | null | undefined): string {
  if (key === undefined) return randomUUID()
  const made = key ?? new Date().toISOString().slice(0, 10)
  return createHash('sha256')
    .update(JSON.stringify([made, type, Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
}

/**
 * Why an enquiry looks like spam, or null. It is never refused for that: it is stored, and the dealer reads it in the
 * digest. A form that was filled in fast tells little, as browsers fill in forms themselves: it counts only for a form
 * that was empty when the script first saw it, since somebody has to type the message there.
 */
function suspicionOf({ trap }: Enquiry): string | null {
  if (trap?.website === undefined) return 'The hidden field of our forms was missing.'
  if (trap.website !== '') return 'The hidden field was filled in.'
  if (trap.filledInMs !== undefined && trap.filledInMs < MIN_FILL_MS && !trap.wasPrefilled)
    return `An empty form was filled in within ${Math.round(trap.filledInMs)} ms.`
  return null
}
