import { expect, test } from 'vitest'
import type { FindAnswer } from '#app/features/find/find-answer.ts'
import { openTestSite, type ReadableSite, readTestSite } from '../open-test-site.ts'

async function answer(site: ReadableSite, name: string): Promise<FindAnswer> {
  return JSON.parse(await site.read(`/find.json?q=${name}`))
}

test('the search /find.json returns the price and the eligible vehicles of our plate, but no estimate', async () => {
  const site = await readTestSite()
  const { lead } = await answer(site, 'SANDY')
  expect(lead).toEqual({
    text: 'S4 NDY',
    state: { kind: 'ours', priceGbp: 14950 },
    estimate: null,
    vehicles: 'It may go on vehicles first registered in August 1998 or later.',
  })
  expect(site.faults).toEqual([])
})

test('the search /find.json returns prices of other sales and further registrations, four in total', async () => {
  const site = await readTestSite()
  const { lead, cards } = await answer(site, 'SINGH')
  expect(lead?.state.kind).toBe('sold')
  const state = expect.objectContaining({ kind: 'sold', priceWords: 'total, reported' })
  expect(cards).toContainEqual({ text: '51 NGH', state })
  expect(cards).toHaveLength(4)
  const all = [lead?.text, ...cards.map(({ text }) => text)]
  expect(new Set(all).size).toBe(all.length)
})

test('the search /find.json gives the same estimate as the page of the registration', async () => {
  const site = await readTestSite()
  const { lead } = await answer(site, 'SOPHIE')
  const { estimate } = JSON.parse(await site.read('/registration/SOP111E.json'))
  expect(lead?.estimate).toEqual({ lowGbp: estimate.lowGbp, highGbp: estimate.highGbp })
})

test('the search /find.json answers within the budget alone', async () => {
  const site = await readTestSite()
  const { cards } = await answer(site, 'SINGH&to=5000')
  expect(cards).toHaveLength(4)
  const guides = cards.flatMap(({ state }) => (state.kind === 'unknown' && state.guide ? [state.guide] : []))
  for (const { state } of cards)
    if (state.kind !== 'unknown') expect(state.priceGbp).toBeLessThanOrEqual(5000)
  for (const { lowGbp } of guides) expect(lowGbp).toBeLessThanOrEqual(5000)
  expect(guides).not.toEqual([])
})

test('the search /find.json gives no estimate if estimates are off', async () => {
  const site = await openTestSite({ ESTIMATES: 'off' })
  expect((await answer(site, 'SOPHIE')).lead).toMatchObject({ text: 'SOP 111E', estimate: null })
  expect(site.faults).toEqual([])
})

test.each([
  ['q=sandy', 'q=SANDY'],
  ['q=+big++day', 'q=BIG+DAY'],
  ['q=SANDY&q=TOM', 'q=SANDY'],
  ['q=SANDY&page=1&to=5k', 'q=SANDY&to=5000'],
  ['q=SANDY&to=5000&from=1', 'q=SANDY&from=1&to=5000'],
  ['to=5&q=D+J+B', 'q=DJB&to=5'],
  [`q=${'x'.repeat(5000)}`, `q=${'X'.repeat(40)}`],
  ['q=%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'q=SCRIPT+ALERT+1+SCRIPT'],
])(
  'the search /find.json has one URL for each name and budget: %s redirects to %s',
  async (typed, canonical) => {
    const site = await readTestSite()
    const response = await site.ask(`/find.json?${typed}`)
    expect([response.status, response.headers.get('Location')]).toEqual([301, `/find.json?${canonical}`])
    expect((await site.ask(`/find.json?${canonical}`)).status).toBe(200)
    expect(site.faults).toEqual([])
  },
)

test.each(['', 'q=', 'q=%F0%9F%9A%97', 'q=%D0%A1%D0%9E%D0%A4%D0%98', 'q=%00', 'q=---'])(
  'the search /find.json answers 400 where nothing is typed that a plate has: “%s”',
  async (query) => {
    const site = await readTestSite()
    const response = await site.ask(`/find.json?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(site.faults).toEqual([])
  },
)

test('the search /find.json refuses offensive text without a query', async () => {
  const site = await readTestSite()
  expect(await answer(site, 'SLUT')).toMatchObject({ isRefused: true, lead: null, cards: [] })
})

test('the search /find.json is cached like pages, and not indexed', async () => {
  const site = await readTestSite()
  const { headers } = await site.ask('/find.json?q=SANDY')
  expect(headers.get('Cache-Control')).toContain('s-maxage=5')
  expect(headers.get('ETag')).not.toBeNull()
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
})

test('the search /find.json says that our list cannot be read while the backend is unavailable, and is not cached', async () => {
  const site = await openTestSite({}, { pageReads: () => Promise.reject(new Error('away')) })
  const response = await site.ask('/find.json?q=SOPHIE')
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.json()).toMatchObject({
    lead: { text: 'SOP 111E', state: { kind: 'unread' } },
    cards: [],
    hasFailed: true,
  })
})

test('the home page has a form for names that works without script, and links to examples', async () => {
  const site = await readTestSite()
  const html = await site.read('/')
  expect(html).toMatch(/<form[^>]* action="\/find"/)
  expect(html).toContain('aria-label="Registration SOP 111E"')
  expect(html).toContain('href="/find?q=BIG+DAY"')
})
