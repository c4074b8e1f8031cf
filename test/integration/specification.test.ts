/**
 * The routes, titles and texts of sections 2 and 8 of docs/specification.md, each asserted here and in no other test,
 * but for the answers to a form, which are in enquiries.test.ts.
 */
import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { readTestSite } from '../open-test-site.ts'

const JB1 = '/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate'
const VIP1 = '/plate-stories/vip1-number-plate'
const DY1 = '/plate-stories/dy1-uks-first-number-plate'
const HISTORY = '/info/complete-history-of-uk-number-plates'

type Row = [path: string, status: number, title: string, heading: string, texts: string]

/** The texts of a page are divided by a dot. */
const PAGES: Row[] = [
  [
    '/',
    200,
    'Private Number Plates | Buy & Sell | Trading since 1993',
    'For Everything Number Plates',
    'Trading Plates Since 1993 · Browse Premium Stock · Get Free Valuation · 30+ years · £1M+ · 7 days a week · 365 days a year · Featured Number Plates · View All Plates · Stay Informed · Read Latest News · View Info Guides · Contact Our Experts · Browse Collection',
  ],
  [
    '/plates',
    200,
    'Number Plates For Sale | Plateworthy',
    'Number Plates For Sale',
    'prices include fees · We own every plate shown here directly · no broker commissions · Enquire',
  ],
  [
    '/plate/1%20KP',
    200,
    '1 KP Number Plate For Sale | Plateworthy',
    '1 KP',
    'Back to All Plates · £118,000 · About This Plate · Plate Details · Status · Available · Price · Why Choose This Plate? · Exclusive · Investment · Personal · Enquire About This Plate',
  ],
  [
    '/plate/ZZ%2099',
    404,
    'Plate Not Found | Plateworthy',
    'Plate Not Found',
    "The plate you're looking for is not available. · Back to Plates",
  ],
  [
    '/news',
    200,
    'Latest News | Plateworthy',
    'Latest News',
    '12 July 2025 · Auction News · JB 1 · £608,600 · Read more',
  ],
  [
    JB1,
    200,
    'JB 1 breaks record and becomes UK’s most expensive number plate | Plateworthy',
    'JB 1 breaks record and becomes UK’s most expensive number plate',
    '12 July 2025 · Auction News · Back to News · Published on 12 July 2025 by Plateworthy',
  ],
  [
    '/news/nothing',
    404,
    'Article Not Found | Plateworthy',
    'Article Not Found',
    "The article you're looking for doesn't exist. · Back to News",
  ],
  [
    '/info',
    200,
    'Information & Guides | Plateworthy',
    'Information & Guides',
    'Auction guides · Document guides · Number Plate Formats Explained · Legal Information · Coming Soon',
  ],
  [
    HISTORY,
    200,
    'The complete history of UK number plates | Plateworthy',
    'The complete history of UK number plates',
    '',
  ],
  [
    '/info/nothing',
    404,
    'Guide Not Found | Plateworthy',
    'Guide Not Found',
    "The guide you're looking for doesn't exist. · Back to Information & Guides",
  ],
  [
    '/auction-info',
    200,
    'Auction Guides | Plateworthy',
    'Auction Guides',
    '(74 lots from the first auction, December 1989)',
  ],
  ['/document-info', 200, 'Documentation Guides | Plateworthy', 'Documentation Guides', ''],
  [
    '/plate-stories',
    200,
    'Plate Stories | Plateworthy',
    'Plate Stories',
    '5 August 2025 · Celebrity Plate · 9 August 2025 · Historic Plate · Coming Soon · Read more',
  ],
  [
    VIP1,
    200,
    'VIP 1: the Irish plate that became a British legend | Plateworthy',
    'VIP 1: the Irish plate that became a British legend',
    'Celebrity Plate · Published on 5 August 2025 by Plateworthy',
  ],
  [
    DY1,
    200,
    'DY 1: the UK’s first number plate | Plateworthy',
    'DY 1: the UK’s first number plate',
    'Historic Plate · Published on 9 August 2025 by Plateworthy',
  ],
  [
    '/plate-stories/nothing',
    404,
    'Story Not Found | Plateworthy',
    'Story Not Found',
    "The story you're looking for doesn't exist. · Back to Plate Stories",
  ],
  [
    '/valuations',
    200,
    'Number Plate Valuations | Plateworthy',
    'Number Plate Valuations',
    'Retail Valuation · Market Valuation · sell now · theoretical maximum · Submit request · Expert analysis · Receive report · What the report includes · within 24-48 hours · valid retention certificate (V750 or V778) or is already on one · may be fraudulent · selling requires proof of ownership and photographic identification · Phone (optional) · Additional information (optional)',
  ],
  [
    '/valuations?sent=ENQ-1234-5678',
    200,
    'Number Plate Valuations | Plateworthy',
    'Number Plate Valuations',
    "Your valuation request has been sent! We'll get back to you within 24-48 hours.",
  ],
  [
    '/contact',
    200,
    'Contact Us | Plateworthy',
    'Contact Us',
    'Full name · Email · Phone (optional) · Enquiry type · General Enquiry · Purchase Enquiry · Valuation Request · Transfer Assistance · Legal Question · Other · Subject · Message · hello@plateworthy.example · Message us on Instagram · Why Choose Us · Open 365 days a year · 30+ years’ experience · exclusive · cheaper elsewhere',
  ],
  [
    '/contact?sent=ENQ-1234-5678',
    200,
    'Contact Us | Plateworthy',
    'Contact Us',
    "Your message has been sent successfully! We'll get back to you soon.",
  ],
  ['/about', 200, 'About Us | Plateworthy', 'About Plateworthy', 'Browse Stock'],
  [
    '/sales-explorer',
    200,
    'UK Number Plate Sales Explorer | Plateworthy',
    'UK Number Plate Sales Explorer',
    'Filter by Seller · Filter by Year Range · Filter by Category · Filter by Type · Select All · Deselect All · This year · Last 5 years · Last 10 years · All years · Previous · Next · About Our Sales Data · Jersey Sales Explorer · UK Number Plate Sales Data - Top 50 Highest Value Sales',
  ],
  [
    '/sales-explorer?category=',
    200,
    'UK Number Plate Sales Explorer | Plateworthy',
    'UK Number Plate Sales Explorer',
    'Please select one or more categories first to see available types.',
  ],
  [
    '/jersey/sales-explorer',
    200,
    'Jersey Sales Explorer | Plateworthy',
    'Jersey Sales Explorer',
    'Showing 1 to 3 of 3 entries · Page 1 of 1 · UK Sales Explorer',
  ],
  [
    '/no/such/page',
    404,
    'Page Not Found | Plateworthy',
    'Page Not Found',
    "404 · Sorry, the page you're looking for doesn't exist. It might have been moved, deleted, or you entered the wrong URL.",
  ],
]

const LAYOUT = ['Quick Links', 'Contact Info', 'Legal', 'Privacy Policy', 'Sitemap', '© 2025 Plateworthy']

const MENU = [
  ['Home', '/'],
  ['Browse Stock', '/plates'],
  ['Valuations', '/valuations'],
  ['News', '/news'],
  ['Info', '/info'],
  ['Sales Explorer', '/sales-explorer'],
  ['Plate Stories', '/plate-stories'],
  ['About Us', '/about'],
]

async function open(path: string) {
  const site = await readTestSite()
  const response = await site.ask(path)
  const page = parse(await response.text())
  // Scripts and drawings have text that nobody reads.
  for (const hidden of page.querySelectorAll('script, style, svg')) hidden.remove()
  const text = (page.querySelector('body')?.textContent ?? '').replace(/\s+/g, ' ')
  return { status: response.status, page, text }
}

const linksOf = (element: HTMLElement | null) =>
  element?.querySelectorAll('a').map((link) => [link.textContent.trim(), link.getAttribute('href')]) ?? []

test.each(PAGES)('%s answers with %i, the title “%s”, its heading and its texts', async (...row) => {
  const [path, status, title, heading, texts] = row
  const { page, text, ...answer } = await open(path)
  const headings = page.querySelectorAll('h1').map(({ textContent }) => textContent.trim())
  expect([answer.status, page.querySelector('title')?.textContent, headings]).toEqual([
    status,
    title,
    [heading],
  ])
  for (const expected of [...LAYOUT, ...texts.split(' · ')]) expect(text).toContain(expected)
})

test('the fields for a search of the sales have the placeholders of the specification', async () => {
  for (const [path, placeholder] of [
    ['/sales-explorer', 'Search number plates...'],
    ['/jersey/sales-explorer', 'Search Jersey plates...'],
  ] as const)
    expect((await open(path)).page.querySelector(`input[placeholder="${placeholder}"]`), path).toBeTruthy()
})

test('the menu lists the pages, and the quick links of the footer add Valuation Service', async () => {
  const { page } = await open('/about')
  const menu = linksOf(page.querySelector('#site-menu nav'))
  expect(menu).toEqual(expect.arrayContaining(MENU))
  const quickLinks = linksOf(page.querySelector('#site-links'))
  expect(quickLinks).toEqual([...menu, ['Valuation Service', '/valuations']])
})

test('text areas have the number of rows of the specification', async () => {
  for (const [path, rows] of [
    ['/contact', '6'],
    ['/valuations', '4'],
  ] as const)
    expect((await open(path)).page.querySelector('main textarea')?.getAttribute('rows')).toBe(rows)
})
