import { randomBytes, randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { asContact } from './enquiries/messages.ts'
import { storeEnquiry } from './enquiries/store-enquiry.ts'

export const newToken = () => randomBytes(32).toString('base64url')

/** Stores an agreed sale with its enquiry; `values` are columns of deals. */
export async function addOrder(client: BackendClient, values: Record<string, unknown> = {}) {
  const { reference } = await storeEnquiry(client, asContact({ name: 'Ann Ash' }))
  const { data } = await client.from('enquiries').select('id').eq('reference', reference).throwOnError()
  const [id, token, enquiryId] = [randomUUID(), newToken(), String(data[0]?.id)]
  const deal = {
    ...{ id, token, enquiry_id: enquiryId, kind: 'sale', plate_number: 'AB 1', name: 'Ann Ash' },
    ...{ amount: 123_450, valid_until: '2999-12-31', is_beside_others: true, agreed_on: '2026-11-20' },
  }
  await client
    .from('deals')
    .insert({ ...deal, ...values })
    .throwOnError()
  return { id, token, path: `/order/${token}`, enquiryId, reference }
}
