/** Stage 5 of an import of sales: everything in one call of `change_sales`: whole or not at all, and undone as one. */
import { createHash } from 'node:crypto'
import type { BackendClient } from '../../../app/shared/backend/client.ts'
import { findAudit } from '../../audit/audit-log.ts'
import { changeSales, explorerOf, type SalesCall, type SalesResult } from '../../sales/sales-store.ts'
import type { TableSpec } from '../rows/table-specs.ts'
import type { SalesPlan } from './decide.ts'

/**
 * @throws SalesConflict if a sale has changed since it was compared, DataError with code 23505 if one of the list has been
 * added since; nothing is written then
 */
export async function writeSalesPlan(
  client: BackendClient,
  table: TableSpec,
  plan: SalesPlan,
  call: Pick<SalesCall, 'actor' | 'action' | 'change' | 'reason'> & { batch: string },
): Promise<SalesResult> {
  const changes = plan.fates.flatMap(({ write }) => (write === null ? [] : [write]))
  if (changes.length === 0) return { batch: call.batch, changed: 0 }
  return changeSales(client, { ...call, explorer: explorerOf(table), changes })
}

/** Equal for plans that write the same to the same sales, so that nothing is written that nobody has seen. */
export function salesPlanDigest({ fates }: SalesPlan): string {
  const hash = createHash('sha256')
  for (const { write } of fates) if (write !== null) hash.update(JSON.stringify(write))
  return hash.digest('base64url')
}

/** Whether a call with this batch has been carried out: its answer may be lost. @throws DataError */
export const isWritten = async (client: BackendClient, batch: string): Promise<boolean> =>
  (await findAudit(client, batch)) !== null
