import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { describeFound, NOTHING, REFUSED } from '#app/features/find/find-answer.ts'
import { readOfferedRegistrations } from '#app/features/find/read-offered.server.ts'
import { describeGuide } from '#app/features/find/registration-figure.ts'
import { embeddedClient } from '#db/embedded.ts'
import { NO_BUDGET } from '#shared/plates/budget.ts'
import { listPlates } from '#shared/plates/find-plates.ts'
import { toListed } from '#shared/plates/list-plates.ts'
import { WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { viewStock } from '#shared/plates/search/plate-view.ts'
import { site as firm } from '#site.config.ts'
import { GOLDEN_NAMES } from '../fixtures/golden-names.ts'
import { openTestBackend } from '../open-test-backend.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'

const SOME_NAMES = GOLDEN_NAMES.filter((_, index) => index % 8 === 0)

/** 'S4 NDY: For sale, £14,950' for each registration of the page. */
const registrations = (html: string) =>
  parse(html)
    .querySelectorAll('.find-card a')
    .map((link) => ({ label: link.getAttribute('aria-label') ?? '', href: link.getAttribute('href') }))
const labels = (html: string) => registrations(html).map(({ label }) => label)

test('the page /find shows up to 24 registrations, ours first with its price, linked to its page, and what that price includes once', async () => {
  const site = await readTestSite()
  const html = await site.read('/find?q=sandy')
  const all = registrations(html)
  expect(all).toHaveLength(24)
  expect(all[0]).toEqual({ label: 'S4 NDY: For sale, £14,950', href: '/plate/S4%20NDY' })
  expect(textOf(html)).toContain(describeFound([{ kind: 'ours', priceGbp: 14950 }], NO_BUDGET))
  expect(textOf(parse(html).querySelector('main')?.outerHTML ?? '').split(firm.prices.note)).toHaveLength(2)
  expect(site.faults).toEqual([])
})

test('the page /find shows the estimate of the page of a registration that is neither ours nor sold, if its confidence is medium', async () => {
  const site = await readTestSite()
  const { estimate } = JSON.parse(await site.read('/registration/SOP111E.json'))
  const html = await site.read('/find?q=sophie')
  expect(registrations(html)).toContainEqual({
    label: `SOP 111E: ${describeGuide({ ...estimate, isAllIn: false })}`,
    href: '/registration/SOP111E',
  })
  const low = JSON.parse(await site.read('/registration/SPH11E.json')).estimate
  expect([low.confidence, labels(html)]).toEqual(['low', expect.arrayContaining(['SPH 11E'])])
})

test('the page /find shows the price of a sold registration, with its date and kind, linked to its page', async () => {
  const site = await readTestSite()
  const html = await site.read('/find?q=singh')
  const singh = registrations(html).find(({ label }) => label.startsWith('51 NGH'))
  expect(singh?.label).toMatch(/^51 NGH: Sold [A-Z]?[a-z ]*20\d\d, £[\d,]+ \(.+\)$/)
  expect(singh?.href).toBe('/registration/51NGH')
})

test('the page /find underlines the letters of the name that the plate shows', async () => {
  const site = await readTestSite()
  const html = (await site.read('/find?q=sophie')).replaceAll('<!-- -->', '')
  const named = html.match(/<h2 class="find-name">(.*?)<\/h2>/)?.[1]
  expect(named).toBe('<span class="find-word"><u>SOPHIE</u></span>')
  expect(html).toContain('<span class="find-word"><u>SOP</u><span>H</span><u>IE</u></span>')
})

test('the page /find never shows a plate for sale above the budget, and says that there is one', async () => {
  const site = await readTestSite()
  const html = await site.read('/find?q=sandy&to=5000')
  expect(labels(html).some((label) => label.startsWith('S4 NDY'))).toBe(false)
  expect(html).not.toContain('14,950')
  expect(textOf(html)).toContain('One of ours is outside your budget.')
  expect(labels(await site.read('/find?q=sandy&to=15k'))[0]).toBe('S4 NDY: For sale, £14,950')
})

test('the page /find reads initials and a budget from a sentence, and shows no figure whose lower end is above it', async () => {
  const site = await readTestSite()
  const html = await site.read(`/find?q=${encodeURIComponent('a present for my father, DJB, under £2,500')}`)
  const lowest = labels(html).map((label) => Number(/£([\d,]+)/.exec(label)?.[1]?.replaceAll(',', '') ?? 0))
  expect(labels(html).every((label) => /^[^:]*DJB/.test(label))).toBe(true)
  expect(Math.max(...lowest)).toBeGreaterThan(0)
  expect(Math.max(...lowest)).toBeLessThanOrEqual(2500)
  expect(html).toMatch(/name="q"[^>]* value="DJB"/)
  expect(html).toMatch(/name="to"[^>]* value="2500"/)
})

test('the page /find respects three budgets, whatever the name', async () => {
  const { backend } = openTestBackend()
  const sources = {
    client: embeddedClient(backend),
    site: firm,
    estimates: { estimate: async () => ({ off: true }) as const },
    logError: console.error,
    today: '2026-11-22',
  }
  let ours = 0
  for (const name of [...SOME_NAMES, 'HEAVEN', 'GARDEN', 'MEGAN'])
    for (const priceTo of [1000, 5000, 20_000]) {
      const found = await readOfferedRegistrations({ search: name, priceFrom: null, priceTo }, sources)
      expect([name, found.offered.length > 0, found.hasFailed]).toEqual([name, true, false])
      for (const { state } of found.offered) {
        if (state.kind !== 'ours') continue
        ours++
        expect(state.priceGbp).toBeGreaterThan(0)
        expect(state.priceGbp).toBeLessThanOrEqual(priceTo)
      }
    }
  expect(ours).toBeGreaterThan(1)
})

test('the page /find queries the backend twice, once for the plates and once for the sales, for any text', async () => {
  const asked: string[] = []
  const pageReads: typeof fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input))
    // The layout checks whether the stock is a demonstration, as on every page.
    if (!searchParams.has('is_demonstration')) asked.push(pathname)
    return Response.json([])
  }
  // Estimates read the latest sales by themselves, once.
  const site = await openTestSite({ ESTIMATES: 'off' }, { pageReads })
  for (const search of ['sophie', 'JB', 'christopher']) {
    asked.length = 0
    await site.read(`/find?q=${search}`)
    expect(asked.sort()).toEqual(['/rest/v1/plates', '/rest/v1/sales'])
  }
  asked.length = 0
  await site.read('/find?q=%F0%9F%9A%97')
  expect(asked).toEqual([])
})

test('the page /find shows the registrations while the backend is unavailable, and says that their states are unknown', async () => {
  const site = await openTestSite({}, { pageReads: () => Promise.reject(new Error('away')) })
  const html = await site.read('/find?q=sophie')
  expect(labels(html)).toHaveLength(24)
  expect(labels(html).filter((label) => label.includes('£'))).toEqual([])
  expect(textOf(html)).toContain('We can’t check all our plates and sales just now')
  expect(site.faults.map(({ message }) => message)).toContain('Error fetching plates that read as a name')
})

test('the page /find answers without a text, for one that no plate can show, and for one that is refused', async () => {
  const site = await readTestSite()
  expect(textOf(await site.read('/find'))).toContain('On a plate, figures stand for letters')
  expect(textOf(await site.read('/find?q=%F0%9F%9A%97'))).toContain(NOTHING)
  expect(textOf(await site.read('/find?q=slut'))).toContain(REFUSED)
})

test('the page /find is indexed only if it has something to show, at one URL', async () => {
  const site = await readTestSite()
  const start = await site.read('/find')
  expect(start).toContain('<link rel="canonical" href="https://plates.test/find"/>')
  const known = await site.read('/find?q=+sandy')
  expect(known).toContain('<link rel="canonical" href="https://plates.test/find?q=SANDY"/>')
  expect(known).toContain('<title>SANDY Number Plates | Plateworthy</title>')
  for (const path of ['/find?q=sandy&to=20000', '/find?q=xqzj', '/find?q=%F0%9F%9A%97', '/find?q=slut'])
    expect([path, (await site.read(path)).includes('content="noindex"')]).toEqual([path, true])
  expect(await site.read('/llms.txt')).toContain('https://plates.test/find')
  expect(await site.read('/sitemap.xml')).toContain('<loc>https://plates.test/find</loc>')
})

test('the page /find has a form that works without script, and a link to a prefilled enquiry', async () => {
  const site = await readTestSite()
  const html = await site.read('/find?q=big+day&to=3000')
  expect(html).toMatch(/<form[^>]* action="\/find"/)
  expect(html).toMatch(/name="q"[^>]* value="big day"/)
  expect(html).toMatch(/name="to"[^>]* value="3000"/)
  expect(html).toContain('href="/contact?type=purchase&amp;wanted=BIG+DAY&amp;to=3000"')
  const contact = await site.read('/contact?type=purchase&wanted=BIG+DAY&to=3000')
  expect(contact).toContain('value="Looking for BIG DAY, up to £3,000"')
  expect(contact).toContain('I am looking for a plate that reads as BIG DAY, up to £3,000.')
})

test('a search of the plates that finds nothing shows no plate above the budget, and always one, whatever the name', async () => {
  const { backend } = openTestBackend()
  const client = embeddedClient(backend)
  const stock = (await listPlates(client)).map(toListed)
  for (const name of SOME_NAMES)
    for (const priceTo of [1000, 5000, 20_000]) {
      const { shown, alternatives } = viewStock(stock, { ...WHOLE_STOCK, search: name, priceTo })
      const prices = [...shown, ...(alternatives?.shown ?? [])].map(({ plate }) => plate.priceGbp)
      expect([name, priceTo, prices.length > 0, prices.filter((price) => price > priceTo)]).toEqual([
        name,
        priceTo,
        true,
        [],
      ])
    }
})

test('a search of the plates that finds nothing shows what such plates sold for, a link to all of them, and a prefilled enquiry', async () => {
  const site = await readTestSite()
  const html = await site.read('/plates?q=singh&to=5000')
  expect(labels(html).some((label) => label.startsWith('51 NGH: Sold'))).toBe(true)
  expect(html).toContain('href="/find?q=SINGH&amp;to=5000"')
  expect(html).toContain('href="/contact?type=purchase&amp;wanted=SINGH&amp;to=5000"')
})
