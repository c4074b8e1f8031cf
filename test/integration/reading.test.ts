// News, guides, stories and the text pages.
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
  }
}

test('the list of news links to the article', async () => {
  const { links } = await open('/news')
  expect(links).toContainEqual([expect.stringMatching(/^Read more/), JB1])
})

test('a news article has title, date, category and author, a back link at both ends and its signature', async () => {
  const { text, links, main } = await open(JB1)
  const head = main.querySelector('header')?.structuredText ?? ''
  expect(head).toMatch(/^JB 1 [\s\S]*12 July 2025[\s\S]*Auction News[\s\S]*Plateworthy/)
  expect(links.filter(([text]) => text === 'Back to News')).toEqual([
    ['Back to News', '/news'],
    ['Back to News', '/news'],
  ])
  expect(text).toMatch(/Figures checked on \d{1,2} \w+ \d{4}\./)
  expect(main.querySelectorAll('section[aria-labelledby=sources] a').length).toBeGreaterThan(2)
})

test('the guides have a featured card, a grid, two cards without a link, and the auction guides', async () => {
  const { text, links, main } = await open('/info')
  expect(main.querySelector('.guide-card-featured a')?.getAttribute('href')).toBe(HISTORY)
  const targets = main.querySelectorAll('.guide-grid a[href]').map((link) => link.getAttribute('href'))
  expect(targets).toEqual([
    HISTORY, // featured, and in the grid as well
    HISTORY,
    '/info/diplomatic-number-plates-uk',
    '/info/why-do-people-buy-personalised-plates',
    '/info/buying-a-plate-from-us',
    '/info/giving-a-plate-as-a-present',
    '/auction-info',
    '/document-info',
  ])
  const coming = main.querySelectorAll('[aria-disabled=true]')
  expect(coming.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Number Plate Formats Explained', undefined],
    ['Legal Information', undefined],
  ])
  expect(text.match(/Coming Soon/g)).toHaveLength(2)
  expect(links).toContainEqual(['Auction fees explained', '/info/auction-fees-explained'])
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
  const { links, main } = await open('/plate-stories')
  expect(links).toContainEqual([expect.stringMatching(/^Read more/), '/plate-stories/vip1-number-plate'])
  expect(links).toContainEqual([
    expect.stringMatching(/^Read more/),
    '/plate-stories/dy1-uks-first-number-plate',
  ])
  expect(main.querySelector('[aria-disabled=true]')?.getAttribute('href')).toBeUndefined()
})

test('a story has date, category and author before its title', async () => {
  const { main } = await open('/plate-stories/vip1-number-plate')
  expect(main.querySelector('header')?.structuredText).toMatch(
    /^5 August 2025[\s\S]*Celebrity Plate[\s\S]*Plateworthy[\s\S]*VIP 1/,
  )
})

test.each([
  ['/news/nothing', '/news'],
  ['/info/nothing', '/info'],
  ['/plate-stories/nothing', '/plate-stories'],
])('%s is not found, is kept from search engines, and leads back to %s', async (path, list) => {
  const { status, links, page } = await open(path)
  expect([status, links.map(([, href]) => href)]).toEqual([404, [list, '/', '/plates', '/contact']])
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

test.each([
  ['/news/jb1-breaks-records', '/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate'],
  ['/info/auction-fees', '/info/auction-fees-explained'],
  ['/plate-stories/vip-1', '/plate-stories/vip1-number-plate'],
  ['/plate/NOTHING', null],
])('below what does not exist at %s stand what may be meant, a search and links', async (path, meant) => {
  const site = await readTestSite()
  const response = await site.ask(path)
  expect(response.status).toBe(404)
  const main = parse(await response.text()).querySelector('main')
  expect(main?.querySelector('form[action="/search"] input[name="q"]')).not.toBeNull()
  const links = main?.querySelectorAll('a').map((link) => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining(['/', '/plates', '/contact', ...(meant ? [meant] : [])]))
})
