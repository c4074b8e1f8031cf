/** Changes or removes one recorded sale and logs that for the public, in one transaction of the backend. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { CliError, UsageError } from '../errors.ts'
import { readText } from './fields.ts'
import { labelErrors } from './parse-options.ts'
import type { Row, TableSpec } from './table-specs.ts'

export const MAX_REASON_LENGTH = 1000

export const NO_CORRECTIONS =
  'Nothing has been changed: the backend has no function correct_sale. Apply the newest files of supabase/migrations to it (docs/operations.md).'

export interface Correction {
  sale: Row
  kind: 'edited' | 'removed'
  /** For readers. */
  change: string
  reason: string
  changes?: Row
}

/** The entry in the log. */
export const correctionEntry = (table: TableSpec, { sale, kind, change, reason }: Correction) => ({
  explorer: table.name === 'jersey_sales' ? 'jersey' : 'uk',
  plate_number: String(sale.plate_number),
  kind,
  change,
  reason,
})

/** The sale must be as it was read. @throws CliError if nothing has been changed */
export async function correctSale(
  client: BackendClient,
  table: TableSpec,
  correction: Correction,
): Promise<void> {
  const { sale, changes } = correction
  const { data, error, status } = await client.rpc('correct_sale', {
    ...correctionEntry(table, correction),
    sale_id: sale.id,
    seen_at: sale.updated_at,
    ...(changes ? { changes } : {}),
  })
  if (error?.code === '23505')
    throw new CliError(
      `Nothing has been changed: another record of ${sale.plate_number} has the same date, seller and prices. If they are one sale, remove one of them with “sales remove”.`,
    )
  if (error?.code === 'PGRST202') throw new CliError(NO_CORRECTIONS)
  if (error) throw new DataError(error, status)
  if (!Array.isArray(data) || data.length === 0)
    throw new CliError(
      `Nothing has been changed: the sale of ${sale.plate_number} was changed or removed meanwhile. Run the command again to see it as it is now.`,
    )
}

/** One line, since it is part of a list. @throws UsageError */
export function readReason(given: string | undefined): string {
  if (given === undefined) throw new UsageError('Missing reason: --reason <sentence>. It is published.')
  const reason = labelErrors('--reason', () => readText(MAX_REASON_LENGTH)(given)).replace(/\s+/g, ' ')
  if (reason === '') throw new UsageError('--reason needs a sentence. It is published.')
  return reason
}
