import { Link } from 'react-router'
import { ShortlistLink } from '../../features/shortlist/shortlist-link.tsx'
import { HeaderSearch } from './header-search.tsx'
import { Logo } from './logo.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { headerLinks } from './site-links.ts'
import { CallButton } from './telephone.tsx'
import { useSite } from './use-site.tsx'

export function Header() {
  const site = useSite()
  return (
    <header className="site-header">
      <div className="wrap header-row">
        <Link prefetch="intent" to="/" className="header-home">
          <Logo className="header-logo" />
          <span className="header-name">{site.name}</span>
          <span className="header-strapline">{site.strapline}</span>
        </Link>
        <nav aria-label="Most visited" className="header-links">
          {headerLinks.map(({ to, text }) => (
            <Link key={to} prefetch="intent" to={to}>
              {text}
            </Link>
          ))}
        </nav>
        <div className="header-actions">
          <ShortlistLink />
          <HeaderSearch />
          <CallButton className="icon-button header-call" />
          <Link prefetch="intent" to="/contact" className="button button-quiet hidden md:inline-flex">
            Contact Us
          </Link>
          <MenuDrawer />
        </div>
      </div>
    </header>
  )
}
