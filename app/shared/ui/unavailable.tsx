import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#shared/ui/use-site.tsx'
import { TextLink } from './text-link.tsx'

interface UnavailableProps {
  title: string
  headingLevel?: 'h2' | 'h3'
  children: ReactNode
}

/** Replaces a list that could not be read, so that an outage does not look like an empty shop. */
export function Unavailable({ title, headingLevel: Heading = 'h2', children }: UnavailableProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search).toString()
  return (
    <section role="alert" className="unavailable">
      <Heading className="subheading">{title}</Heading>
      <p className="mt-3 text-quiet">{children}</p>
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <a href={pathname + (query && `?${query}`)} className="button" data-document>
          Try again
        </a>
        <TextLink to="/contact">Contact Us</TextLink>
        <EmailLink />
      </p>
    </section>
  )
}

export function EmailLink() {
  const site = useSite()
  return (
    <a href={`mailto:${site.email}`} className="link">
      {site.email}
    </a>
  )
}
