import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'

/** A collapsible section. A link to its id opens it: the browser does so for its own links, `OpenLinked` for the router's. */
export function DataSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="fold data-section">
      <summary className="chevron">
        <h2 className="subheading">{title}</h2>
      </summary>
      <section id={id} aria-label={title} className="grid min-w-0 max-w-reading grid-cols-1 gap-4 pt-4 pb-10">
        {children}
      </section>
    </details>
  )
}

export function OpenLinked() {
  const { hash } = useLocation()
  useEffect(() => {
    const linked = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    const details = linked ? linked.closest('details') : null
    if (details) details.open = true
  }, [hash])
  return null
}
