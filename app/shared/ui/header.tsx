import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSite } from '#shared/ui/use-site.tsx'
import { HeaderSearch } from './header-search.tsx'
import { Logo } from './logo.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { headerLinks } from './site-links.ts'
import { CallButton } from './telephone.tsx'

/** `children`: the first of the buttons. */
export function Header({ children }: { children: ReactNode }) {
  const site = useSite()
  return (
    <header className="site-header">
      <div className="wrap header-row">
        <Link prefetch="intent" to="/" className="header-home">
          <Logo className="header-logo" />
          <span className="header-words">
            <span className="header-name">{site.name}</span>
            <span className="header-strapline">{site.strapline}</span>
          </span>
        </Link>
        <nav aria-label="Most visited" className="header-links">
          {headerLinks.map(({ to, text }) => (
            <Link key={to} prefetch="intent" to={to}>
              {text}
            </Link>
          ))}
        </nav>
        <div className="header-actions">
          {children}
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
