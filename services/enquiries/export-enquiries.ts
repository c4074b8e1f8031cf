import type { BackendClient } from '#shared/data/client.ts'
import { csvLine } from '#shared/text/csv-cell.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { readMonth } from './enquiry-store.ts'

/** The columns of an export, for desk and commands alike. */
export const EXPORTED = [
  ...['reference', 'created_at', 'kind', 'name', 'email', 'phone', 'inquiry_type', 'plate_number', 'subject'],
  ...['message', 'ownership', 'delivery', 'sent_at', 'closed_at', 'status', 'owner', 'answered_at'],
  ...['replied_at', 'lost_reason', 'offer'],
]

/**
 * Exports the enquiries of a month as CSV, oldest first, safe from formulas (`csv-cell.ts`). Begins with a byte order
 * mark, because Excel would otherwise misread the £ sign.
 */
export async function* exportMonth(
  client: BackendClient,
  month: string,
  actor: Actor,
): AsyncGenerator<string, void> {
  await recordChange(client, actor, 'enquiries export', `the enquiries of ${month}`)
  yield `\ufeff${csvLine(EXPORTED)}`
  for await (const rows of readMonth(client, month, EXPORTED.join(',')))
    if (rows.length > 0) yield rows.map((row) => csvLine(EXPORTED.map((column) => row[column]))).join('')
}
