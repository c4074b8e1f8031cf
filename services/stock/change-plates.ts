/** The common part of all changes of stock: the plates, the write, and the actor. */

import type { Database, Reader, Transaction } from '#data/tables.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { action } from '../action.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { ChangeConflict } from '../changes/write-changes.ts'
import { isUuid } from '../uuid.ts'
import type { StockCall, StockPlate } from './stock-types.ts'
import { readStockPlates } from './stored-plates.ts'
import { changeStock } from './write-stock.ts'

export const REGISTRATION_TAKEN = 'Another plate in the stock has that registration.'
export const PLATE_REMOVED = 'This plate has been removed from the stock.'

/** A plate as the person saw it. Without `seenAt` the plate is changed unconditionally. */
export interface PlateRef {
  id: string
  seenAt?: string | undefined
}

export interface ChangeResult {
  /** The argument of `undoChange`; null if nothing had to change. */
  batch: string | null
  /** The number of plates that changed. */
  changed: number
}

export const NOTHING_CHANGED: ChangeResult = { batch: null, changed: 0 }

/**
 * Reads the plates in the requested order.
 * @throws ChangeRefusal if one has been removed; ChangeConflict if one has changed since the person saw it
 */
export async function readPlates(reader: Reader, refs: readonly PlateRef[]): Promise<StockPlate[]> {
  const ids = [...new Set(refs.map(({ id }) => id))]
  const found = new Map((await readStockPlates(reader, ids.filter(isUuid))).map((plate) => [plate.id, plate]))
  const plates = ids.flatMap((id) => found.get(id) ?? [])
  const missing = ids.length - plates.length
  if (missing > 0)
    throw new ChangeRefusal(
      missing === 1 && ids.length === 1
        ? PLATE_REMOVED
        : `${missing} of these plates have been removed from the stock: load the list again.`,
    )
  const seenAt = new Map(refs.map((ref) => [ref.id, ref.seenAt]))
  const changed = plates.filter(({ id, updatedAt }) => (seenAt.get(id) ?? updatedAt) !== updatedAt)
  if (changed.length > 0) throw new ChangeConflict(changed.map(({ registration }) => registration))
  return plates
}

export const registrationTaken = () =>
  new ChangeRefusal(REGISTRATION_TAKEN, { registration: REGISTRATION_TAKEN })

/**
 * Writes everything or nothing.
 * @param check asks within the transaction whether the change may be made, and throws if not
 * @throws ChangeRefusal if another plate has the registration; ChangeConflict if someone else has changed a plate
 */
export async function writeChange(
  database: Database,
  call: StockCall,
  check: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<ChangeResult> {
  if (call.changes.length === 0) return NOTHING_CHANGED
  try {
    const written = await action(database, 'change plates', async (transaction) => {
      await check(transaction)
      return changeStock(transaction, call)
    })
    return written.changed === 0 ? NOTHING_CHANGED : written
  } catch (error) {
    throw isUniqueViolation(error) ? registrationTaken() : error
  }
}
