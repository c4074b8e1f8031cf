import { Link, type LinkProps } from 'react-router'

/** A link in running text, to a page of the site, which is prefetched when somebody points at the link. */
export const TextLink = (props: Pick<LinkProps, 'to' | 'children'>) => (
  <Link prefetch="intent" className="link" {...props} />
)
