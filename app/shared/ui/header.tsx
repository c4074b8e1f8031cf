import { memo, type ReactNode } from 'react'
import { useSite } from '#shared/ui/use-site.tsx'
import { HeaderSearch } from './header-search.tsx'
import { Link } from './link.tsx'
import { Logo } from './logo.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { headerLinks } from './site-links.ts'
import { CallButton } from './telephone.tsx'

/** The name of the firm, and what stands beside it. */
export function HeaderBar({ children }: { children?: ReactNode }) {
  const site = useSite()
  return (
    <header className="site-header">
      <div className="wrap header-row">
        <Link to="/" className="header-home">
          <Logo className="header-logo" />
          <span className="header-words">
            <span className="header-name">{site.name}</span>
            <span className="header-strapline">{site.strapline}</span>
          </span>
        </Link>
        {children}
      </div>
    </header>
  )
}

/** `children`: the first of the buttons; the same in each render, so that a navigation does not render the header. */
export const Header = memo(function Header({ children }: { children: ReactNode }) {
  return (
    <HeaderBar>
      <nav aria-label="Most visited" className="header-links">
        {headerLinks.map(({ to, text }) => (
          <Link key={to} to={to}>
            {text}
          </Link>
        ))}
      </nav>
      <div className="header-actions">
        {children}
        <HeaderSearch />
        <CallButton className="icon-button header-call" />
        <Link to="/contact" className="button button-quiet hidden md:inline-flex">
          Contact Us
        </Link>
        <MenuDrawer />
      </div>
    </HeaderBar>
  )
})
