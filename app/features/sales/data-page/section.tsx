import type { ReactNode } from 'react'

export function DataSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-14 grid gap-x-12 gap-y-6 border-line border-t pt-8 lg:grid-cols-12"
    >
      <h2 id={`${id}-title`} className="heading lg:col-span-4">
        {title}
      </h2>
      <div className="grid min-w-0 max-w-reading grid-cols-1 gap-4 lg:col-span-8">{children}</div>
    </section>
  )
}
