// Around a page without script: the name of the firm above it, and who the firm is below.
import { useSite } from '#shared/ui/use-site.tsx'
import { Logo } from './logo.tsx'

export function PlainHeader() {
  const { name, strapline } = useSite()
  return (
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
  )
}

export function PlainFooter() {
  const { company, independence } = useSite()
  return (
    <footer className="wrap-anywhere mt-auto border-line border-t bg-panel">
      <div className="wrap py-6 text-quiet text-sm leading-relaxed">
        <p>
          {company.registration}.{company.vatNumber && ` VAT number ${company.vatNumber}.`}
        </p>
        <address className="not-italic">{company.address.join(', ')}</address>
        <p className="mt-2">{independence}</p>
      </div>
    </footer>
  )
}
