import { Link, type LinkProps } from './link.tsx'

/** A link in running text, to a page of the site. */
export const TextLink = (props: Pick<LinkProps, 'to' | 'children'>) => <Link className="link" {...props} />
