import { describeRecordedChange } from '#services/sales/corrections.ts'
import { previewSalesUndo } from '#services/sales/undo-sales.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { shownChange } from '#shared/sales/corrections.ts'
import type { SalesUndoShown } from './undo-preview.tsx'

const MAX_SHOWN = 200

/** @throws DataError */
export async function readSalesUndo(client: BackendClient, batch: string): Promise<SalesUndoShown> {
  const { changes, corrections, reason, refusal, current } = await previewSalesUndo(client, batch, new Date())
  return {
    count: changes.length,
    changes: changes.slice(0, MAX_SHOWN).map((change, index) => ({
      id: change.id,
      saleId: change.saleId,
      registration: change.registration,
      text: describeRecordedChange(change),
      correction: shownChange(corrections[index] ?? ''),
      exists: current.has(change.saleId),
    })),
    reason,
    refusal: refusal?.message ?? null,
  }
}
