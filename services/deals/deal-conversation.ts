import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { type Conversation, readConversation } from '../enquiries/conversation.ts'
import type { Deal } from './deal-types.ts'

type OfEnquiry = Pick<Deal, 'enquiryId'>

/** Of the deal's enquiry; null once that is removed. @throws DataError */
export async function referenceOf(client: BackendClient, { enquiryId }: OfEnquiry): Promise<string | null> {
  const [row] = requireRows(await client.from('enquiries').select('reference').eq('id', enquiryId))
  return row ? String(row.reference) : null
}

/** The conversation of a deal; null once its enquiry is removed. @throws DataError */
export async function readDealConversation(
  client: BackendClient,
  deal: OfEnquiry,
): Promise<Conversation | null> {
  const reference = await referenceOf(client, deal)
  return reference === null ? null : readConversation(client, reference)
}
