/** Stage 5 of an import of sales: one call of `change_sales` writes everything or nothing, and is undone as one. */
import { createHash } from 'node:crypto'
import type { TableSpec } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { findAudit } from '../../audit/audit-log.ts'
import { changeSales, explorerOf, type SalesCall, type SalesResult } from '../../sales/sales-store.ts'
import type { SalesPlan } from './decide.ts'

/**
 * @throws SalesConflict if a sale has changed since the comparison, DataError with code 23505 if one of the sales has
 * been added since; nothing is written then
 */
export async function writeSalesPlan(
  client: BackendClient,
  table: TableSpec,
  plan: SalesPlan,
  call: Pick<SalesCall, 'actor' | 'action' | 'change' | 'reason'> & { batch: string },
): Promise<SalesResult> {
  const changes = plan.rowOutcomes.flatMap(({ write }) => (write === null ? [] : [write]))
  if (changes.length === 0) return { batch: call.batch, changed: 0 }
  return changeSales(client, { ...call, explorer: explorerOf(table), changes })
}

/** Equal for plans that write the same to the same sales, so that only what a person has seen is written. */
export function salesPlanDigest({ rowOutcomes }: SalesPlan): string {
  const hash = createHash('sha256')
  for (const { write } of rowOutcomes) if (write !== null) hash.update(JSON.stringify(write))
  return hash.digest('base64url')
}

/** Whether the call with this batch was carried out, if its response was lost. @throws DataError */
export const isWritten = async (client: BackendClient, batch: string): Promise<boolean> =>
  (await findAudit(client, batch)) !== null
