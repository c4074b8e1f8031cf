import type { ReactNode } from 'react'

interface FirmGroupProps {
  id: string
  title: string
  lead?: string
  /** The second column. */
  children: ReactNode
}

/** A part of a page of the firm: title and lead, beside its fields. */
export function FirmGroup({ id, title, lead, children }: FirmGroupProps) {
  return (
    <section className="firm-group" id={id} aria-labelledby={`${id}-title`}>
      <div className="firm-aside">
        <h2 id={`${id}-title`} className="desk-subtitle">
          {title}
        </h2>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </section>
  )
}
