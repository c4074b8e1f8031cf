import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { describeRecordedChange } from '#services/sales/corrections.ts'
import { type StoredSale, saleHistory } from '#services/sales/sales-store.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { shownChange } from '#shared/sales/corrections.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'

export interface SaleHistoryRead {
  /** The changes of the last 30 days, latest first. */
  changes: {
    id: string
    batch: string
    at: string
    person: string
    what: string
    isUndone: boolean
    isAddition: boolean
  }[]
  /** The entries of the public log for the registration, latest first. */
  published: { at: string; change: string; reason: string }[]
}

const MAX_SHOWN = 50

/** @throws DataError */
export async function readHistory(
  client: BackendClient,
  explorer: ExplorerName,
  sale: StoredSale,
): Promise<SaleHistoryRead> {
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
      id: change.id,
      batch: change.batch,
      at: change.at,
      person: change.person,
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
