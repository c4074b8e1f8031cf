import { Link } from 'react-router'
import { longDay } from '#shared/text/format.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import type { SaleHistoryRead } from './history.server.ts'

interface SaleHistoryProps {
  history: SaleHistoryRead
  /** Links to the page of the sale and to its explorer. */
  back: string
  list: string
}

/** Shows the changes of the sale in the last 30 days, and the entries of the public log for its registration. */
export function SaleHistory({ history, back, list }: SaleHistoryProps) {
  const { changes, published } = history
  const latest = changes.find(({ isUndone }) => !isUndone)
  return (
    <>
      <section aria-labelledby="history-title" className="sale-history">
        <h2 id="history-title" className="desk-subtitle">
          Changes of the last 30 days
        </h2>
        {changes.length === 0 ? (
          <p className="stock-remark">None.</p>
        ) : (
          <ul className="ledger-list">
            {changes.map(({ id, batch, at, person, text, isUndone, isAddition }) => (
              <li key={id} className="history-line">
                <p>
                  {text}
                  <span className="history-who">
                    {person}, <time dateTime={at}>{fullMoment(at)}</time>
                    {isUndone && ', undone'}
                  </span>
                </p>
                {batch === latest?.batch ? (
                  <DeskForm action="/changes/undo" sends={{ batch }}>
                    {/* Undoing an addition leaves no page to return to. */}
                    <input type="hidden" name="back" value={isAddition ? list : back} />
                    <button type="submit" className="row-action">
                      Undo
                    </button>
                  </DeskForm>
                ) : (
                  <Link to={`/changes/${batch}`} className="row-action">
                    Details
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {published.length > 0 && (
        <section aria-labelledby="published-title" className="sale-history">
          <h2 id="published-title" className="desk-subtitle">
            In the public log
          </h2>
          <ul className="ledger-list">
            {published.map(({ at, change, reason }) => (
              <li key={`${at} ${change}`} className="history-line">
                <p>
                  {change}
                  <span className="history-who">
                    {reason} <time dateTime={at}>{longDay(at)}</time>
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
