import { Link, type LinkProps } from 'react-router'

interface BackLinkProps extends Pick<LinkProps, 'to' | 'children'> {
  className?: string
}

/** The first line of a page that is below another. */
export const BackLink = ({ className, ...props }: BackLinkProps) => (
  <p className={className}>
    <Link prefetch="intent" className="back-link" {...props} />
  </p>
)
