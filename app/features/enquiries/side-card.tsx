import type { ReactNode } from 'react'

/** A short text beside a form. */
export const SideCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="side-card">
    <h2 className="subheading">{title}</h2>
    {children}
  </section>
)
