/** Undoes one change of stock as a whole, for any number of plates. An undo is also a change and can be undone. */

import { randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { hasOrHave, isOrAre, namePlates, nameRefused } from '#shared/registration/name-registrations.ts'
import type { Actor } from '../audit/actor.ts'
import { applyWrites, type Write } from '../changes/call-change.ts'
import { prepareUndo, type UndoRules } from '../changes/prepare-undo.ts'
import { nameAction } from '../changes/undoable-batches.ts'
import { prepareRemoval, prepareRestoration } from '../sales/own-sales.ts'
import { type ChangeResult, registrationTaken } from './change-plates.ts'
import {
  type PlateChange,
  plateHistory,
  readStockPlates,
  type StockCall,
  type StockChange,
  type StockPlate,
  statusOf,
  stockWrite,
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
  const { writes, ...result } = await prepareStockUndo(client, batch, actor, now)
  try {
    await applyWrites(client, writes)
  } catch (error) {
    throw isUniqueViolation(error) ? registrationTaken() : error
  }
  return result
}

/** The writes of `undoChange`. @throws ChangeRefusal */
export async function prepareStockUndo(
  client: BackendClient,
  batch: string,
  actor: Actor,
  now: Date,
): Promise<UndoResult & { writes: Write[] }> {
  const { changes, current: plates, refusal } = await prepareUndo(client, RULES, batch, now)
  if (refusal) throw refusal
  const registrations = changes.map(({ registration }) => registration)
  const sales = changes.flatMap((change) => saleOf(change, plates.get(change.plateId)))
  const undone = await nameAction(client, changes[0]?.action ?? '')
  const { writes, notes } = await prepareSales(client, sales, actor, now)
  const undo = randomUUID()
  const call: StockCall = {
    actor,
    action: `undo ${batch}`,
    change: `${namePlates(registrations)} ${isOrAre(registrations)} restored: “${undone}” undone`,
    batch: undo,
    changes: changes.map((change) => inverse(change, plates.get(change.plateId))),
  }
  writes.push(stockWrite(call))
  return { batch: undo, changed: changes.length, registrations, notes, writes }
}

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

async function prepareSales(client: BackendClient, sales: readonly SaleUndo[], actor: Actor, now: Date) {
  const writes: Write[] = []
  const notes: string[] = []
  for (const { registration, remove, restore } of sales) {
    const removal = remove ? await prepareRemoval(client, remove, actor, now) : null
    const restoration = restore ? await prepareRestoration(client, restore, actor) : null
    writes.push(...(removal?.writes ?? []), ...(restoration?.writes ?? []))
    if (removal?.isCorrected)
      notes.push(`The recorded sale of ${registration} has been corrected since, so it stays on record.`)
    if (restoration && !restoration.isKept) notes.push(`The sale of ${registration} is no longer on record.`)
  }
  return { writes, notes }
}
