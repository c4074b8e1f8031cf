import type { Database } from '#data/tables.ts'
import { createEnquiry } from '#services/enquiries/enquiry-store.ts'
import { parseEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { asContact } from './messages.ts'

/** Stores an enquiry as the form does. @throws if the form would refuse it */
export async function storeEnquiry(
  database: Database,
  message: unknown = asContact(),
  quarantineReason: string | null = null,
  idempotencyKey: string = crypto.randomUUID(),
) {
  const parsed = parseEnquiry(message)
  if (!parsed.ok) throw new Error(parsed.error)
  return createEnquiry(database, { enquiry: parsed.enquiry, idempotencyKey, quarantineReason })
}
