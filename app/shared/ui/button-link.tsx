import { Link, type LinkProps } from 'react-router'

interface ButtonLinkProps extends Pick<LinkProps, 'to' | 'children'> {
  className?: string
}

/** A link to a page of the site that looks like a button. */
export const ButtonLink = ({ className = 'button', ...props }: ButtonLinkProps) => (
  <Link prefetch="intent" className={className} {...props} />
)

export const QuietButtonLink = (props: Pick<LinkProps, 'to' | 'children'>) => (
  <ButtonLink className="button button-quiet" {...props} />
)
