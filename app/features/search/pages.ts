import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { isWord, wordsOf } from '../../shared/search-words.ts'
import { furtherLinks, menuLinks } from '../../shared/ui/site-links.ts'

const ISLANDS = EXPLORER_LIST.filter(({ home }) => home)

/** Additional search terms for a page. */
const WORDS: Record<string, string> = {
  '/plates': 'plates for sale buy stock number plate registrations',
  '/valuations': 'value valuation worth sell selling price offer',
  '/sell': 'selling seller buy my registration private plates outright sale',
  '/info/buying-a-plate-from-us': 'buy payment steps process purchase plates',
  '/sales-explorer': 'sold prices sales auction results',
  ...Object.fromEntries(ISLANDS.map(({ path, place }) => [path, `${place} island sold prices`])),
  '/auction-calculator': 'what would i pay cost bid hammer price premium vat fee total',
  '/eligibility':
    'eligibility eligible check vehicle age year mot tax sorn transfer assign allowed checklist',
  '/sales-explorer/data': 'data download csv json method sources',
  '/about': 'company who dealer history',
  '/contact': 'contact telephone phone email address opening hours help enquiry',
  '/privacy': 'privacy data protection gdpr cookies',
  '/auction-info': 'auction auctions bid bidding',
  '/document-info': 'documents certificate v750 v778 v5c papers',
}

export interface PageLink {
  to: string
  text: string
}

const pages: (PageLink & { words: string[] })[] = [...menuLinks, ...furtherLinks].map(({ to, text }) => ({
  to,
  text,
  words: wordsOf(`${text} ${WORDS[to] ?? ''}`),
}))

/** Pages of the site that match every word of the search: 'opening hours' gives Contact Us. */
export function findPages(search: string): PageLink[] {
  const searched = wordsOf(search)
  if (searched.length === 0) return []
  return pages
    .filter(({ words }) => searched.every((word) => words.some((known) => isWord(known, word))))
    .map(({ to, text }) => ({ to, text }))
}
