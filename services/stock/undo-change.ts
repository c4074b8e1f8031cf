/** Undoes one change of stock as a whole, for any number of plates. An undo is also a change and can be undone. */

import type { Database, Reader, Transaction } from '#data/tables.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { hasOrHave, isOrAre, namePlates, nameRefused } from '#shared/registration/name-registrations.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { prepareUndo, type UndoRules } from '../changes/prepare-undo.ts'
import { nameAction } from '../changes/undoable-batches.ts'
import { removeOwnSale, restoreOwnSale } from '../sales/own-sales.ts'
import { type ChangeResult, registrationTaken } from './change-plates.ts'
import { statusOf } from './plate-status.ts'
import type { KeepDeals, PlateChange, PlateStep, StockCall, StockChange, StockPlate } from './stock-types.ts'
import { plateHistory, readStockPlates } from './stored-plates.ts'
import { changeStock } from './write-stock.ts'

interface UndoResult extends ChangeResult {
  registrations: string[]
  /** Notes for the person, for example that a recorded sale was corrected since and stays. */
  notes: string[]
}

const RULES: UndoRules<PlateChange, StockPlate> = {
  history: plateHistory,
  async readCurrent(reader, changes) {
    const plates = await readStockPlates(
      reader,
      changes.map(({ plateId }) => plateId),
    )
    return new Map(plates.map((plate) => [plate.id, plate]))
  },
  idOf: ({ plateId }) => plateId,
  columnsAfter({ before, after }) {
    if (after === null) return null
    const { plate, details } = after
    // A plate that was added without details has the status that its availability implies.
    const status = before === null ? { status: statusOf(plate.isAvailable === true, null) } : {}
    return { ...plate, ...status, ...details }
  },
  nameChanged: (registrations) => `${nameRefused(registrations)} ${hasOrHave(registrations)}`,
}

export const previewUndo = (reader: Reader, batch: string, now: Date) =>
  prepareUndo(reader, RULES, batch, now)

/**
 * Undoes nothing unless each plate is still as the change left it, in the columns that it changed.
 * @throws ChangeRefusal that names the plates or deals that prevent it; ChangeConflict
 */
export async function undoChange(
  database: Database,
  batch: string,
  actor: Actor,
  now: Date,
  keepDeals: KeepDeals,
): Promise<UndoResult> {
  const { changes, current: plates, refusal } = await previewUndo(database, batch, now)
  if (refusal) throw refusal
  const registrations = changes.map(({ registration }) => registration)
  const sales = changes.flatMap((change) => saleOf(change, plates.get(change.plateId)))
  const undone = await nameAction(database, changes[0]?.action ?? '')
  const call: StockCall = {
    actor,
    action: `undo ${batch}`,
    change: `${namePlates(registrations)} ${isOrAre(registrations)} restored: “${undone}” undone`,
    changes: changes.map((change) => inverse(change, plates.get(change.plateId))),
  }
  try {
    return await action(database, 'undo a change of stock', async (transaction) => {
      await keepDeals(transaction, undoSteps(changes, plates))
      const notes = await undoSales(transaction, sales, actor, now)
      return { ...(await changeStock(transaction, call)), registrations, notes }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? registrationTaken() : error
  }
}

/** What an undo does to the plates that there are. */
export const undoSteps = (
  changes: readonly PlateChange[],
  plates: ReadonlyMap<string, StockPlate>,
): PlateStep[] =>
  changes.flatMap(({ plateId, before: values }) => {
    const before = plates.get(plateId)
    return before ? [{ before, after: values && { ...before, ...values.plate, ...values.details } }] : []
  })

function inverse({ plateId, before }: PlateChange, plate: StockPlate | undefined): StockChange {
  if (before === null) return { id: plateId, seenAt: plate?.updatedAt ?? null, remove: true }
  if (!plate) return { id: null, plate: { ...before.plate, id: plateId }, details: before.details }
  return { id: plateId, seenAt: plate.updatedAt, plate: before.plate, details: before.details }
}

interface SaleUndo {
  registration: string
  /** The recorded sale that the change created, and the one that it removed. */
  remove: string | null
  restore: string | null
}

/** Only a sold plate has a recorded sale to remove. */
function saleOf({ registration, before, after }: PlateChange, plate: StockPlate | undefined): SaleUndo[] {
  const was = before?.details.recordedSale ?? null
  const became = after?.details.recordedSale ?? null
  if (was === became) return []
  return [{ registration, remove: plate?.status === 'sold' ? became : null, restore: was }]
}

/** @returns notes for the person */
async function undoSales(
  transaction: Transaction,
  sales: readonly SaleUndo[],
  actor: Actor,
  now: Date,
): Promise<string[]> {
  const notes: string[] = []
  for (const { registration, remove, restore } of sales) {
    const removal = remove ? await removeOwnSale(transaction, remove, actor, now) : null
    const restoration = restore ? await restoreOwnSale(transaction, restore, actor) : null
    if (removal?.isCorrected)
      notes.push(`The recorded sale of ${registration} has been corrected since, so it stays on record.`)
    if (restoration && !restoration.isKept) notes.push(`The sale of ${registration} is no longer on record.`)
  }
  return notes
}
