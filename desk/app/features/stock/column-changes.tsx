import type { DescribedChange } from './describe-change.server.ts'

interface ColumnChangesProps {
  what: DescribedChange['what']
  /** Labels the columns for an undo: from the current to the previous value. */
  isBack?: boolean
}

/** The old and new values of one plate, formatted. */
export function ColumnChanges({ what, isBack = false }: ColumnChangesProps) {
  if (what === 'added') return isBack ? 'removed from the stock' : 'added to the stock'
  if (what === 'removed') return isBack ? 'back in the stock' : 'removed from the stock'
  return what.map(({ label, before, after }, index) => (
    <span key={label} className="wrap-anywhere">
      {index > 0 && '; '}
      {label} <del className="text-quiet">{isBack ? after : before}</del>
      <span aria-hidden> → </span>
      <span className="sr-only"> to </span>
      <ins className="no-underline">{isBack ? before : after}</ins>
    </span>
  ))
}
