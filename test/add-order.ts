import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'

export const newToken = () => randomBytes(32).toString('base64url')

const ASKED = {
  name: 'Ann Ash',
  email: 'ann@visitor.example',
  subject: 'About the plate',
  inquiry_type: 'purchase',
  message: 'Is it still for sale?',
}

/** Stores an agreed sale with its enquiry and its plate; `values` are columns of deals. */
export async function addOrder(client: BackendClient, values: Record<string, unknown> = {}) {
  const [id, token, enquiryId] = [randomUUID(), newToken(), randomUUID()]
  const reference = `ENQ-${String(randomInt(10 ** 8))
    .padStart(8, '0')
    .replace(/^.{4}/, '$&-')}`
  const enquiry = { id: enquiryId, reference, idempotency_key: enquiryId, kind: 'contact', ...ASKED }
  await client.from('enquiries').insert(enquiry).throwOnError()
  const plateId = await addPlate(client, String(values.plate_number ?? 'AB 1'), id)
  const deal = {
    id,
    token,
    reference,
    enquiry_id: enquiryId,
    kind: 'sale',
    plate_number: 'AB 1',
    plate_id: plateId,
    name: 'Ann Ash',
    amount: 123_450,
    valid_until: '2999-12-31',
    is_beside_others: true,
    agreed_on: '2026-11-20',
    deposit_by: '2999-12-31',
    balance_by: '2999-12-31',
  }
  await client
    .from('deals')
    .insert({ ...deal, ...values })
    .throwOnError()
  return { id, token, path: `/order/${token}`, enquiryId, reference, plateId }
}

/** Reserved for the deal. @returns its id */
async function addPlate(client: BackendClient, registration: string, dealId: string): Promise<string> {
  const known = await client.from('plates').select('id').eq('plate_number', registration).throwOnError()
  const id = String(known.data[0]?.id ?? randomUUID())
  const plate = { id, plate_number: registration, price: 1_235, is_available: false }
  await client.from('plates').upsert(plate).throwOnError()
  const details = { id, status: 'reserved', reserved_until: '2999-12-31', deal_id: dealId }
  await client.from('plate_details').upsert(details).throwOnError()
  return id
}
