/** Takes back one change of stock as a whole, also one of many plates. An undo is a change, too, and can be undone. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import type { Actor } from '../audit/actor.ts'
import { isUndoOf } from './change-history.ts'
import { type ChangeResult, writeChange } from './change-plates.ts'
import { removeOwnSale, restoreOwnSale } from './own-sales.ts'
import { isOrAre, namePlates, nameRefused, StockRefusal } from './refusal.ts'
import {
  listPlateChanges,
  type PlateChange,
  readBatch,
  readStockPlates,
  type StockChange,
  StockConflict,
  type StockPlate,
  statusOf,
  UNDO_DAYS,
} from './stock-store.ts'
import { isUuid } from './uuid.ts'

export interface UndoResult extends ChangeResult {
  registrations: string[]
  /** What a person should know: that a recorded sale was corrected since and stays, for one. */
  notes: string[]
}

const DAY_MS = 86_400_000

export interface UndoPreview {
  /** What would be changed back; empty for a change that is not kept any longer. */
  changes: PlateChange[]
  /** Why it cannot be undone; null if it can be. */
  refusal: StockRefusal | null
}

/** What `undoChange` would do. @throws DataError */
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
 * Each plate must still be as the change left it, in the columns that it changed; else nothing is undone.
 * @throws StockRefusal that names the plates in the way; StockConflict
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
  const notes = await undoSales(client, sales, actor, now)
  try {
    const result = await writeChange(client, {
      actor,
      verb: `undo ${batch}`,
      sentence: `${namePlates(registrations)} ${isOrAre(registrations)} restored: ${verbOf(changes)} undone`,
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
  const changed = changes.filter((change) => !isAsLeft(change, plates.get(change.plateId) ?? null))
  if (changed.length > 0) await refuseChanged(client, batch, changed)
  return plates
}

function checkAge(
  changes: readonly PlateChange[],
  now: Date,
): asserts changes is [PlateChange, ...PlateChange[]] {
  const [first] = changes
  if (first && now.getTime() - Date.parse(first.at) <= UNDO_DAYS * DAY_MS) return
  throw new StockRefusal(
    `There is no such change in the last ${UNDO_DAYS} days. Older changes cannot be undone.`,
  )
}

async function refuseChanged(client: BackendClient, batch: string, changed: PlateChange[]): Promise<never> {
  const registrations = changed.map(({ registration }) => registration)
  const [{ plateId }] = changed as [PlateChange]
  const later = await listPlateChanges(client, { plateId, limit: 20 })
  if (later.some(({ action }) => isUndoOf(action, batch)))
    throw new StockRefusal('This change has already been undone.', { registrations })
  const have = registrations.length === 1 ? 'has' : 'have'
  throw new StockRefusal(
    `${nameRefused(registrations)} ${have} been changed since, so nothing has been undone. Undo the later change first, or edit what is wrong.`,
    { registrations },
  )
}

/** In the columns that it changed; a plate that it added must be the same in all of them, since undo removes it. */
function isAsLeft({ before, after }: PlateChange, plate: StockPlate | null): boolean {
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
  /** The record that the change made, and the one that it removed. */
  remove: string | null
  restore: string | null
}

/** Only a plate that is sold has a record that goes with the sale. */
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

/** Somebody was quicker. If he undid the sale, its record stays away; if the plate is still sold, it has its record. */
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

const verbOf = ([first]: readonly PlateChange[]) => `“${first?.action}”`
