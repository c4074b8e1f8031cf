import type { ReactNode } from 'react'
import { useSite } from '#shared/ui/use-site.tsx'
import { Logo } from './logo.tsx'

/** Around a page without script: the name of the firm above it, and who the firm is below. */
export function PlainFrame({ children }: { children: ReactNode }) {
  const { name, strapline, company, independence } = useSite()
  return (
    <>
      <header className="site-header">
        <div className="wrap header-row">
          <a href="/" className="header-home">
            <Logo className="header-logo" />
            <span className="header-words">
              <span className="header-name">{name}</span>
              <span className="header-strapline">{strapline}</span>
            </span>
          </a>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="wrap-anywhere mt-auto border-line border-t bg-panel">
        <div className="wrap py-6 text-quiet text-sm leading-relaxed">
          <p>
            {company.registration}.{company.vatNumber && ` VAT number ${company.vatNumber}.`}
          </p>
          <address className="not-italic">{company.address.join(', ')}</address>
          <p className="mt-2">{independence}</p>
        </div>
      </footer>
    </>
  )
}
