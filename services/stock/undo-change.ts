/** Undoes one change of stock as a whole, for any number of plates. An undo is also a change and can be undone. */

import type { BackendClient } from '#shared/data/client.ts'
import { isOrAre, namePlates, nameRefused } from '#shared/registration/name-registrations.ts'
import type { Actor } from '../audit/actor.ts'
import { isUndoOf, nameAction } from '../audit/change-history.ts'
import { ALREADY_UNDONE, NO_SUCH_CHANGE, UNDO_DAYS } from '../audit/undoable-batches.ts'
import { removeOwnSale, restoreOwnSale } from '../sales/own-sales.ts'
import { isUuid } from '../uuid.ts'
import { type ChangeResult, writeChange } from './change-plates.ts'
import { StockRefusal } from './refusal.ts'
import {
  listPlateChanges,
  type PlateChange,
  readBatch,
  readStockPlates,
  type StockChange,
  StockConflict,
  type StockPlate,
  statusOf,
} from './stock-store.ts'

interface UndoResult extends ChangeResult {
  registrations: string[]
  /** Notes for the person, for example that a recorded sale was corrected since and stays. */
  notes: string[]
}

const DAY_MS = 86_400_000

interface UndoPreview {
  /** The plates that an undo would restore; empty if the change is no longer kept. */
  changes: PlateChange[]
  /** Why it cannot be undone; null if it can. */
  refusal: StockRefusal | null
}

/** A preview of `undoChange`. @throws DataError */
export async function previewUndo(client: BackendClient, batch: string, now: Date): Promise<UndoPreview> {
  const changes = isUuid(batch) ? await readBatch(client, batch) : []
  changes.sort((a, b) => (a.registration < b.registration ? -1 : 1))
  try {
    await checkUndo(client, batch, changes, now)
    return { changes, refusal: null }
  } catch (error) {
    if (error instanceof StockRefusal) return { changes, refusal: error }
    throw error
  }
}

/**
 * Undoes nothing unless each plate is still as the change left it, in the columns that it changed.
 * @throws StockRefusal that names the plates that prevent it; StockConflict
 */
export async function undoChange(
  client: BackendClient,
  batch: string,
  actor: Actor,
  now: Date,
): Promise<UndoResult> {
  const changes = isUuid(batch) ? await readBatch(client, batch) : []
  changes.sort((a, b) => (a.registration < b.registration ? -1 : 1))
  const plates = await checkUndo(client, batch, changes, now)
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
    if (error instanceof StockConflict) await restoreSalesOfSold(client, sales, actor)
    throw error
  }
}

/** @returns the plates, by id. @throws StockRefusal */
async function checkUndo(
  client: BackendClient,
  batch: string,
  changes: readonly PlateChange[],
  now: Date,
): Promise<Map<string, StockPlate>> {
  checkAge(changes, now)
  const ids = changes.map(({ plateId }) => plateId)
  const plates = new Map((await readStockPlates(client, ids)).map((plate) => [plate.id, plate]))
  const changed = changes.filter((change) => !isUnchangedSince(change, plates.get(change.plateId) ?? null))
  if (changed.length > 0) await refuseChanged(client, batch, changed)
  return plates
}

function checkAge(
  changes: readonly PlateChange[],
  now: Date,
): asserts changes is [PlateChange, ...PlateChange[]] {
  const [first] = changes
  if (first && now.getTime() - Date.parse(first.at) <= UNDO_DAYS * DAY_MS) return
  throw new StockRefusal(NO_SUCH_CHANGE)
}

async function refuseChanged(client: BackendClient, batch: string, changed: PlateChange[]): Promise<never> {
  const registrations = changed.map(({ registration }) => registration)
  const [{ plateId }] = changed as [PlateChange]
  const later = await listPlateChanges(client, { plateId, limit: 20 })
  if (later.some(({ action }) => isUndoOf(action, batch)))
    throw new StockRefusal(ALREADY_UNDONE, { registrations })
  const have = registrations.length === 1 ? 'has' : 'have'
  throw new StockRefusal(
    `${nameRefused(registrations)} ${have} been changed since, so nothing has been undone. Undo the later change first, or edit what is wrong.`,
    { registrations },
  )
}

/**
 * Compares the columns that the change touched; a plate that it added must be unchanged in all columns, since undo
 * removes it.
 */
function isUnchangedSince({ before, after }: PlateChange, plate: StockPlate | null): boolean {
  if (after === null || plate === null) return after === null && plate === null
  const left: Record<string, unknown> = { ...after.plate, ...after.details }
  if (before === null) left.status ??= statusOf(plate.isAvailable, null)
  const columns =
    before === null ? Object.keys(plate).filter((column) => column !== 'updatedAt') : Object.keys(left)
  return columns.every((column) => (plate[column as keyof StockPlate] ?? null) === (left[column] ?? null))
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
