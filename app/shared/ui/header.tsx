import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { ShortlistLink } from '../../features/shortlist/shortlist-link.tsx'
import { Logo } from './logo.tsx'
import { MenuDrawer } from './menu-drawer.tsx'

export function Header() {
  return (
    <header className="site-header">
      <div className="wrap flex h-16 items-center justify-between gap-4">
        <Link prefetch="intent" to="/" className="flex min-w-0 items-center gap-3 no-underline">
          <Logo className="h-7 w-auto shrink-0" />
          <span className="font-serif text-2xl leading-none tracking-tight">{site.name}</span>
          <span className="xs:block hidden border-line border-l pl-3 text-quiet text-sm leading-tight">
            {site.strapline}
          </span>
        </Link>
        <div className="flex shrink-0 items-center gap-2">
          <ShortlistLink />
          <Link prefetch="intent" to="/contact" className="button button-quiet hidden md:inline-flex">
            Contact Us
          </Link>
          <MenuDrawer />
        </div>
      </div>
    </header>
  )
}
