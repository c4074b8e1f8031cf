/** Sends an enquiry from the browser to the site's own function, and believes nothing but its own answer. */
import { type EnquiryErrors, referencePattern } from './enquiry-fields.ts'

export type Outcome = { reference: string } | { faults: EnquiryErrors } | 'failed'

/** A connection that hangs is one that failed. */
const TIMEOUT_MS = 10_000

/** Never throws. @param key makes the same enquiry, sent again, one */
export async function sendEnquiry(body: object, key: string): Promise<Outcome> {
  const { backendKey = '' } = document.documentElement.dataset
  try {
    const response = await fetch('/functions/v1/send-email', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        apikey: backendKey,
        Authorization: `Bearer ${backendKey}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = (await response.json()) as { reference?: unknown; fields?: unknown } | null
    const { reference, fields } = answer ?? {}
    if (response.ok && typeof reference === 'string' && referencePattern.test(reference)) return { reference }
    if (response.status === 400 && typeof fields === 'object' && fields && Object.keys(fields).length > 0)
      return { faults: fields as EnquiryErrors }
  } catch {
    // No connection, no answer in time, or an answer of somebody else's, such as a proxy's page.
  }
  return 'failed'
}
