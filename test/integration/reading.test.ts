// News, guides, stories and the text pages, with the texts that the specification fixes.
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { openTestSite, readTestSite } from '../open-test-site.ts'

const JB1 = '/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate'
const HISTORY = '/info/complete-history-of-uk-number-plates'

async function open(path: string, environment?: Record<string, string>) {
  const site = await (environment ? openTestSite(environment) : readTestSite())
  const response = await site.ask(path)
  const page = parse(await response.text())
  const main = page.querySelector('main')
  if (!main) throw new Error(`${path} has no main`)
  const links = main.querySelectorAll('a').map((link) => [link.textContent.trim(), link.getAttribute('href')])
  return {
    page,
    main,
    links,
    text: main.structuredText,
    status: response.status,
    title: page.querySelector('title')?.textContent,
  }
}

test('the news is listed newest first, each with date, category and Read more', async () => {
  const { text, links, title } = await open('/news')
  expect(title).toBe('Latest News | Plateworthy')
  for (const expected of ['Latest News', '12 July 2025', 'Auction News', 'JB 1', '£608,600'])
    expect(text).toContain(expected)
  expect(links).toContainEqual([expect.stringMatching(/^Read more/), JB1])
})

test('a news article has title, date, category and author, a back link at both ends and its signature', async () => {
  const { text, links, main } = await open(JB1)
  const head = main.querySelector('header')?.structuredText ?? ''
  expect(head).toMatch(/^JB 1 [\s\S]*12 July 2025[\s\S]*Auction News[\s\S]*Plateworthy/)
  expect(text).toContain('Published on 12 July 2025 by Plateworthy')
  expect(links.filter(([text]) => text === 'Back to News')).toEqual([
    ['Back to News', '/news'],
    ['Back to News', '/news'],
  ])
  expect(text).toMatch(/Figures checked on \d{1,2} \w+ \d{4}\./)
  expect(main.querySelectorAll('section[aria-labelledby=sources] a').length).toBeGreaterThan(2)
})

test('the guides have a featured card, a grid, two cards without a link, and the auction guides', async () => {
  const { text, links, main, title } = await open('/info')
  expect(title).toBe('Information & Guides | Plateworthy')
  expect(main.querySelector('.guide-card-featured a')?.getAttribute('href')).toBe(HISTORY)
  const targets = main.querySelectorAll('.guide-grid a[href]').map((link) => link.getAttribute('href'))
  expect(targets).toEqual([
    HISTORY, // featured, and in the grid as well
    HISTORY,
    '/info/diplomatic-number-plates-uk',
    '/info/why-do-people-buy-personalised-plates',
    '/info/buying-a-plate-from-us',
    '/auction-info',
    '/document-info',
  ])
  expect(text).toContain('Auction guides')
  expect(text).toContain('Document guides')
  const coming = main.querySelectorAll('[aria-disabled=true]')
  expect(coming.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Number Plate Formats Explained', undefined],
    ['Legal Information', undefined],
  ])
  expect(text.match(/Coming Soon/g)).toHaveLength(2)
  expect(links).toContainEqual(['Auction fees explained', '/info/auction-fees-explained'])
})

test('the auction hub links to its seven guides in order, and says what the first auction was', async () => {
  const { links, text } = await open('/auction-info')
  expect(text).toContain('(74 lots from the first auction, December 1989)')
  expect(links.map(([, href]) => href)).toEqual([
    '/info/dvla-auction-complete-guide',
    '/info/auction-registration-guide',
    '/info/auction-houses-comparison',
    '/info/auction-fees-explained',
    '/info/post-auction-process',
    '/info/auction-calendar',
    '/info/original-1989-dvla-personalised-plate-auction',
  ])
})

test('there are three documentation guides', async () => {
  const { links, main } = await open('/document-info')
  expect(main.querySelector('h1')?.textContent).toBe('Documentation Guides')
  expect(links.map(([, href]) => href)).toEqual([
    '/info/assigning-a-private-number-plate',
    '/info/what-are-q-plates',
    '/info/this-registration-number-cannot-be-retained-assigned-online',
  ])
})

test('a guide has a table of contents, and links back to the guides at both ends', async () => {
  const { main, links } = await open(HISTORY)
  const contents = main.querySelectorAll('nav.article-contents a')
  expect(contents.length).toBeGreaterThan(3)
  for (const link of contents)
    expect(main.querySelector((link.getAttribute('href') ?? '').replace(/^.*#/, '#'))?.tagName).toBe('H2')
  expect(links.filter(([, href]) => href === '/info')).toHaveLength(2)
})

test('there are two stories and one to come, which has no link', async () => {
  const { text, links, main } = await open('/plate-stories')
  for (const expected of [
    '5 August 2025',
    'Celebrity Plate',
    '9 August 2025',
    'Historic Plate',
    'Coming Soon',
  ])
    expect(text).toContain(expected)
  expect(links).toContainEqual([expect.stringMatching(/^Read more/), '/plate-stories/vip1-number-plate'])
  expect(links).toContainEqual([
    expect.stringMatching(/^Read more/),
    '/plate-stories/dy1-uks-first-number-plate',
  ])
  expect(main.querySelector('[aria-disabled=true]')?.getAttribute('href')).toBeUndefined()
})

test('a story has date, category and author before its title', async () => {
  const { main, text } = await open('/plate-stories/vip1-number-plate')
  expect(main.querySelector('header')?.structuredText).toMatch(
    /^5 August 2025[\s\S]*Celebrity Plate[\s\S]*Plateworthy[\s\S]*VIP 1/,
  )
  expect(text).toContain('Published on 5 August 2025 by Plateworthy')
})

test.each([
  [
    '/news/nothing',
    'Article Not Found',
    "The article you're looking for doesn't exist.",
    'Back to News',
    '/news',
  ],
  [
    '/info/nothing',
    'Guide Not Found',
    "The guide you're looking for doesn't exist.",
    'Back to Information & Guides',
    '/info',
  ],
  [
    '/plate-stories/nothing',
    'Story Not Found',
    "The story you're looking for doesn't exist.",
    'Back to Plate Stories',
    '/plate-stories',
  ],
])('%s is not found, with its own text', async (path, heading, sentence, back, to) => {
  const { status, title, text, links, page } = await open(path)
  expect([status, title]).toEqual([404, `${heading} | Plateworthy`])
  expect(text).toContain(sentence)
  expect(links).toEqual([[back, to]])
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

test.each(['/news/example', '/info/example', '/plate-stories/example'])(
  '%s can be reached, is kept from search engines, and is listed nowhere',
  async (path) => {
    const { status, page } = await open(path)
    expect(status).toBe(200)
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    const site = await readTestSite()
    for (const list of [
      '/news',
      '/info',
      '/auction-info',
      '/plate-stories',
      '/sitemap',
      '/sitemap.xml',
      '/feed.xml',
      '/llms.txt',
    ])
      expect([list, (await site.read(list)).includes(path)]).toEqual([list, false])
  },
)

test('the privacy page says how long enquiries are kept, as configured', async () => {
  expect((await open('/privacy')).text).toContain('deleted 24 months after they arrive')
  const { text } = await open('/privacy', { ENQUIRY_RETENTION_MONTHS: '6' })
  expect(text).toContain('deleted 6 months after they arrive')
  for (const promise of [
    'no cookies',
    '30 days',
    'ico.org.uk',
    'erasure',
    'portability',
    'restriction',
    'object',
  ])
    expect(text.toLowerCase()).toContain(promise)
})

test('the HTML sitemap lists every page, article and plate', async () => {
  const { links } = await open('/sitemap')
  const targets = links.map(([, href]) => href)
  expect(targets).toEqual(expect.arrayContaining([JB1, HISTORY, '/auction-info', '/privacy', '/plate/7%20W']))
})

test('an article page contains no other article in its scripts', async () => {
  const site = await readTestSite()
  const data = await (await site.ask(`${HISTORY}.data`)).text()
  expect(data).toContain('Motor Car Act')
  expect(data).not.toContain('Jack Barclay')
})

test('the quick links are the pages of the menu, plus Valuation Service', async () => {
  const { page } = await open('/about')
  const texts = (selector: string) => page.querySelectorAll(selector).map((link) => link.textContent)
  expect(texts('#site-links a')).toEqual([...texts('#site-menu nav a'), 'Valuation Service'])
})
