import type { Database } from '#data/tables.ts'
import { snakeCaseRow } from '#shared/data/case-row.ts'
import { csvLine } from '#shared/text/csv-cell.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { enquiriesOfMonth } from './enquiry-store.ts'

/** The columns of an export, for desk and commands alike. */
export const EXPORTED = [
  ...['reference', 'created_at', 'kind', 'name', 'email', 'phone', 'inquiry_type', 'plate_number', 'subject'],
  ...['message', 'ownership', 'delivery', 'sent_at', 'closed_at', 'status', 'owner', 'answered_at'],
  ...['replied_at', 'lost_reason', 'offer'],
]

const PAGE_ROWS = 500

/**
 * Exports the enquiries of a month as CSV, oldest first, safe from formulas (`csv-cell.ts`). Begins with a byte order
 * mark, because Excel would otherwise misread the £ sign.
 */
export async function* exportMonth(
  database: Database,
  month: string,
  actor: Actor,
): AsyncGenerator<string, void> {
  await action(database, 'export enquiries', (transaction) =>
    noteChange(transaction, actor, 'enquiries export', `the enquiries of ${month}`),
  )
  yield `\ufeff${csvLine(EXPORTED)}`
  const received = enquiriesOfMonth(database, month).selectAll().limit(PAGE_ROWS)
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const rows = (await received.offset(offset).execute()).map(snakeCaseRow)
    if (rows.length > 0) yield rows.map((row) => csvLine(EXPORTED.map((column) => row[column]))).join('')
    if (rows.length < PAGE_ROWS) return
  }
}
