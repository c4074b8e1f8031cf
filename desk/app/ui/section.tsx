import type { ReactNode } from 'react'

interface SectionProps {
  /** Of the heading. */
  id: string
  title: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="desk-subtitle">
        {title}
      </h2>
      {children}
    </section>
  )
}
