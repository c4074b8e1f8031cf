import { Link } from 'react-router'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { ColumnChanges } from './column-changes.tsx'
import type { DescribedChange } from './describe-change.server.ts'

interface PlateHistoryProps {
  /** Latest first. */
  changes: readonly DescribedChange[]
  /** Batches that can be undone, and whether they have been. */
  kept: Readonly<Record<string, boolean>>
  back: string
}

/** Shows the changes of the plate in the last 30 days. */
export function PlateHistory({ changes, kept, back }: PlateHistoryProps) {
  const latest = changes.find(({ batch }) => kept[batch] === false)
  return (
    <section aria-labelledby="history-title" className="plate-history">
      <h2 id="history-title" className="desk-subtitle">
        Changes of the last 30 days
      </h2>
      {changes.length === 0 ? (
        <p className="stock-remark">None.</p>
      ) : (
        <ul className="ledger-list">
          {changes.map((change) => (
            <li key={change.id} className="history-line">
              <p>
                <ColumnChanges what={change.what} />
                <span className="history-who">
                  {change.person}, <time dateTime={change.at}>{fullMoment(change.at)}</time>
                  {kept[change.batch] && <span>, undone</span>}
                </span>
              </p>
              {change === latest ? (
                <DeskForm action="/changes/undo" sends={{ batch: change.batch, back }}>
                  <button type="submit" className="row-action">
                    Undo
                  </button>
                </DeskForm>
              ) : (
                <Link to={`/changes/${change.batch}`} className="row-action">
                  Details
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
