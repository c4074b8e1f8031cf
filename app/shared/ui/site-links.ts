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

export const quickLinks = menuLinks.map((link) =>
  link.to === '/valuations' ? { ...link, text: 'Valuation Service' } : link,
)

/** Shown where estimates are. */
export const accuracyLink = { to: '/valuations/accuracy', text: 'Accuracy of Our Estimates' } as const

export const furtherLinks = [
  { to: '/find', text: 'Find Your Plate' },
  { to: '/contact', text: 'Contact Us' },
  { to: '/auction-info', text: 'Auction Guides' },
  { to: '/document-info', text: 'Documentation Guides' },
  { to: '/sales-explorer/data', text: 'Our Sales Data' },
  { to: '/privacy', text: 'Privacy Policy' },
  { to: '/sitemap', text: 'Sitemap' },
] as const
