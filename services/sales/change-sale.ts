/** Adding, editing and removing one recorded sale: what the desk's forms do. */

import type { Database } from '#data/tables.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import type { WrittenChange } from '../changes/write-changes.ts'
import { editSentence, readCorrectionReason, removalSentence } from './corrections.ts'
import type { Finding } from './findings.ts'
import type { SaleCells } from './read-sale.ts'
import { saleChanges } from './sale-changes.ts'
import { type SalesCall, type StoredSale, specOf } from './sale-types.ts'
import { findBatchSale } from './stored-sales.ts'
import { changeSales } from './write-sales.ts'

/** The changes of an edit and the resulting sale. @throws InvalidInput */
export function planEdit(explorer: ExplorerName, sale: Row, cells: SaleCells): { changes: Row; row: Row } {
  const changes = saleChanges(specOf(explorer), sale, cells)
  return { changes, row: { ...sale, ...changes } }
}

/** The warnings that nobody has confirmed. @throws ChangeRefusal if a finding is a refusal */
export function openWarnings(findings: readonly Finding[], confirmed: readonly string[]): Finding[] {
  const refusal = findings.find(({ kind }) => kind === 'refusal')
  if (refusal) throw new ChangeRefusal(refusal.text)
  return findings.filter(({ code }) => !confirmed.includes(code))
}

export interface NewSale {
  explorer: ExplorerName
  /** The result of `planNewSale`. */
  row: Row
  actor: Actor
  /** Makes sending a form twice harmless. */
  batch?: string | null
}

/** @throws ChangeRefusal if the sale is on record already */
export const addSale = (database: Database, { explorer, row, actor, batch = null }: NewSale) =>
  writeSale(database, row.plate_number, {
    explorer,
    actor,
    action: 'add sale',
    change: `a sale of ${row.plate_number} in ${row.sale_year} recorded among ${specOf(explorer).many}`,
    batch,
    changes: [{ id: null, sale: row }],
  })

interface SaleEdit {
  explorer: ExplorerName
  /** As the person saw it. */
  sale: StoredSale
  /** The result of `planEdit`; not empty. */
  changes: Row
  /** Published with the correction. */
  reason: string
  actor: Actor
}

/** @throws InvalidInput without a reason; ChangeRefusal, ChangeConflict */
export function editSale(database: Database, { explorer, sale, changes, reason: given, actor }: SaleEdit) {
  const reason = readCorrectionReason(given)
  const correction = editSentence(specOf(explorer), sale, changes)
  return writeSale(database, changes.plate_number ?? sale.plate_number, {
    explorer,
    actor,
    action: 'edit sale',
    change: `${sale.plate_number}: ${correction}; reason: ${reason}`,
    reason,
    changes: [{ id: sale.id, seenAt: sale.updated_at, sale: changes, correction }],
  })
}

/** @throws InvalidInput without a reason; ChangeConflict */
export function removeSale(
  database: Database,
  { explorer, sale, reason: given, actor }: Omit<SaleEdit, 'changes'>,
) {
  const reason = readCorrectionReason(given)
  const correction = removalSentence(sale)
  return writeSale(database, sale.plate_number, {
    explorer,
    actor,
    action: 'remove sale',
    change: `${sale.plate_number}: ${correction}; reason: ${reason}`,
    reason,
    changes: [{ id: sale.id, seenAt: sale.updated_at, remove: true, correction }],
  })
}

/** @throws DataFault with code 23505 if `call.batch` was used before */
async function writeSale(
  database: Database,
  registration: Row[string] | undefined,
  call: SalesCall,
): Promise<WrittenChange> {
  try {
    return await action(database, 'change a recorded sale', (transaction) => changeSales(transaction, call))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (call.batch && (await findBatchSale(database, call.batch))) throw error
    throw new ChangeRefusal(
      `Nothing has been changed: another record of ${registration} has the same date, seller and prices. If they are one sale, remove one of them.`,
    )
  }
}
