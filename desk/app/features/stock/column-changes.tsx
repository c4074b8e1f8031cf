import type { PlateChange } from '#services/stock/stock-types.ts'
import { describeColumns } from './describe-change.ts'

interface ColumnChangesProps {
  change: Pick<PlateChange, 'before' | 'after'>
  /** Labels the columns for an undo: from the current to the previous value. */
  isBack?: boolean
}

/** The old and new values of one plate, formatted. */
export function ColumnChanges({ change, isBack = false }: ColumnChangesProps) {
  if (!change.before) return isBack ? 'removed from the stock' : 'added to the stock'
  if (!change.after) return isBack ? 'back in the stock' : 'removed from the stock'
  return describeColumns(change).map(({ label, before, after }, index) => (
    <span key={label} className="column-change">
      {index > 0 && '; '}
      {label} <del>{isBack ? after : before}</del>
      <span aria-hidden> → </span>
      <span className="sr-only"> to </span>
      <ins>{isBack ? before : after}</ins>
    </span>
  ))
}
