import type { ReactNode } from 'react'
import { TextLink } from '../../ui/page.tsx'

interface FirmGroupProps {
  id: string
  title: string
  lead?: string
  /** The address of a preview. */
  preview?: string
  /** The fields, in the second column. */
  children: ReactNode
}

/** A group of settings: title and lead, beside its fields. */
export function FirmGroup({ id, title, lead, preview, children }: FirmGroupProps) {
  return (
    <section className="firm-group" id={id} aria-labelledby={`${id}-title`}>
      <div className="firm-aside">
        <h2 id={`${id}-title`} className="desk-subtitle">
          {title}
        </h2>
        {lead && <p>{lead}</p>}
        {preview && (
          <p>
            <TextLink to={preview}>Preview of {title}</TextLink>
          </p>
        )}
      </div>
      {children}
    </section>
  )
}
