import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'
import { menuLinks } from '../../ui/site-links.ts'

const further = [
  { to: '/contact', words: 'Contact Us' },
  { to: '/auction-info', words: 'Auction Guides' },
  { to: '/document-info', words: 'Documentation Guides' },
  { to: '/jersey/sales-explorer', words: 'Jersey Sales Explorer' },
  { to: '/privacy', words: 'Privacy Policy' },
]

export default function Sitemap() {
  return (
    <PlainPage title="Sitemap" path="/sitemap" description="Every page of this site, on one page.">
      <ul>
        {[...menuLinks, ...further].map(({ to, words }) => (
          <li key={to}>
            <Link to={to} className="link">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </PlainPage>
  )
}
