// The site search in the header of every page.
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { readTestSite } from '../open-test-site.ts'

async function search(text: string) {
  const site = await readTestSite()
  const response = await site.ask(`/search?q=${encodeURIComponent(text)}`)
  const page = parse(await response.text())
  const main = page.querySelector('main')
  const groups = main?.querySelectorAll('section') ?? []
  const group = (title: string) =>
    groups.find((section) => section.querySelector('h2')?.textContent === title)
  return {
    response,
    page,
    text: main?.structuredText ?? '',
    titles: groups.map((section) => section.querySelector('h2')?.textContent),
    linksOf: (title: string) =>
      group(title)
        ?.querySelectorAll('a')
        .map((link) => link.getAttribute('href')) ?? [],
  }
}

test('the registration of a plate for sale redirects to its page, in any spelling', async () => {
  for (const typed of ['1 KP', '1kp', ' 1  kp ']) {
    const { response } = await search(typed)
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/plate/1%20KP'])
  }
})

test('a registration that is not for sale leads to its page, with what it sold for and a way to ask', async () => {
  const { titles, linksOf, text } = await search('jb1')
  expect(titles).toEqual(['JB 1', 'Sold prices', 'Guides, news and stories'])
  expect(linksOf('JB 1')).toEqual(['/registration/JB1', '/contact?plate=JB%201&type=purchase&wish=find'])
  expect(linksOf('Sold prices')).toEqual(['/registration/JB1', '/sales-explorer?q=jb1'])
  expect(text).toContain('£608,600')
  expect(linksOf('Guides, news and stories')[0]).toMatch('/news/jb1-breaks-record')
})

test('a registration that nobody sold leads to its page as well, however it is typed', async () => {
  for (const typed of ['ab12cde', 'AB12-CDE', 'АВ12 СDE'])
    expect((await search(typed)).linksOf('AB12 CDE')[0]).toBe('/registration/AB12CDE')
})

test('there is no offer to find a registration that cannot be transferred', async () => {
  expect((await search('Q123 ABC')).linksOf('Q123 ABC')).toEqual(['/registration/Q123ABC'])
})

test('a search for a name leads to the registrations that read so; one for a subject does not', async () => {
  for (const name of ['sophie', 'big day', 'Zoë'])
    expect((await search(name)).page.querySelector('main a[href^="/find?"]')?.getAttribute('href')).toBe(
      `/find?q=${name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(' ', '+')}`,
    )
  for (const subject of ['auction fees', 'opening hours', 'JB 1', '??'])
    expect((await search(subject)).page.querySelector('main a[href^="/find"]')).toBeNull()
})

test('each group of results has six hits at most, and a link to its whole list', async () => {
  const { linksOf, text } = await search('1')
  expect(linksOf('Plates for sale')).toHaveLength(7)
  expect(linksOf('Plates for sale').at(-1)).toBe('/plates?q=1')
  expect(linksOf('Sold prices').filter((path) => path?.startsWith('/registration/'))).toHaveLength(6)
  expect(linksOf('Sold prices')).toContain('/sales-explorer?q=1')
  expect(text).toMatch(/We found \d+ plates for sale, \d+ recorded sales.* for “1”\./)
})

test.each([
  ['auction fees', '/info/auction-fees-explained'],
  ['acution fees', '/info/auction-fees-explained'],
  ['q plate', '/info/what-are-q-plates'],
  ['embassy', '/info/diplomatic-number-plates-uk'],
  ['gift', '/info/giving-a-plate-as-a-present'],
  ['present', '/info/giving-a-plate-as-a-present'],
  ['birthday', '/info/giving-a-plate-as-a-present'],
  ['how long does it take', '/info/buying-a-plate-from-us'],
  ['VIP 1', '/plate-stories/vip1-number-plate'],
])('articles are found by subject: “%s” has %s first', async (text, path) => {
  expect((await search(text)).linksOf('Guides, news and stories')[0]).toBe(path)
})

test('articles that are placeholders are not found', async () => {
  const { text } = await search('example')
  expect(text).not.toContain('How to Buy Number Plates at Auction')
})

test('a page is found by common names for it', async () => {
  expect((await search('opening hours')).linksOf('Pages')).toEqual(['/contact'])
})

test('a search without results says so and has further links, like an empty search', async () => {
  const missed = await search('qxyzqxk')
  expect(missed.text).toContain('We found nothing for “qxyzqxk”.')
  expect(missed.linksOf('Where to go from here')).toContain('/contact')
  expect((await search('')).titles).toEqual(['Or start here'])
})

test('results of a search are not indexed, and the typed text is escaped', async () => {
  const { page, text } = await search('<b>x</b>')
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(text).toContain('“<b>x</b>”')
  expect((await search('\0%'.repeat(400))).response.status).toBe(200)
})

test('every page has the search and the four links in its header', async () => {
  const site = await readTestSite()
  for (const path of ['/', '/plates', '/info', '/privacy', '/contact']) {
    const header = parse(await site.read(path)).querySelector('header.site-header')
    const forms = header?.querySelectorAll('form').map((form) => form.getAttribute('action'))
    expect([path, forms]).toEqual([path, ['/search', '/search']])
    const links = header?.querySelectorAll('nav[aria-label="Most visited"] a')
    expect(links?.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Browse Stock', '/plates'],
      ['Sales Explorer', '/sales-explorer'],
      ['Valuations', '/valuations'],
      ['Info', '/info'],
    ])
  }
})
