import type { ReactNode } from 'react'

/** A short text beside a form. */
export const SideCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-line border-t py-7 lg:first:border-t-0 lg:first:pt-0">
    <h2 className="subheading">{title}</h2>
    {children}
  </section>
)
