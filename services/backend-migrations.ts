/** Finds the files of supabase/migrations that a hosted backend lacks, by the tables and columns that it has. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'

/**
 * The files in order, each with a table, view or column that it adds. Null: it adds only indexes or functions, so it
 * counts as missing if the file after it is missing.
 */
export const MIGRATIONS: readonly (readonly [
  file: string,
  adds: readonly [table: string, column: string] | null,
])[] = [
  ['20261121000000_plates_and_sales.sql', ['plates', 'id']],
  ['20261121000100_sales_counts.sql', ['sales_counts', 'sales']],
  ['20261121000300_sales_walks.sql', null],
  ['20261122000000_enquiries.sql', ['enquiries', 'id']],
  ['20261123000000_sales_figures.sql', ['sales_listed', 'id']],
  ['20261124000000_sales_selection.sql', null],
  ['20261125000000_digests.sql', ['enquiries', 'digest_id']],
  ['20261126000000_audit_trail.sql', ['audit', 'id']],
  ['20261127000000_selection.sql', ['sales', 'selection']],
  ['20261128000000_corrections.sql', ['corrections', 'id']],
  ['20261129000000_comparables.sql', ['sales_comparable', 'id']],
  ['20261130000000_price_reason.sql', ['plates', 'price_reason']],
  ['20261201000000_unmet_searches.sql', ['unmet_searches', 'id']],
  ['20261202000000_mails.sql', ['mails', 'id']],
  ['20261203000000_alerts.sql', ['stock_changes', 'id']],
  ['20261204000000_stock.sql', ['plate_changes', 'id']],
  ['20261205000000_people.sql', ['people', 'id']],
  ['20261206000000_conversations.sql', ['enquiry_entries', 'id']],
  ['20261207000000_imports.sql', ['imports', 'id']],
  ['20261208000000_articles.sql', ['articles', 'id']],
  ['20261209000000_settings.sql', ['settings', 'id']],
  ['20261210000000_sales_changes.sql', ['sale_changes', 'id']],
  ['20261211000000_last_owner.sql', null],
  ['20261212000000_security_notices.sql', ['mails', 'person_id']],
  ['20261213000000_audit_person_id.sql', ['audit', 'person_id']],
]

/** Error codes: unknown table or view (PostgreSQL and PostgREST's cache), unknown column. */
const UNKNOWN = new Set(['42P01', 'PGRST205', '42703'])

/** @returns the names of the files, in the order in which they must be applied. @throws DataError */
export async function findMissingMigrations(client: BackendClient): Promise<string[]> {
  const missing = await Promise.all(MIGRATIONS.map(([, adds]) => adds && isMissing(client, adds)))
  return MIGRATIONS.filter((_, index) => missing[index] ?? missing[index + 1]).map(([file]) => file)
}

async function isMissing(
  client: BackendClient,
  [table, column]: readonly [string, string],
): Promise<boolean> {
  const { error, status } = await client.from(table).select(column).limit(1)
  if (!error) return false
  if (UNKNOWN.has(error.code)) return true
  throw new DataError(error, status)
}
