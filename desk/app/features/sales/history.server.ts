import type { Reader } from '#data/tables.ts'
import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { describeRecordedChange } from '#services/sales/corrections.ts'
import type { StoredSale } from '#services/sales/sale-types.ts'
import { saleHistory } from '#services/sales/stored-sales.ts'
import { pick } from '#shared/data/pick.ts'
import { shownChange } from '#shared/sales/corrections.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'

const MAX_SHOWN = 50

/**
 * The changes of the last 30 days, and the entries of the public log for the registration, latest first.
 */
export async function readHistory(database: Reader, explorer: ExplorerName, sale: StoredSale) {
  const changes = await saleHistory.latest(database, { of: sale.id, limit: MAX_SHOWN })
  const batches = [...new Set(changes.map(({ batch }) => batch))]
  const [kept, published] = await Promise.all([
    findUndoableBatches(database, batches, new Date()),
    database
      .selectFrom('corrections')
      .select(['at', 'change', 'reason'])
      .where('explorer', '=', explorer)
      .where('plateNumber', '=', sale.plate_number)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(MAX_SHOWN)
      .execute(),
  ])
  return {
    changes: changes.map((change) => ({
      ...pick(change, ['id', 'batch', 'at', 'person']),
      what: describeRecordedChange(change),
      isUndone: kept.get(change.batch) ?? true,
      isAddition: change.before === null,
    })),
    published: published.map(({ change, ...entry }) => ({ ...entry, change: shownChange(change) })),
  }
}

export type SaleHistory = Awaited<ReturnType<typeof readHistory>>
