/**
 * The function `send-email`: takes an enquiry, and says so only once it is stored. Pages call it in process,
 * browsers as POST /functions/v1/send-email. Whatever is not an enquiry is the caller's fault (4xx); only where
 * it could not be stored the fault is ours (503).
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackendClient } from '../../app/data/client.ts'
import { DataError } from '../../app/data/data-error.ts'
import { createEnquiry, type NewEnquiry } from '../../app/data/enquiries.ts'
import { type Enquiry, parseEnquiry } from '../../app/domain/enquiry.ts'
import { outcomeWords, QUICKEST_MS, type SendEmailAnswer } from '../../app/domain/enquiry-rules.ts'
import type { RateLimit } from './rate-limit.ts'

export interface SendEmailOptions {
  /** With the service key; null where a hosted backend's is not configured. */
  client: BackendClient | null
  limit: RateLimit
  /** Called when there is something new to deliver. */
  onStored(): void
  onFault(error: unknown, requestId: string): void
}

/** Who asks, and what makes the same message sent twice one enquiry. */
export interface Sender {
  address: string
  requestId: string
  /** Made by the form in the browser. Null: the same message on the same day is the same. Undefined: never. */
  key?: string | null
}

export type SendEnquiry = (body: unknown, sender: Sender) => Promise<SendEmailAnswer>

const KEY = /^[\w-]{8,100}$/

/** An import may hold the database for some seconds, and a visitor's browser waits for ten. */
const PATIENCE_MS = 7_000
const BUSY = '55P03'

export function openSendEmail({ client, limit, onStored, onFault }: SendEmailOptions): SendEnquiry {
  return async (body, { address, requestId, key }) => {
    if (typeof key === 'string' && !KEY.test(key))
      return { status: 400, error: 'Idempotency-Key: 8 to 100 letters, digits, - and _' }
    const parsed = parseEnquiry(body)
    if (!parsed.ok) return { status: 400, error: parsed.error, fields: parsed.fields }
    const { enquiry } = parsed
    const { failed } = outcomeWords[enquiry.type]
    const retryAfterSeconds = limit.take(address)
    if (retryAfterSeconds > 0) return { status: 429, error: failed, retryAfterSeconds }
    try {
      if (!client) throw new Error('BACKEND_SERVICE_KEY is not set: enquiries cannot be stored')
      const { reference, isNew } = await createPatiently(client, {
        enquiry,
        idempotencyKey: idempotencyKey(enquiry, key),
        quarantineReason: quarantineReason(enquiry),
      })
      if (isNew) onStored()
      else limit.giveBack(address)
      return { status: 200, reference }
    } catch (error) {
      limit.giveBack(address)
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

/** A suspicion, never a refusal: the message is kept for the dealer to look at. */
function quarantineReason({ trap }: Enquiry): string | null {
  if (trap?.website) return 'The hidden field was filled in.'
  if (trap?.filledInMs !== undefined && trap.filledInMs < QUICKEST_MS)
    return `It was filled in within ${Math.round(trap.filledInMs)} ms.`
  return null
}
