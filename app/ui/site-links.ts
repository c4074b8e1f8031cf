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
