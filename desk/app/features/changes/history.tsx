import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { Section } from '../../ui/page.tsx'

interface HistoryProps {
  className: string
  /** Latest first. */
  changes: readonly {
    id: string
    batch: string
    at: string
    person: string
    what: ReactNode
    isUndone: boolean
    /** Where an undo leads. */
    back: string
  }[]
  /** The latest change that can be undone. */
  latest: string | undefined
}

/** The changes of a plate or a sale in the last 30 days. */
export function History({ className, changes, latest }: HistoryProps) {
  return (
    <Section id="history-title" title="Changes of the last 30 days" className={className}>
      {changes.length === 0 ? (
        <p className="remark">None.</p>
      ) : (
        <ul className="ledger-list">
          {changes.map(({ id, batch, at, person, what, isUndone, back }) => (
            <li key={id} className="ledger-line">
              <p>
                {what}
                <span className="block text-aside text-quiet">
                  {person}, <time dateTime={at}>{fullMoment(at)}</time>
                  {isUndone && <span>, undone</span>}
                </span>
              </p>
              {batch === latest ? (
                <DeskForm action="/changes/undo" sends={{ batch, back }}>
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
    </Section>
  )
}
