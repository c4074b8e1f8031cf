import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { isWord, subjectWordsOf, wordsOf } from '../../shared/search-words.ts'
import { furtherLinks, menuLinks, type SiteLink } from '../../shared/ui/site-links.ts'

const ISLANDS = EXPLORER_LIST.filter(({ home }) => home)

/** Additional search terms for a page. */
const WORDS: Record<string, string> = {
  '/plates': 'plates for sale buy stock number plate registrations',
  '/valuations': 'value valuation worth sell selling price offer',
  '/sell':
    'selling seller buy my registration private plates outright sale inherit inherited executor certificate',
  '/info/buying-a-plate-from-us': 'buy payment steps process purchase plates long take days delivery',
  '/sales-explorer': 'sold prices sales auction results',
  ...Object.fromEntries(ISLANDS.map(({ path, place }) => [path, `${place} island sold prices`])),
  '/auction-calculator': 'what would i pay cost bid hammer price premium vat fee total',
  '/eligibility':
    'eligibility eligible check vehicle age year mot tax sorn transfer assign allowed checklist motorbike motorcycle bike van lease leased leasing company hire',
  '/sales-explorer/data': 'data download csv json method sources',
  '/about': 'company who dealer history',
  '/contact': 'contact telephone phone email address opening hours help enquiry',
  '/privacy': 'privacy data protection gdpr cookies',
  '/terms': 'conditions contract agreement',
  '/refunds': 'refund return money back cancel',
  '/complaints': 'complain complaint',
  '/auction-info': 'auction auctions bid bidding',
  '/document-info': 'documents certificate v750 v778 v5c papers',
}

/** Words of questions that no page answers: their search offers the contact form. */
const QUESTIONS = new Set(
  'refund refunds refunded deposit deposits finance financing financed instalment instalments credit loan klarna paypal monthly cancel cancellation return returns guarantee warranty complaint complaints complain haggle discount'.split(
    ' ',
  ),
)
export const ASK_US: SiteLink = {
  to: '/contact?type=general',
  text: 'Ask us about this before you pay anything',
}

const pages: readonly SiteLink[] = [...menuLinks, ...furtherLinks]

/**
 * Pages of the site that match every word of the search: 'opening hours' gives Contact Us.
 * @param written the pages that the firm has written
 */
export function findPages(search: string, written: readonly SiteLink[] = []): SiteLink[] {
  const searched = subjectWordsOf(search)
  if (searched.length === 0) return []
  const found = [...pages, ...written].filter(({ to, text }) => {
    const words = wordsOf(`${text} ${WORDS[to] ?? ''}`)
    return searched.every((word) => words.some((known) => isWord(known, word)))
  })
  return searched.some((word) => QUESTIONS.has(word)) ? [...found, ASK_US] : found
}
