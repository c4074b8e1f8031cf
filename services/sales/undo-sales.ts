/**
 * Undoes one change of recorded sales as a whole. An undo is also a change: it appears in the public log and can be
 * undone.
 */

import type { Database, Reader } from '#data/tables.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { hasOrHave, nameRefused, nameUpTo } from '#shared/registration/name-registrations.ts'
import { formatNumber, longDay } from '#shared/text/format.ts'
import type { Actor } from '../audit/actor.ts'
import { type PreparedUndo, prepareUndo, type UndoRules } from '../changes/prepare-undo.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { nameAction } from '../changes/undoable-batches.ts'
import { changeInParts, type WrittenChange } from '../changes/write-changes.ts'
import { createYielder } from '../create-yielder.ts'
import { editSentence, removalSentence, restoreSentence, wholeSale } from './corrections.ts'
import {
  type RecordedSaleChange,
  type SaleChange,
  type SalesCall,
  type StoredSale,
  specOf,
} from './sale-types.ts'
import { readSalesById, saleHistory } from './stored-sales.ts'
import { changeSales } from './write-sales.ts'

interface SalesUndo extends PreparedUndo<RecordedSaleChange, StoredSale> {
  /** The text of the public log for each, in the same order. */
  corrections: string[]
  /** The published reason. */
  reason: string
}

const RULES: UndoRules<RecordedSaleChange, StoredSale> = {
  history: saleHistory,
  readCurrent: (reader, changes) =>
    readSalesById(
      reader,
      changes[0].explorer,
      changes.map(({ saleId }) => saleId),
    ),
  idOf: ({ saleId }) => saleId,
  columnsAfter: ({ after }) => after,
  nameChanged(registrations) {
    const sales = registrations.length === 1 ? 'sale' : 'sales'
    return `The ${sales} of ${nameRefused(registrations, 'more registration')} ${hasOrHave(registrations)}`
  },
}

export async function previewSalesUndo(reader: Reader, batch: string, now: Date): Promise<SalesUndo> {
  const undo = await prepareUndo(reader, RULES, batch, now)
  const { changes, current } = undo
  const corrections: string[] = []
  const yieldIfDue = createYielder()
  for (const change of changes) {
    await yieldIfDue()
    corrections.push(correctionOf(change, current.get(change.saleId)))
  }
  return { ...undo, corrections, reason: reasonOf(changes) }
}

/**
 * Undoes nothing unless each sale is still as the change left it, in the columns that it changed.
 * @throws ChangeRefusal that names the sales that prevent it; ChangeConflict
 */
export async function undoSalesChange(
  database: Database,
  batch: string,
  actor: Actor,
  now: Date,
): Promise<WrittenChange> {
  const { changes, current, corrections, reason, refusal } = await previewSalesUndo(database, batch, now)
  if (refusal) throw refusal
  const [first] = changes as [RecordedSaleChange]
  const registrations = [...new Set(changes.map(({ registration }) => registration))]
  const undone = await nameAction(database, first.action)
  const names = nameUpTo(registrations, 3, 'more registration')
  const call: SalesCall = {
    explorer: first.explorer,
    actor,
    action: `undo ${batch}`,
    change: `${names}: ${changes.length === 1 ? 'the sale is' : `${formatNumber(changes.length)} sales are`} restored, “${undone}” undone`,
    reason,
    changes: changes.map((change, index) =>
      inverse(change, current.get(change.saleId), corrections[index] as string),
    ),
  }
  try {
    return await changeInParts(database, 'undo a change of sales', call, changeSales)
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ChangeRefusal(
        `Another sale on record has the same date, seller and prices as one of ${names}, so nothing has been undone. Remove that one first.`,
      )
    throw error
  }
}

function inverse(
  { saleId, before }: RecordedSaleChange,
  sale: StoredSale | undefined,
  correction: string,
): SaleChange {
  const seenAt = sale?.updated_at ?? null
  if (before === null) return { id: saleId, seenAt, remove: true, correction }
  if (!sale) return { id: null, sale: { ...before, id: saleId }, correction }
  return { id: saleId, seenAt, sale: before, correction }
}

function correctionOf({ explorer, before, after }: RecordedSaleChange, sale: StoredSale | undefined) {
  if (before === null) return removalSentence(sale ?? wholeSale(explorer, after ?? {}))
  if (after === null) return restoreSentence(wholeSale(explorer, before))
  return editSentence(specOf(explorer), { ...after, ...sale }, before)
}

/** The reason that all of them share. */
function reasonOf(changes: readonly RecordedSaleChange[]): string {
  if (changes.every(({ before }) => before === null)) return 'Recorded by mistake.'
  if (changes.every(({ after }) => after === null)) return 'Removed by mistake.'
  return `The change of ${longDay(changes[0]?.at ?? '')} is withdrawn.`
}
