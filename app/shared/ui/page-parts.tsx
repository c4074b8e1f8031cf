import type { ReactNode } from 'react'
import { Link, type LinkProps } from './link.tsx'

interface BackLinkProps extends Pick<LinkProps, 'to' | 'children'> {
  className?: string
}

/** The first line of a page that is below another. */
export const BackLink = ({ className, ...props }: BackLinkProps) => (
  <p className={className}>
    <Link className="quiet-link back-link" {...props} />
  </p>
)

/** An entry of a description list. */
export const FactRow = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
