import type { ReactNode } from 'react'
import { useFirm } from './firm.ts'

interface PageProps {
  title: string
  /** The actions at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of one page of the desk. */
export function Page({ title, actions, children }: PageProps) {
  const firm = useFirm()
  return (
    <main id="content" className="desk-page" tabIndex={-1}>
      <title>{`${title} | ${firm} desk`}</title>
      <div className="desk-head">
        <h1 className="desk-title">{title}</h1>
        {actions && <div className="desk-actions">{actions}</div>}
      </div>
      {children}
    </main>
  )
}
