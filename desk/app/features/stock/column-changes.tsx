import type { PlateChange } from '../../../../services/stock/stock-types.ts'
import { describeColumns } from './describe-change.ts'

interface ColumnChangesProps {
  change: Pick<PlateChange, 'before' | 'after'>
  /** Names what the undo does: from what is, back to what was. */
  isBack?: boolean
}

/** What one plate was and is, as words. */
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
