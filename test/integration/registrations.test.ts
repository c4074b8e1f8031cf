import { expect, it } from 'vitest'
import { MODEL_ALONE } from '#app/features/registrations/describe-confidence.ts'
import { NO_FIGURE, REFUSALS, UNAVAILABLE } from '#app/features/registrations/estimate-section.tsx'
import type { Answer, Evidence } from '#packages/estimate/estimate.ts'
import type { EstimatorSource } from '#services/estimates/estimate-service.ts'
import { openTestSite, type ReadableSite, readTestSite, shareTestSite, textOf } from '../open-test-site.ts'

const NEVER_SOLD = '/registration/ZZ99'

/** An estimator with the same result for every registration. */
const estimator =
  (answer: Answer): (() => Promise<EstimatorSource>) =>
  async () => ({
    trainedToMonth: 2026 * 12,
    create: () => ({
      estimate: () => answer,
      readings: () => [{ word: 'ZIGZAG', kind: 'word', cost: 2, from: 0, to: 4 }],
      observe() {},
    }),
  })
const ESTIMATE = {
  lowGbp: 1_900,
  midGbp: 3_400,
  highGbp: 7_200,
  confidence: 'medium',
  restsOnOwnSale: false,
} as const

const openEstimating = (answer: Answer, environment: Record<string, string> = {}) =>
  openTestSite(environment, { loadEstimator: estimator(answer) })
const estimatingSite = shareTestSite({ parts: { loadEstimator: estimator(ESTIMATE) } })

async function leadsTo(site: ReadableSite, path: string) {
  const response = await site.ask(path)
  return [response.status, response.headers.get('Location')]
}

it('the address of a registration is the same for every spelling', async () => {
  const site = await readTestSite()
  for (const spelling of [
    'zz99',
    'ZZ%2099',
    'zz%20%2099',
    'zz-99',
    'Z%5A99',
    'ZZ+99',
    encodeURIComponent('ＺＺ９９'),
    encodeURIComponent('ΖΖ 99'), // Greek
  ])
    for (const ending of ['', '.json'])
      expect([spelling, ...(await leadsTo(site, `/registration/${spelling}${ending}`))]).toEqual([
        spelling,
        301,
        `/registration/ZZ99${ending}`,
      ])
  expect(await leadsTo(site, '/registration/zz99?from=mail')).toEqual([301, `${NEVER_SOLD}?from=mail`])
  expect((await site.ask(NEVER_SOLD)).status).toBe(200)
})

it('the address of a registration is the target of the former address of its sales', async () => {
  const site = await readTestSite()
  expect(await leadsTo(site, '/sales/JB%201')).toEqual([301, '/registration/JB1'])
  expect(await leadsTo(site, '/sales/jb1')).toEqual([301, '/registration/JB1'])
  expect(await leadsTo(site, '/sales/ZZ%2099')).toEqual([301, NEVER_SOLD])
  const [status, location] = await leadsTo(site, `/sales/${'%F0%9F%9A%97'.repeat(500)}`)
  expect([status, (await site.ask(String(location))).status]).toEqual([301, 404])
})

it('the address of a registration is linked from a plate that is not for sale', async () => {
  const site = await readTestSite()
  const html = await (await site.ask('/plate/JB%201')).text()
  expect(html).toMatch(/href="\/registration\/JB1"[^>]*>See its sales and what JB 1 might fetch/)
  expect(await (await site.ask('/plate/NOPE')).text()).not.toContain('href="/registration/')
})

it('text that is not a registration is not found, with the reason, suggestions, and links', async () => {
  const site = await readTestSite()
  const response = await site.ask('/registration/AB12%20CDEF')
  expect(response.status).toBe(404)
  const html = await response.text()
  const text = textOf(html)
  expect(text).toContain('AB12CDEF is too long: a registration has at most seven letters and figures.')
  expect(text).toContain('Did you mean one of these?')
  for (const near of ['AB12CDE', 'AB12CDF', 'AB12CEF', 'AB12DEF'])
    expect(html).toContain(`href="/registration/${near}"`)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('href="/sales-explorer"')
  const json = await site.ask('/registration/AB12%20CDEF.json')
  expect([json.status, json.headers.get('Content-Type')]).toEqual([404, 'application/json; charset=utf-8'])
  expect(await json.json()).toMatchObject({
    error: expect.stringContaining('too long'),
    near: [{ registration: 'AB12 CDE', url: '/registration/AB12CDE.json' }, {}, {}, {}],
  })
})

it('the page of a registration shows the facts and the next steps for a registration that is neither sold nor ours', async () => {
  const site = await readTestSite()
  const html = await site.read('/registration/H123ABC')
  const text = textOf(html)
  for (const expected of [
    'H123 ABC is a prefix registration.',
    'System Prefix',
    'Issued August 1990 to July 1991',
    'a registration must not make a vehicle look newer than it is',
    'We don’t have this plate for sale.',
    'On record No sales',
    'What you can do',
  ])
    expect(text).toContain(expected)
  for (const href of [
    '/contact?plate=H123%20ABC&amp;type=purchase&amp;wish=find',
    '/alerts?registration=H123ABC',
    '/valuations?plate=H123%20ABC',
  ])
    expect(html).toContain(`href="${href}"`)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<title>H123 ABC: What It Is Worth | Plateworthy</title>')
  expect(await site.read('/valuations?plate=H123%20ABC')).toMatch(
    /name="plateNumber"[^>]* value="H123 ABC"|value="H123 ABC"[^>]* name="plateNumber"/,
  )
})

it('the page of a registration shows a plate of ours with its price, and leads to its own page', async () => {
  const site = await readTestSite()
  const html = await site.read('/registration/1KP')
  const text = textOf(html)
  expect(text).toContain('For sale here at our asking price £118,000')
  expect(text).not.toContain('What you can do')
  expect(html).toContain('href="/plate/1%20KP"')
  expect(html).toContain('<link rel="canonical" href="https://plates.test/registration/1KP"/>')
  expect(html).toContain('content="https://plates.test/share/plate/1%20KP.png"')
  expect(html).toContain('"availability":"https://schema.org/InStock"')
})

it('the page of a registration has a share image if the registration is on record', async () => {
  const site = await readTestSite()
  expect(await site.read('/registration/JB1')).toContain('https://plates.test/share/plate/JB%201.png')
  expect((await site.ask('/share/plate/JB%201.png')).headers.get('Content-Type')).toBe('image/png')
  expect(await site.read(NEVER_SOLD)).not.toContain('/share/plate/')
})

it('the page of a registration shows a registration that was only sold in Jersey as Jersey’s', async () => {
  const site = estimatingSite()
  const text = textOf(await site.read('/registration/J27'))
  expect(text).toContain('J 27 is a Jersey registration.')
  expect(text).toContain('It is on Jersey’s register, not the DVLA’s.')
  expect(text).toContain('Could also be Dateless')
  expect(text).not.toContain('£3,400')
})

it('the page of a registration offers nothing for a registration that cannot be sold', async () => {
  const site = estimatingSite()
  const text = textOf(await site.read('/registration/Q123ABC'))
  expect(text).toContain('A Q plate cannot be retained, moved to another vehicle or sold.')
  for (const offer of ['What you can do', 'Ask Us to Find It', 'What it might fetch', '£3,400'])
    expect(text).not.toContain(offer)
})

it('the estimate includes its range, its confidence, its meaning and a total for each disputed rate', async () => {
  const site = estimatingSite()
  const html = await site.read(NEVER_SOLD)
  const text = textOf(html)
  for (const expected of [
    'What it might fetch at auction',
    'About £3,400',
    '£1,900 to £7,200',
    MODEL_ALONE,
    'This estimates the hammer price at a DVLA auction today, before fees. It is not an asking price or an offer to buy',
    'Hammer price £1,900 £3,400 £7,200',
    'Total price, at a premium of 7% £2,520 £4,450 £9,330',
    'Total price, at a premium of 3% £2,430 £4,280 £8,980',
    'Reads as ZIGZAG',
  ])
    expect(text).toContain(expected)
  expect(html).toContain('href="/valuations/accuracy"')
  expect(html).toMatch(
    /<meta name="description" content="We estimate a hammer price of £1,900 to £7,200 at auction/,
  )
})

it('the estimate is made from the latest hammer price on record, and from whether there are close comparables', async () => {
  const asked: Evidence[] = []
  const site = await openTestSite(
    {},
    {
      loadEstimator: async () => ({
        ...(await estimator(ESTIMATE)()),
        create: () => ({
          readings: () => [],
          observe() {},
          estimate: (_, evidence) => {
            if (evidence) asked.push(evidence)
            return { ...ESTIMATE, restsOnOwnSale: true }
          },
        }),
      }),
    },
  )
  const { sold, comparables } = JSON.parse(await site.read('/registration/1UDN.json'))
  await site.read(NEVER_SOLD)
  expect([sold.length, comparables.length > 0]).toEqual([1, true])
  expect(asked).toEqual([
    { ownSale: { hammerGbp: sold[0].hammerGbp, monthsAgo: expect.any(Number) }, hasComparables: true },
    { ownSale: null, hasComparables: false },
  ])
})

it('the estimate is not given beside a sale of the same registration that contradicts it', async () => {
  const site = estimatingSite()
  const text = textOf(await site.read('/registration/JB1'))
  expect(text).toContain(REFUSALS['own-sale'])
  expect(text).not.toContain('£3,400')
})

it.each(['wide-range', 'record-class', 'unlearnt-system', 'unlearnt-format'] as const)(
  'the estimate is refused with its reason, and the sales of its category are linked: %s',
  async (refused) => {
    const site = await openEstimating({ refused })
    const html = await site.read(NEVER_SOLD)
    expect(textOf(html)).toContain(NO_FIGURE)
    expect(textOf(html)).toContain(REFUSALS[refused])
    expect(html).toContain('href="/valuations?plate=ZZ%2099"')
    expect(html).toContain('href="/sales-explorer?category=2x2&amp;type=Letters+First"')
    expect(JSON.parse(await site.read(`${NEVER_SOLD}.json`)).estimate).toEqual({ refused })
  },
)

it('the estimate is unavailable while the model cannot be read, but everything else is shown', async () => {
  const site = await openTestSite(
    {},
    {
      loadEstimator: () => Promise.reject(new Error('no model')),
    },
  )
  const text = textOf(await site.read('/registration/JB1'))
  expect(text).toContain(UNAVAILABLE)
  expect(text).toContain('£608,600')
  expect(JSON.parse(await site.read('/registration/JB1.json')).estimate).toBe(null)
})

it('the estimate is left out with ESTIMATES=off', async () => {
  const site = await openEstimating(ESTIMATE, { ESTIMATES: 'off' })
  const html = await site.read(NEVER_SOLD)
  for (const left of ['£3,400', 'might fetch', UNAVAILABLE, NO_FIGURE])
    expect(textOf(html)).not.toContain(left)
  expect(html).toContain('<title>ZZ 99: What We Know | Plateworthy</title>')
  expect(JSON.parse(await site.read(`${NEVER_SOLD}.json`)).estimate).toBe(null)
})

it('comparable sales of a registration are shown with the reason, and a sentence says so if there are none', async () => {
  const site = estimatingSite()
  const html = await site.read('/registration/1DJS')
  const { comparables } = JSON.parse(await site.read('/registration/1DJS.json'))
  expect(comparables.length).toBeGreaterThanOrEqual(3)
  for (const { registration, hammerGbp, date, why } of comparables) {
    expect(html).toContain(`href="/registration/${registration.replaceAll(' ', '')}"`)
    expect([hammerGbp > 0, date, why]).toEqual([
      true,
      expect.stringMatching(/^\d{4}(-\d\d)?$/),
      expect.any(String),
    ])
    expect(textOf(html).toLowerCase()).toContain(why.toLowerCase())
  }
  expect(textOf(await site.read(NEVER_SOLD))).toContain(MODEL_ALONE)
})

it('a registration that is not estimated and has no comparables shows what its format sold for, and leads to the explorer', async () => {
  const site = await readTestSite()
  const { estimate, comparables, sameFormat } = JSON.parse(await site.read('/registration/1ABC.json'))
  expect([estimate, comparables, sameFormat.length]).toEqual([{ refused: 'record-class' }, [], 6])
  const html = await site.read('/registration/1ABC')
  for (const { registration, hammerGbp } of sameFormat)
    expect(textOf(html)).toContain(`${registration} £${hammerGbp.toLocaleString('en-GB')}`)
  expect(html).toContain('href="/sales-explorer?category=Number+1&amp;type=Letters+Last"')
  expect(await site.read('/sales-explorer?q=1+ABC')).toContain('href="/registration/1ABC"')
})

it('the data of a registration contain what its page shows', async () => {
  const site = estimatingSite()
  const response = await site.ask('/registration/JB1.json')
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toContain('s-maxage=5')
  expect(await response.json()).toEqual({
    registration: 'JB 1',
    system: 'dateless',
    readings: ['ZIGZAG'],
    sold: [
      {
        date: '2025-07',
        whereSold: 'Bonhams',
        hammerGbp: 530_000,
        totalGbp: 608_600,
        priceBasis: 'total',
        source: expect.stringMatching(/^https:/),
      },
    ],
    forSale: null,
    estimate: { refused: 'own-sale' },
    comparables: expect.any(Array),
    sameFormat: expect.any(Array),
  })
  expect(JSON.parse(await site.read(`${NEVER_SOLD}.json`)).estimate).toEqual(ESTIMATE)
  expect(JSON.parse(await site.read('/registration/1KP.json')).forSale).toEqual({
    priceGbp: 118_000,
    url: 'https://plates.test/plate/1%20KP',
  })
})
