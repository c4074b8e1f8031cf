/** The pages of the menu, in the drawer's order. */
export const menuLinks = [
  { to: '/', words: 'Home' },
  { to: '/plates', words: 'Browse Stock' },
  { to: '/valuations', words: 'Valuations' },
  { to: '/news', words: 'News' },
  { to: '/info', words: 'Info' },
  { to: '/sales-explorer', words: 'Sales Explorer' },
  { to: '/plate-stories', words: 'Plate Stories' },
  { to: '/about', words: 'About Us' },
] as const

/** The footer's Quick Links: the same pages, with the valuation service by its full name. */
export const quickLinks = menuLinks.map((link) =>
  link.to === '/valuations' ? { ...link, words: 'Valuation Service' } : link,
)

/** The pages beside the menu's, in the order of the sitemap. */
export const furtherLinks = [
  { to: '/contact', words: 'Contact Us' },
  { to: '/auction-info', words: 'Auction Guides' },
  { to: '/document-info', words: 'Documentation Guides' },
  { to: '/jersey/sales-explorer', words: 'Jersey Sales Explorer' },
  { to: '/privacy', words: 'Privacy Policy' },
  { to: '/sitemap', words: 'Sitemap' },
] as const
