/** What an undo would restore, and why it cannot. An undo is also a change, and can be undone. */
import type { Reader } from '#data/tables.ts'
import { createYielder } from '../create-yielder.ts'
import { isUuid } from '../uuid.ts'
import type { History, KeptChange } from './kept-changes.ts'
import { ChangeRefusal } from './refusal.ts'
import { ALREADY_UNDONE, findUndoableBatches, isKept, NO_SUCH_CHANGE } from './undoable-batches.ts'

type Columns = Record<string, unknown>

export interface UndoRules<Change, Current> {
  history: History<Change>
  /** The plates or sales of the changes as they are now, by id. */
  readCurrent(reader: Reader, changes: [Change, ...Change[]]): Promise<Map<string, Current>>
  idOf(change: Change): string
  /** The columns that the change left; null if it removed the plate or sale. */
  columnsAfter(change: Change): Columns | null
  /** The beginning of the refusal, which goes on with “been changed since”: 'AB 1 and AB 2 have' */
  nameChanged(registrations: readonly string[]): string
}

export interface PreparedUndo<Change, Current> {
  /** Sorted by registration; empty if there is no such change or it is no longer kept. */
  changes: Change[]
  /** What there is now, by id. */
  current: Map<string, Current>
  /** Why it cannot be undone; null if it can. */
  refusal: ChangeRefusal | null
}

/** An undo is refused unless each plate or sale is still as the change left it, in its columns. */
export async function prepareUndo<Change extends KeptChange<unknown>, Current extends object>(
  reader: Reader,
  rules: UndoRules<Change, Current>,
  batch: string,
  now: Date,
): Promise<PreparedUndo<Change, Current>> {
  const changes = isUuid(batch) ? await rules.history.batch(reader, batch) : []
  changes.sort((a, b) => (a.registration < b.registration ? -1 : 1))
  const [first, ...others] = changes
  if (!first || !isKept(first.at, now))
    return { changes, current: new Map(), refusal: new ChangeRefusal(NO_SUCH_CHANGE) }
  const current = await rules.readCurrent(reader, [first, ...others])
  const isUndone = (await findUndoableBatches(reader, [batch], now)).get(batch) === true
  const changedSince: Change[] = []
  const yieldIfDue = createYielder()
  for (const change of changes) {
    await yieldIfDue()
    const there = current.get(rules.idOf(change))
    if (!isUnchangedSince(rules.columnsAfter(change), change.before === null, there))
      changedSince.push(change)
  }
  const refusal = isUndone ? new ChangeRefusal(ALREADY_UNDONE) : refusalOf(rules, changedSince)
  return { changes, current, refusal }
}

function refusalOf<Change extends KeptChange<unknown>>(
  { nameChanged }: Pick<UndoRules<Change, never>, 'nameChanged'>,
  changedSince: readonly Change[],
): ChangeRefusal | null {
  if (changedSince.length === 0) return null
  const registrations = [...new Set(changedSince.map(({ registration }) => registration))]
  return new ChangeRefusal(
    `${nameChanged(registrations)} been changed since, so nothing has been undone. Undo the later change first, or edit what is wrong.`,
  )
}

const NOT_COMPARED = ['id', 'createdAt', 'updatedAt', 'created_at', 'updated_at']

/** What the change added must be unchanged in all columns, since undo removes it. */
function isUnchangedSince(after: Columns | null, wasAdded: boolean, current: object | undefined): boolean {
  if (after === null || !current) return after === null && !current
  const values: Columns = { ...current }
  const columns = Object.keys(wasAdded ? values : after).filter((column) => !NOT_COMPARED.includes(column))
  return columns.every((column) => (values[column] ?? null) === (after[column] ?? null))
}
