import type { ReactNode } from 'react'
import type { PlateDeal } from '#services/deals/deals-concerned.ts'
import { CheckField } from '../../ui/field.tsx'
import { TextLink } from '../../ui/page.tsx'

interface Props {
  deals: readonly PlateDeal[]
  /** The sentences that the person has to confirm; none yet if it is missing. */
  question?: string | undefined
  className?: string
  children?: ReactNode
}

/** Names the open deals of a plate, each with its link, and asks in a form whether to go on. */
export function DealQuestion({ deals, question, className = '', children }: Props) {
  if (deals.length === 0) return null
  return (
    <div className={`desk-note ${className}`} data-kind="error" role={question && 'alert'}>
      <ul>
        {deals.map(({ id, name, words }) => (
          <li key={id}>
            <TextLink to={`/deals/${id}`}>{name}</TextLink>
            <span>{` ${words}.`}</span>
          </li>
        ))}
      </ul>
      {children}
      {question && (
        <CheckField key={question} name="confirmed" value={question} required>
          Go on all the same
        </CheckField>
      )}
    </div>
  )
}
