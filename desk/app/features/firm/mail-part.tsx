import type { ReactNode } from 'react'

interface MailPartProps {
  id: string
  title: string
  lead: string
  /** In the second column. */
  children: ReactNode
}

/** A part of the page about mail: title and lead at the left, its form at the right. */
export const MailPart = ({ id, title, lead, children }: MailPartProps) => (
  <section
    className="grid scroll-mt-14 gap-x-12 gap-y-4 border-line border-t pt-7 pb-9 lg:grid-cols-[minmax(14rem,20rem)_minmax(0,40rem)]"
    id={id}
    aria-labelledby={`${id}-title`}
  >
    <div className="max-w-120">
      <h2 id={`${id}-title`} className="desk-subtitle">
        {title}
      </h2>
      <p className="mt-1.5 text-quiet text-row">{lead}</p>
    </div>
    {children}
  </section>
)
