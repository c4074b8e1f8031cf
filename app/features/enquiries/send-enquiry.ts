import { type EnquiryErrors, referencePattern } from '#shared/enquiries/enquiry-fields.ts'

export type Outcome = { reference: string } | { errors: EnquiryErrors } | 'failed'

const TIMEOUT_MS = 10_000

/** Never throws. */
export async function sendEnquiry(body: object, idempotencyKey: string): Promise<Outcome> {
  const { backendKey = '' } = document.documentElement.dataset
  try {
    const response = await fetch('/functions/v1/send-email', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
        apikey: backendKey,
        Authorization: `Bearer ${backendKey}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const result = (await response.json()) as { reference?: unknown; fields?: unknown } | null
    const { reference, fields } = result ?? {}
    if (response.ok && typeof reference === 'string' && referencePattern.test(reference)) return { reference }
    if (response.status === 400 && typeof fields === 'object' && fields && Object.keys(fields).length > 0)
      return { errors: fields as EnquiryErrors }
  } catch {
    // No connection, a timeout, or a response that is not ours, such as a proxy's page.
  }
  return 'failed'
}
