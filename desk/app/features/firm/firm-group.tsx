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

/** A group of settings: title and lead at the left, its fields at the right. */
export function FirmGroup({ id, title, lead, preview, children }: FirmGroupProps) {
  return (
    <section
      className="grid scroll-mt-14 gap-x-12 gap-y-4 border-line border-t pt-7 pb-9 lg:grid-cols-[minmax(14rem,20rem)_minmax(0,40rem)]"
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div className="max-w-120">
        <h2 id={`${id}-title`} className="desk-subtitle">
          {title}
        </h2>
        {lead && <p className="mt-1.5 text-quiet text-row">{lead}</p>}
        {preview && (
          <p className="mt-1.5 text-row">
            <TextLink to={preview}>Preview of {title}</TextLink>
          </p>
        )}
      </div>
      {children}
    </section>
  )
}
