import { memo, type ReactNode, useId, useState } from 'react'
import { useSite } from '#shared/ui/use-site.tsx'
import { Link } from './link.tsx'
import { accuracyLink, quickLinks, type SiteLink } from './site-links.ts'
import { TelephoneLink } from './telephone.tsx'

interface FooterProps {
  isDemonstration: boolean
  hasAccuracy: boolean
  statementLinks: readonly SiteLink[]
}

export const Footer = memo(function Footer({ isDemonstration, hasAccuracy, statementLinks }: FooterProps) {
  const site = useSite()
  return (
    <footer className="wrap-anywhere mt-auto border-line border-t bg-panel">
      <div className="wrap footer-columns">
        <Column title={`About ${site.name}`}>
          <p>
            Private registrations since {site.tradingSince}. You buy directly from the source: we own every
            plate we advertise, so availability is guaranteed and transfers are smooth.
          </p>
          <p className="mt-3">{site.prices.statement}</p>
          <ul className="mt-3">
            {hasAccuracy && (
              <li>
                <FooterLink {...accuracyLink} />
              </li>
            )}
            <li>
              <FooterLink to="/sitemap" text="Sitemap" />
            </li>
          </ul>
        </Column>
        <Column title="Quick Links" isFolded>
          <nav id="site-links" aria-label="Quick links">
            <ul className="grid grid-cols-2 gap-x-6">
              {quickLinks.map(({ to, text }) => (
                <li key={text}>
                  {/* About loads the whole page: specification, 10. Decisions on open points, Routes and pages. */}
                  {to === '/about' ? (
                    <a href={to} className="footer-link" data-document>
                      {text}
                    </a>
                  ) : (
                    <FooterLink to={to} text={text} />
                  )}
                </li>
              ))}
            </ul>
          </nav>
        </Column>
        <Column title="Contact Info">
          <ul className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-6">
            {site.telephone && (
              <li>
                <TelephoneLink className="footer-link" />
                <span className="block">{site.telephone.hours}</span>
              </li>
            )}
            <li>
              <a href={`mailto:${site.email}`} className="footer-link">
                {site.email}
              </a>
            </li>
            <li>
              <FooterLink to="/contact" text="Contact Us" />
            </li>
          </ul>
          <address className="mt-1 not-italic sm:mt-3">
            <span className="footer-address-line">Registered office</span>
            {site.company.address.map((line) => (
              <span key={line} className="footer-address-line">
                {line}
              </span>
            ))}
          </address>
        </Column>
        <Column title="Legal">
          <ul>
            {[...statementLinks, { to: '/privacy', text: 'Privacy Policy' }].map(({ to, text }) => (
              <li key={to}>
                <FooterLink to={to} text={text} />
              </li>
            ))}
          </ul>
          <p className="mt-1 sm:mt-3">
            {site.company.registration}.{site.company.vatNumber && ` VAT number ${site.company.vatNumber}.`}
          </p>
          <p className="mt-1 sm:mt-3">{site.independence}</p>
        </Column>
      </div>
      <div className="border-line border-t">
        <div className="wrap flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 py-4 text-quiet text-sm sm:py-6">
          <p>
            © {site.copyrightYear} {site.name}. All rights reserved.
          </p>
          {isDemonstration && (
            <p>
              <strong className="font-semibold text-ink">Demonstration stock.</strong> The plates shown for
              sale are made up and cannot be bought.
            </p>
          )}
        </div>
      </div>
    </footer>
  )
})

export const FooterLink = ({ to, text }: SiteLink) => (
  <Link to={to} className="footer-link">
    {text}
  </Link>
)

/** A folded column is a button on a phone with script, and open everywhere else. */
function Column({
  title,
  isFolded = false,
  children,
}: {
  title: string
  isFolded?: boolean
  children: ReactNode
}) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(!isFolded)
  return (
    <section className="text-quiet text-sm leading-relaxed">
      <h2 className="footer-title">
        {isFolded ? (
          <>
            <span className="footer-title-text">{title}</span>
            <button
              type="button"
              className="footer-fold chevron scripted"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {title}
            </button>
          </>
        ) : (
          title
        )}
      </h2>
      <div id={id} className={isOpen ? undefined : 'footer-folded'}>
        {children}
      </div>
    </section>
  )
}
