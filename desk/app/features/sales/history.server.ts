import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { describeRecordedChange } from '#services/sales/corrections.ts'
import { type StoredSale, saleHistory } from '#services/sales/sales-store.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { pick } from '#shared/data/pick.ts'
import { requireRows } from '#shared/data/response.ts'
import { shownChange } from '#shared/sales/corrections.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'

const MAX_SHOWN = 50

/**
 * The changes of the last 30 days, and the entries of the public log for the registration, latest first.
 * @throws DataError
 */
export async function readHistory(client: BackendClient, explorer: ExplorerName, sale: StoredSale) {
  const changes = await saleHistory.latest(client, { of: sale.id, limit: MAX_SHOWN })
  const batches = [...new Set(changes.map(({ batch }) => batch))]
  const [kept, published] = await Promise.all([
    findUndoableBatches(client, batches, new Date()),
    client
      .from('corrections')
      .select('at,change,reason')
      .eq('explorer', explorer)
      .eq('plate_number', sale.plate_number)
      .order('at', { ascending: false })
      .order('id')
      .limit(MAX_SHOWN)
      .then(requireRows),
  ])
  return {
    changes: changes.map((change) => ({
      ...pick(change, ['id', 'batch', 'at', 'person']),
      what: describeRecordedChange(change),
      isUndone: kept.get(change.batch) ?? true,
      isAddition: change.before === null,
    })),
    published: published.map(({ at, change, reason }) => ({
      at: String(at),
      change: shownChange(String(change)),
      reason: String(reason),
    })),
  }
}

export type SaleHistory = Awaited<ReturnType<typeof readHistory>>
