import type { ReactNode } from 'react'

export interface TitledSectionProps {
  /** The id of the heading. */
  id: string
  title: ReactNode
  /** The class of the heading. */
  size?: string
  className?: string | undefined
  children: ReactNode
}

/** A section that its heading names. */
export function TitledSection({ id, title, size = 'heading', className, children }: TitledSectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className={size}>
        {title}
      </h2>
      {children}
    </section>
  )
}
