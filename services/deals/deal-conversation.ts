import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { type Conversation, readConversation } from '../enquiries/conversation.ts'
import type { Deal } from './deal-types.ts'

/** The conversation of a deal; null if its enquiry has been removed. @throws DataError */
export async function readDealConversation(
  client: BackendClient,
  { enquiryId }: Pick<Deal, 'enquiryId'>,
): Promise<Conversation | null> {
  const [row] = requireRows(await client.from('enquiries').select('reference').eq('id', enquiryId))
  return row ? readConversation(client, String(row.reference)) : null
}
