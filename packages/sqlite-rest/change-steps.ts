/** The steps of a `change_stock` or `change_sales` call: checks for conflicts, then applies the changes row by row. */
import { inOrder, type Row, STEP_ROWS } from './change-rows.ts'
import { changeConflict } from './errors.ts'

interface ChangedRow {
  readonly id: string | null
  /** The `updated_at` that the caller saw; null: unconditional. */
  readonly seenAt: string | null
  readonly isRemoval: boolean
}

interface ChangeSteps<Change> {
  readonly what: Parameters<typeof changeConflict>[0]
  readonly changes: readonly Change[]
  find(id: string): Row | undefined
  /** The registration of a removed row, if known. */
  lastNumber(id: string): string | undefined
  /** @returns whether the row changed */
  apply(change: Change): boolean
}

/**
 * Yields between steps, so that the event loop can do other work.
 * @returns the number of changed rows. @throws RestError
 */
export function* changeInSteps<Change extends ChangedRow>(
  steps: ChangeSteps<Change>,
): Generator<void, number> {
  yield* checkConflicts(steps)
  let changed = 0
  for (const [index, change] of inOrder(steps.changes).entries()) {
    if (index % STEP_ROWS === STEP_ROWS - 1) yield
    if (steps.apply(change)) changed++
  }
  return changed
}

function* checkConflicts<Change extends ChangedRow>(steps: ChangeSteps<Change>): Generator<void, void> {
  const conflicts: string[] = []
  for (const [index, { id, seenAt }] of steps.changes.entries()) {
    if (index % STEP_ROWS === STEP_ROWS - 1) yield
    if (id === null) continue
    const row = steps.find(id)
    if (!row) conflicts.push(steps.lastNumber(id) ?? id)
    else if (seenAt !== null && row.updated_at !== seenAt) conflicts.push(String(row.plate_number))
  }
  if (conflicts.length > 0) throw changeConflict(steps.what, conflicts)
}
