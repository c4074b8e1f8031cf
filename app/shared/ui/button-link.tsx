import { Link, type LinkProps } from './link.tsx'

type ButtonLinkProps = Pick<LinkProps, 'to' | 'children' | 'className'>

/** A link to a page of the site that looks like a button. */
export const ButtonLink = (props: ButtonLinkProps) => <Link className="button" {...props} />

export const QuietButtonLink = (props: ButtonLinkProps) => (
  <ButtonLink className="button button-quiet" {...props} />
)
