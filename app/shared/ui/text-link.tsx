import { Link, type LinkProps } from 'react-router'

/** A link in a text, to a page that is loaded as soon as the link is pointed at. */
export const TextLink = (props: Pick<LinkProps, 'to' | 'children'>) => (
  <Link prefetch="intent" className="link" {...props} />
)
