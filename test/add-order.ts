import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Database } from '#data/tables.ts'
import { addRows, findRows, putRow, type Values } from './rows.ts'

export const newToken = () => randomBytes(32).toString('base64url')

const ASKED = {
  name: 'Ann Ash',
  email: 'ann@visitor.example',
  subject: 'About the plate',
  inquiry_type: 'purchase',
  message: 'Is it still for sale?',
}

/** Stores an agreed sale with its enquiry and its plate; `values` are columns of deals. */
export async function addOrder(database: Database, values: Values<'deals'> = {}) {
  const [id, token, enquiryId] = [randomUUID(), newToken(), randomUUID()]
  const reference = `ENQ-${String(randomInt(10 ** 8))
    .padStart(8, '0')
    .replace(/^.{4}/, '$&-')}`
  const enquiry = { id: enquiryId, reference, idempotency_key: enquiryId, kind: 'contact', ...ASKED }
  await addRows(database, 'enquiries', enquiry)
  const plateId = await addPlate(database, String(values.plate_number ?? 'AB 1'), id)
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
  await addRows(database, 'deals', { ...deal, ...values })
  return { id, token, path: `/order/${token}`, enquiryId, reference, plateId }
}

/** Reserved for the deal. @returns its id */
async function addPlate(database: Database, registration: string, dealId: string): Promise<string> {
  const [known] = await findRows(database, 'plates', ['id'], { plate_number: registration })
  const id = known?.id ?? randomUUID()
  await putRow(database, 'plates', { id }, { plate_number: registration, price: 1_235, is_available: false })
  const reserved = { status: 'reserved', reserved_until: '2999-12-31', deal_id: dealId }
  await putRow(database, 'plate_details', { id }, reserved)
  return id
}
