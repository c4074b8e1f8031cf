/** The numbers of the desk: charts with their tables, by period, as files and on paper. */
import { readFileSync } from 'node:fs'
import { addPageViews } from '../../services/page-views/page-view-store.ts'
import { addDays, londonDay } from '../../services/stock/london-day.ts'
import { changeStock } from '../../services/stock/stock-store.ts'
import { addUnmetSearches } from '../../services/unmet-searches/unmet-search-store.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open()
})

test.afterAll(() => desk.close())

test.beforeEach(({ context }) => desk.signIn(context))

async function fill() {
  const day = londonDay(new Date())
  const sold = (registration: string, soldOn: string, soldPriceGbp: number, costGbp: number | null) => ({
    id: null,
    plate: { registration, priceGbp: soldPriceGbp, isAvailable: false },
    details: { status: 'sold' as const, soldOn, soldPriceGbp, costGbp },
  })
  await changeStock(desk.client, {
    actor: { person: 'Ann', via: 'desk' },
    action: 'sell',
    change: 'some',
    changes: [
      sold('NU 11', day, 5_000, 3_000),
      sold('NU 12', day, 2_000, null),
      ...Array.from({ length: 24 }, (_, index) =>
        sold(`NU ${20 + index}`, addDays(day, -14 * index), 800 + 350 * ((index * 7) % 11), 600),
      ),
    ],
  })
  const moments = Array.from(
    { length: 60 },
    (_, index) => new Date(Date.now() - (index * 5 + 1) * 86_400_000),
  )
  await desk.client
    .from('enquiries')
    .insert(
      moments.map((moment, index) => ({
        reference: `ENQ-0009-${String(1_000 + index)}`,
        idempotency_key: `a-key-of-${index}`,
        kind: 'contact',
        name: 'Vera Visitor',
        email: 'vera@example.com',
        subject: 'A plate',
        inquiry_type: 'general',
        message: 'Good morning.',
        delivery: 'sent',
        sent_at: moment.toISOString(),
        sent_by: 'file',
        status: index % 9 === 3 ? 'new' : 'answered',
        answered_at:
          index % 9 === 3 ? null : new Date(moment.getTime() + (index + 1) * 1_800_000).toISOString(),
        created_at: moment.toISOString(),
      })),
    )
    .throwOnError()
  const utcDay = new Date().toISOString().slice(0, 10)
  for (const [term, searches] of [
    ['SOPHIE', 41],
    ['MUM1', 17],
    ['JAG1', 9],
    ['DAD2', 3],
  ] as const)
    await addUnmetSearches(desk.client, { day: utcDay, list: 'stock', term, searches })
  for (let ago = 0; ago < 100; ago++)
    await addPageViews(
      desk.client,
      addDays(utcDay, -ago),
      new Map([
        ['/', 30 + ((ago * 13) % 17)],
        ['/plates', 20 + ((ago * 5) % 9)],
        ['/plate/1 KP', 4],
        ['/registration/*', 6],
        ...(ago < 20 ? ([['/news/a-new-piece-of-news', 3]] as const) : []),
      ]),
    )
}

test('every section says so if there are no data yet', async ({ page }) => {
  await desk.goto(page, '/numbers')
  await expect(page.getByText('No enquiries in the last twelve months.')).toBeVisible()
  await expect(page.getByText('No sales are dated within the last twelve months.')).toBeVisible()
  await expect(page.getByText('In the last four weeks, no search without a result')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page, 'numbers before anything has happened')
})

test('each section is a chart with its table, and unknown costs are marked', async ({ page }) => {
  await fill()
  await desk.goto(page, '/numbers')
  const table = (name: string) => page.getByRole('table', { name })
  await expect(page.getByRole('img', { name: /60 enquiries in twelve months/ })).toBeVisible()
  await expect(
    page.getByRole('img', { name: /26 plates sold in twelve months .* The margin leaves out one plate/ }),
  ).toBeVisible()
  await expect(table('Sales and margin').getByRole('row', { name: /so far/ })).toContainText('1 of')
  await expect(table('Enquiries and first replies').getByRole('row')).toHaveCount(13)
  await expect(table('Searches without a result').getByRole('row', { name: /SOPHIE/ })).toContainText('41')
  const pages = table('Most-read pages')
  await expect(pages.getByRole('row', { name: /Home page/ })).toContainText(/more|fewer|the same/)
  await expect(pages.getByRole('row', { name: /a-new-piece-of-news/ })).toContainText('none before')
  await expect(pages.getByRole('link', { name: 'Other registrations' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/days=90/)
  await expect(page.getByText(/pages read in the last 90 days/)).toBeVisible()
})

for (const width of [320, 1440])
  test(`at ${width} pixels they are accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await desk.goto(page, '/numbers')
    await expectAccessible(page, `numbers at ${width}`)
  })

test('a table can be downloaded', async ({ page }) => {
  await desk.goto(page, '/numbers?days=7')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV (Most-read pages)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^pages-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^\ufeffPage,Read,Compared with the 7 days before\r\nHome page,\d+,/)
})

test('on a tablet the navigation bar has the current page, and a link to the others', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await desk.goto(page, '/numbers')
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await expect(rooms.getByRole('link', { name: 'Numbers' })).toBeInViewport()
  await expect(rooms.getByRole('link', { name: 'Firm' })).toBeHidden()
  await rooms.getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Firm' }).click()
  await expect(rooms.getByRole('link', { name: 'Firm' })).toBeInViewport()
})

test('they are in the navigation, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.goto(page, '/more')
  await page.getByRole('main').getByRole('link', { name: 'Numbers' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible()
})
