import type { ReactNode } from 'react'
import { platePath } from '#shared/urls.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { BackLink } from '../../shared/ui/page-parts.tsx'

interface PrintPageProps {
  registration: string
  /** For its paper. */
  className: string
  /** Of the window, without the name of the site. */
  title: string
  path: string
  heading: string
  /** Instructions, which are not printed. */
  instructions: ReactNode
  /** What is printed. */
  children: ReactNode
}

/** A page with something of a plate to print. */
export function PrintPage({
  registration,
  className,
  title,
  path,
  heading,
  instructions,
  children,
}: PrintPageProps) {
  return (
    <div className={`print-page ${className} wrap pt-6 pb-24`}>
      <PageMeta title={title} path={path} noindex />
      <div className="print:hidden">
        <BackLink to={platePath(registration)}>Back to {registration}</BackLink>
        <h1 className="title mt-6">{heading}</h1>
        {instructions}
      </div>
      {children}
    </div>
  )
}
