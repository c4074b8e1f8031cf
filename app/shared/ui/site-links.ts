import type { WrittenPage } from '#shared/text/statement-pages.ts'

export const menuLinks = [
  { to: '/', text: 'Home' },
  { to: '/plates', text: 'Browse Stock' },
  { to: '/valuations', text: 'Valuations' },
  { to: '/news', text: 'News' },
  { to: '/info', text: 'Info' },
  { to: '/sales-explorer', text: 'Sales Explorer' },
  { to: '/jersey/sales-explorer', text: 'Jersey Sales' },
  { to: '/plate-stories', text: 'Plate Stories' },
  { to: '/about', text: 'About Us' },
] as const

/** Specification, 2. Shared layout: the same pages plus Valuation Service. */
export const quickLinks = [...menuLinks, { to: '/valuations', text: 'Valuation Service' }] as const

/** Shown only if the site has estimates. */
export const accuracyLink = { to: '/valuations/accuracy', text: 'Accuracy of Our Estimates' } as const
/** Beside the drawer if there is room: what most visitors look for. */
export const headerLinks = [
  { to: '/plates', text: 'Browse Stock' },
  { to: '/sales-explorer', text: 'Sales Explorer' },
  { to: '/valuations', text: 'Valuations' },
  { to: '/info', text: 'Info' },
] as const

export const furtherLinks = [
  { to: '/find', text: 'Find Your Plate' },
  { to: '/info/buying-a-plate-from-us', text: 'How Buying Works' },
  { to: '/sell', text: 'Sell Us Your Plate' },
  { to: '/alerts', text: 'Plate Alerts' },
  { to: '/contact', text: 'Contact Us' },
  { to: '/auction-info', text: 'Auction Guides' },
  { to: '/document-info', text: 'Documentation Guides' },
  { to: '/auction-calculator', text: 'Auction Fees Calculator' },
  { to: '/eligibility', text: 'Can It Go on My Car?' },
  { to: '/sales-explorer/data', text: 'Our Sales Data' },
  { to: '/privacy', text: 'Privacy Policy' },
  { to: '/sitemap', text: 'Sitemap' },
] as const

export interface SiteLink {
  to: string
  text: string
}

/** Links to the pages that the firm has written: terms of sale, refunds, complaints. */
export const statementLinks = (pages: readonly WrittenPage[]): SiteLink[] =>
  pages.map(({ path, title }) => ({ to: path, text: title }))
