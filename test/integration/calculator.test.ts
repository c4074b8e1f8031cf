import { expect, test } from 'vitest'
import { REPORTED_ID } from '#shared/sales/cited-source.ts'
import { readTestSite, textOf } from '../open-test-site.ts'

const PATH = '/auction-calculator'

/** 'Buyer’s premium, 8%: £704.00' for each line of the bills. */
const lines = (html: string) =>
  [...html.matchAll(/<tr[^>]*><th scope="row">(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)].map(
    ([, label = '', amount = '']) => `${textOf(label).trim()}: ${amount}`,
  )

test('a bid becomes a bill, without script', async () => {
  const site = await readTestSite()
  const html = (await site.read(`${PATH}?house=dvla&date=2016-11-20&hammer=8800`)).replaceAll('<!-- -->', '')
  expect(lines(html)).toEqual([
    'Hammer price: £8,800.00',
    'Buyer’s premium, 8%: £704.00',
    'VAT, 20% of both: £1,900.80',
    'Assignment fee: £80.00',
    'You pay: £11,484.80',
  ])
  expect(html).toMatch(/name="hammer"[^>]* value="8,800"/)
  expect(html).toMatch(/name="budget"[^>]* value="11,484.80"/)
  expect(html).toMatch(/name="date"[^>]* value="2016-11-20"/)
  expect(textOf(html)).toContain('Rates for November 2014 to July 2019')
  expect(site.faults).toEqual([])
})

test('a budget becomes the highest bid and the remainder', async () => {
  const site = await readTestSite()
  const html = (await site.read(`${PATH}?house=dvla&date=2025-06-01&budget=10000`)).replaceAll('<!-- -->', '')
  expect(lines(html)).toContain('Hammer price, your highest bid: £7,720.00')
  expect(lines(html).slice(-2)).toEqual(['You pay: £9,992.48', 'Left of your £10,000: £7.52'])
})

test('the disputed premium of the DVLA shows both bills with their sources', async () => {
  const site = await readTestSite()
  const html = (await site.read(`${PATH}?house=dvla&date=2025-11-20&hammer=8800`)).replaceAll('<!-- -->', '')
  expect(lines(html).filter((line) => line.startsWith('You pay'))).toEqual([
    'You pay: £11,379.20',
    'You pay: £10,956.80',
  ])
  expect(html).toContain('https://dvlaauction.co.uk/questions_answers')
  expect(html).toContain(`/sales-explorer/data#${REPORTED_ID}`)
  expect(html).toMatch(/name="budget"[^>]* value="11,379.20"/)
})

test('the calculator opens on an example at both rates that sources disagree on, and names them beside what it cannot read', async () => {
  const site = await readTestSite()
  const opened = textOf(await site.read(PATH))
  expect(opened).toContain('An example: what you would pay if your bid of £1,000 won.')
  expect(opened).toContain('If the premium is 7% £1,364')
  expect(opened).toContain('If the premium is 3% £1,316')
  const unread = textOf(await (await site.ask(`${PATH}?hammer=ten`)).text())
  expect(unread).not.toContain('An example')
  expect(unread).toContain(
    'Sources disagree about the buyer’s premium for October 2025 to today: 7% or 3%. Checked on',
  )
})

test('the form of the calculator without script redirects to the short URL of the changed amount', async () => {
  const site = await readTestSite()
  const response = await site.ask(
    `${PATH}?was=hammer&shown=11%2C484.80&house=dvla&date=2016-11-20&hammer=8%2C800&budget=%C2%A312%2C000`,
  )
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    `${PATH}?house=dvla&date=2016-11-20&budget=12000`,
  ])
})

test.each(['hammer=0', 'budget=ten', 'hammer=8800&date=2025-02-30', 'hammer=8800&house=sothebys'])(
  'the calculator answers %s with 400, a message at its field, and no bill',
  async (query) => {
    const site = await readTestSite()
    const response = await site.ask(`${PATH}?${query}`)
    const html = await response.text()
    expect(response.status).toBe(400)
    expect(html).toContain('aria-invalid="true"')
    expect(lines(html)).toEqual([])
  },
)

test.each([
  ['hammer=%C2%A38%2C800.50&date=2016-11-20', 'You pay: £11,485.45'],
  ['hammer=8800&hammer=1&date=2016-11-20&date=x', 'You pay: £11,484.80'],
  ['hammer=8.8k&date=2016-11', 'You pay: £11,484.80'],
  ['hammer=1000&date=2099-01-01', 'You pay: £1,364.00'],
])('the calculator accepts %s', async (query, line) => {
  const site = await readTestSite()
  expect(lines((await site.read(`${PATH}?${query}`)).replaceAll('<!-- -->', ''))).toContain(line)
})

test('a date without stated rates has no result, and links to dates with rates', async () => {
  const site = await readTestSite()
  for (const [query, link] of [
    ['date=1970-01-01&hammer=8800', 'date=2025-09-01&amp;hammer=8800'],
    ['house=dvla&date=2019-08-20&hammer=8800', 'house=dvla&amp;date=2019-07-01&amp;hammer=8800'],
    ['house=bonhams&hammer=530000', 'house=bonhams&amp;date=2025-07-01&amp;hammer=530000'],
    ['house=dvla&date=2012-06-20&hammer=8800', 'house=dvla&amp;hammer=8800'],
  ]) {
    const html = await site.read(`${PATH}?${query}`)
    expect([query, lines(html)]).toEqual([query, []])
    expect(textOf(html)).toContain('No source we have seen gives the fees at')
    expect(html).toContain(`href="${PATH}?${link}"`)
  }
  expect(textOf(await site.read(`${PATH}?date=2012-06-20&hammer=8800`)).replace(/\s+/g, ' ')).toContain(
    'a premium of 8% would fit what was reported',
  )
})

test('the page of the calculator is indexed, its results are not', async () => {
  const site = await readTestSite()
  expect(await site.read(PATH)).toContain(
    '<link rel="canonical" href="https://plates.test/auction-calculator"/>',
  )
  for (const query of ['hammer=8800', 'house=dvla', 'date=2025-01-01'])
    expect(await site.read(`${PATH}?${query}`)).toContain('<meta name="robots" content="noindex"/>')
  expect(await site.read('/sitemap.xml')).toContain('<loc>https://plates.test/auction-calculator</loc>')
  expect(await site.read('/sitemap')).toContain('href="/auction-calculator"')
})

test('guides, recorded sales and estimates link to the calculator', async () => {
  const site = await readTestSite()
  for (const guide of [
    'auction-fees-explained',
    'auction-houses-comparison',
    'auction-registration-guide',
    'dvla-auction-complete-guide',
    'post-auction-process',
  ])
    expect([guide, await site.read(`/info/${guide}`)]).toEqual([
      guide,
      expect.stringContaining('href="/auction-calculator"'),
    ])
  const sold = await site.read('/registration/25O')
  expect(sold).toContain('href="/auction-calculator?hammer=400000"')
  expect(await site.read('/registration/JB1')).not.toContain('/auction-calculator?hammer=530000')
})
