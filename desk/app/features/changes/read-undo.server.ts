/** What a change of stock or of sales did to each of them, and what an undo would do. */
import type { Reader } from '#data/tables.ts'
import { UNDO_DAYS } from '#services/changes/undoable-batches.ts'
import { dealsOfSteps, KEPT_FOR_DEALS, type PlateDeal } from '#services/deals/deals-concerned.ts'
import { describeRecordedChange } from '#services/sales/corrections.ts'
import { previewSalesUndo } from '#services/sales/undo-sales.ts'
import { previewUndo, undoSteps } from '#services/stock/undo-change.ts'
import { shownChange } from '#shared/sales/corrections.ts'
import { plural } from '#shared/text/format.ts'
import { type DescribedChange, describeChange } from '../stock/describe-change.server.ts'

const MAX_SHOWN = 200

interface ShownUndo {
  count: number
  noun: 'plate' | 'sale'
  lines: {
    id: string
    registration: string
    /** Null if it is no longer there. */
    to: string | null
    /** Of a plate; of a sale there is a text. */
    what: DescribedChange['what'] | null
    text: string
  }[]
  /** Why it cannot be undone. */
  refusal: string | null
  /** Those that prevent it. */
  deals: readonly PlateDeal[]
  /** What an undo does. */
  promise: string
  heading: string
}

const goesBack = (count: number, noun: string) =>
  `${plural(count, noun)} will go back to how ${count === 1 ? 'it was' : 'they were'}`

/** @throws DataError */
export async function readStockUndo(database: Reader, batch: string): Promise<ShownUndo> {
  const { changes, current, refusal } = await previewUndo(database, batch, new Date())
  const deals = refusal ? [] : await dealsOfSteps(database, undoSteps(changes, current))
  const isRefused = refusal !== null || deals.length > 0
  const count = changes.length
  const never = `This cannot be undone. Only changes to stock and sales can, for ${UNDO_DAYS} days.`
  return {
    count,
    noun: 'plate',
    lines: changes.slice(0, MAX_SHOWN).map((change) => ({
      id: change.id,
      registration: change.registration,
      to: `/stock/${change.plateId}`,
      what: describeChange(change).what,
      text: '',
    })),
    refusal: deals.length > 0 ? KEPT_FOR_DEALS : refusal && (count === 0 ? never : refusal.message),
    deals,
    promise: `${goesBack(count, 'plate')}:`,
    heading: isRefused ? 'What changed' : 'What changes back',
  }
}

/** With the entries of the public log that an undo makes. @throws DataError */
export async function readSalesUndo(database: Reader, batch: string): Promise<ShownUndo> {
  const { changes, corrections, reason, refusal, current } = await previewSalesUndo(
    database,
    batch,
    new Date(),
  )
  return {
    count: changes.length,
    noun: 'sale',
    lines: changes.slice(0, MAX_SHOWN).map((change, index) => ({
      id: change.id,
      registration: change.registration,
      to: current.has(change.saleId) ? `/sales/${change.saleId}` : null,
      what: null,
      text: refusal ? describeRecordedChange(change) : shownChange(corrections[index] ?? ''),
    })),
    refusal: refusal?.message ?? null,
    deals: [],
    promise: `${goesBack(changes.length, 'sale')}. The public log will say so, with the reason “${reason}”`,
    heading: refusal ? 'What changed' : 'What the public log will say',
  }
}
