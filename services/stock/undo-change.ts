/** Undoes one change of stock as a whole, for any number of plates. An undo is also a change and can be undone. */

import type { BackendClient } from '#shared/data/client.ts'
import { hasOrHave, isOrAre, namePlates, nameRefused } from '#shared/registration/name-registrations.ts'
import type { Actor } from '../audit/actor.ts'
import { ChangeConflict } from '../changes/call-change.ts'
import { prepareUndo, type UndoRules } from '../changes/prepare-undo.ts'
import { nameAction } from '../changes/undo-names.ts'
import { removeOwnSale, restoreOwnSale } from '../sales/own-sales.ts'
import { type ChangeResult, writeChange } from './change-plates.ts'
import {
  type PlateChange,
  plateHistory,
  readStockPlates,
  type StockChange,
  type StockPlate,
  statusOf,
} from './stock-store.ts'

interface UndoResult extends ChangeResult {
  registrations: string[]
  /** Notes for the person, for example that a recorded sale was corrected since and stays. */
  notes: string[]
}

const RULES: UndoRules<PlateChange, StockPlate> = {
  history: plateHistory,
  async readCurrent(client, changes) {
    const plates = await readStockPlates(
      client,
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

/** @throws DataError */
export const previewUndo = (client: BackendClient, batch: string, now: Date) =>
  prepareUndo(client, RULES, batch, now)

/**
 * Undoes nothing unless each plate is still as the change left it, in the columns that it changed.
 * @throws ChangeRefusal that names the plates that prevent it; ChangeConflict
 */
export async function undoChange(
  client: BackendClient,
  batch: string,
  actor: Actor,
  now: Date,
): Promise<UndoResult> {
  const { changes, current: plates, refusal } = await prepareUndo(client, RULES, batch, now)
  if (refusal) throw refusal
  const registrations = changes.map(({ registration }) => registration)
  const sales = changes.flatMap((change) => saleOf(change, plates.get(change.plateId)))
  const action = await nameAction(client, changes[0]?.action ?? '')
  const notes = await undoSales(client, sales, actor, now)
  try {
    const result = await writeChange(client, {
      actor,
      verb: `undo ${batch}`,
      sentence: `${namePlates(registrations)} ${isOrAre(registrations)} restored: “${action}” undone`,
      changes: changes.map((change) => inverse(change, plates.get(change.plateId))),
    })
    return { ...result, registrations, notes }
  } catch (error) {
    if (error instanceof ChangeConflict) await restoreSalesOfSold(client, sales, actor)
    throw error
  }
}

function inverse({ plateId, before }: PlateChange, plate: StockPlate | undefined): StockChange {
  if (before === null) return { id: plateId, seenAt: plate?.updatedAt ?? null, remove: true }
  if (!plate) return { id: null, plate: { ...before.plate, id: plateId }, details: before.details }
  return { id: plateId, seenAt: plate.updatedAt, plate: before.plate, details: before.details }
}

interface SaleUndo {
  plateId: string
  registration: string
  /** The recorded sale that the change created, and the one that it removed. */
  remove: string | null
  restore: string | null
}

/** Only a sold plate has a recorded sale to remove. */
function saleOf(
  { plateId, registration, before, after }: PlateChange,
  plate: StockPlate | undefined,
): SaleUndo[] {
  const was = before?.details.recordedSale ?? null
  const became = after?.details.recordedSale ?? null
  if (was === became) return []
  const remove = plate?.status === 'sold' ? became : null
  return [{ plateId, registration, remove, restore: was }]
}

/**
 * After a conflict: if the other person undid the sale, its record stays removed; if the plate is still sold, its
 * record is restored.
 */
async function restoreSalesOfSold(
  client: BackendClient,
  sales: readonly SaleUndo[],
  actor: Actor,
): Promise<void> {
  for (const { plateId, remove } of sales) {
    const [plate] = remove ? await readStockPlates(client, [plateId]) : []
    if (remove && plate?.status === 'sold' && plate.recordedSale === remove)
      await restoreOwnSale(client, remove, actor)
  }
}

async function undoSales(
  client: BackendClient,
  sales: readonly SaleUndo[],
  actor: Actor,
  now: Date,
): Promise<string[]> {
  const notes: string[] = []
  for (const { registration, remove, restore } of sales) {
    if (remove && (await removeOwnSale(client, remove, actor, now)) === 'corrected')
      notes.push(`The recorded sale of ${registration} has been corrected since, so it stays on record.`)
    if (restore && !(await restoreOwnSale(client, restore, actor)))
      notes.push(`The sale of ${registration} is no longer on record.`)
  }
  return notes
}
