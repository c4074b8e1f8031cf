/** The numbers of the desk: charts with their tables, by period, as files and on paper. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { addPageViews } from '../../services/page-views/page-view-store.ts'
import { addDays, londonDay } from '../../services/stock/london-day.ts'
import { changeStock } from '../../services/stock/stock-store.ts'
import { addUnmetSearches } from '../../services/unmet-searches/unmet-search-store.ts'
import { DeskVisitor, openServiceClient, readFirstLink } from '../desk.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(60_000)

let dataDir: string
let site: SiteProcess
let client: BackendClient
let cookies: Map<string, string>

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-numbers-'))
  site = new SiteProcess({ DATA_DIR: dataDir })
  await site.start()
  client = openServiceClient(dataDir, site.address, fetch)
  const visitor = new DeskVisitor((path, init) => fetch(site.address + path, init), site.address)
  await visitor.join(await readFirstLink(client, site.address), { name: 'Ann', email: 'ann@plates.test' })
  cookies = visitor.cookies
})

test.afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true })
})

test.beforeEach(({ context }) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.address }))),
)

async function fill() {
  const day = londonDay(new Date())
  const sold = (registration: string, soldOn: string, soldPriceGbp: number, costGbp: number | null) => ({
    id: null,
    plate: { registration, priceGbp: soldPriceGbp, isAvailable: false },
    details: { status: 'sold' as const, soldOn, soldPriceGbp, costGbp },
  })
  await changeStock(client, {
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
  await client
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
    await addUnmetSearches(client, { day: utcDay, list: 'stock', term, searches })
  for (let ago = 0; ago < 100; ago++)
    await addPageViews(
      client,
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

test('before anything has happened every part says so', async ({ page }) => {
  await page.goto(`${site.address}/desk/numbers`)
  await expect(page.getByText('No enquiries in the last twelve months.')).toBeVisible()
  await expect(page.getByText('No sales are dated within the last twelve months.')).toBeVisible()
  await expect(page.getByText('In the last four weeks, no search without a result')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page, 'numbers before anything has happened')
})

test('each part is a chart with its table, and a cost that is not known is said', async ({ page }) => {
  await fill()
  await page.goto(`${site.address}/desk/numbers`)
  const table = (name: string) => page.getByRole('table', { name })
  await expect(page.getByRole('img', { name: /60 enquiries in twelve months/ })).toBeVisible()
  await expect(
    page.getByRole('img', { name: /26 plates sold in twelve months .* One is not in the margin/ }),
  ).toBeVisible()
  await expect(table('Sales and margin').getByRole('row', { name: /so far/ })).toContainText('1 of')
  await expect(table('Enquiries and first replies').getByRole('row')).toHaveCount(13)
  await expect(table('Searches without a result').getByRole('row', { name: /SOPHIE/ })).toContainText('41')
  const pages = table('Most-read pages')
  await expect(pages.getByRole('row', { name: /Home page/ })).toContainText(/more|fewer|as many/)
  await expect(pages.getByRole('row', { name: /a-new-piece-of-news/ })).toContainText('none before')
  await expect(pages.getByRole('link', { name: 'Other registrations' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/days=90/)
  await expect(page.getByText(/pages read in the last 90 days/)).toBeVisible()
})

for (const width of [320, 1440])
  test(`at ${width} pixels they can be read by everybody`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${site.address}/desk/numbers`)
    await expectAccessible(page, `numbers at ${width}`)
  })

test('a table is a file as well', async ({ page }) => {
  await page.goto(`${site.address}/desk/numbers?days=7`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV (Most-read pages)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^pages-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^\ufeffPage,Read,Compared with the 7 days before\r\nHome page,\d+,/)
})

test('on a tablet the bar has the room that is open, and a link to the others', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(`${site.address}/desk/numbers`)
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await expect(rooms.getByRole('link', { name: 'Numbers' })).toBeInViewport()
  await expect(rooms.getByRole('link', { name: 'Firm' })).toBeHidden()
  await rooms.getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Firm' }).click()
  await expect(rooms.getByRole('link', { name: 'Firm' })).toBeInViewport()
})

test('they are one of the rooms, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.address}/desk/more`)
  await page.getByRole('main').getByRole('link', { name: 'Numbers' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible()
})
