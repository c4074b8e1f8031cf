/** A conversation over the REST contract, for services that do not use data/ yet (docs/architecture.md). */
import type { Row } from '#data/tables.ts'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { acknowledgementKey, type Conversation } from './conversation.ts'

/** As readConversation of conversation.ts. */
export async function readConversation(
  client: BackendClient,
  reference: string,
): Promise<Conversation | null> {
  const read = async <Name extends 'enquiries' | 'enquiryEntries' | 'mails'>(
    table: string,
    column: string,
    value: string,
  ) =>
    requireRows(await client.from(table).select('*').eq(column, value)).map(
      ({ plate_number: plateNumber, ...row }) =>
        ({ ...camelCaseRow(row), plateNumber }) as unknown as Row<Name>,
    )
  const [enquiry] = await read<'enquiries'>('enquiries', 'reference', reference)
  if (!enquiry) return null
  const [entries, replies, acknowledgements] = await Promise.all([
    read<'enquiryEntries'>('enquiry_entries', 'enquiry_id', enquiry.id),
    read<'mails'>('mails', 'enquiry_id', enquiry.id),
    read<'mails'>('mails', 'mail_key', acknowledgementKey(enquiry)),
  ])
  return {
    enquiry,
    entries: entries.sort((a, b) => a.number - b.number),
    acknowledgement: acknowledgements[0] ?? null,
    replies: new Map(replies.map((mail) => [mail.id, mail])),
  }
}
