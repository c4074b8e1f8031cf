// Lists of several pages, filtered by the browser or by the server, and sales of which the browser reads each selection.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { makeSales } from '#bench/synthetic-sales.ts'
import { fillStock } from '../fill-stock.ts'
import { SiteProcess } from '../site-process.ts'
import { makeStock, type SyntheticPlate } from '../synthetic-stock.ts'
import { expect, test } from './base.ts'

// One site for each group.
test.describe.configure({ mode: 'default' })

class Site {
  readonly plates: SyntheticPlate[]
  readonly #dataDir: string
  readonly #process: SiteProcess

  constructor(count: number, dataDir: string) {
    this.plates = makeStock(count)
    this.#dataDir = dataDir
    fillStock(dataDir, this.plates)
    this.#process = new SiteProcess({ DATA_DIR: dataDir })
  }

  get base(): string {
    return this.#process.address
  }

  open = () => this.#process.start()

  async close() {
    await this.#process.stop()
    rmSync(this.#dataDir, { recursive: true })
  }
}

// Not by role: the names of hundreds of cards are slow to compute.
const cards = (page: Page) => page.locator('.plate-card .card-link')
const status = (page: Page) => page.getByRole('main').getByRole('status')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of the list' })
const showMore = (page: Page) => page.getByRole('link', { name: /^Show \d+ more$/ })
const scroll = (page: Page) => page.evaluate(() => Math.round(scrollY))
const cardsOf = (plates: SyntheticPlate[]) =>
  plates.map(({ registration }) => `Enquire about ${registration}`)
const labels = (page: Page) => cards(page).evaluateAll((links) => links.map(({ ariaLabel }) => ariaLabel))

test.describe('a stock that the browser filters', () => {
  let site: Site
  test.beforeAll(async () => {
    site = new Site(160, mkdtempSync(join(tmpdir(), 'plateworthy-several-pages-')))
    await site.open()
  })
  test.afterAll(() => site.close())

  test('Back restores the plates of a stock that the browser filters, and the scroll position, however long the visitor was away', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(`${site.base}/plates`)
    for (const count of [96, 144]) {
      await showMore(page).click()
      await expect(cards(page)).toHaveCount(count)
    }
    const far = site.plates[130]?.registration ?? ''
    await cards(page).nth(130).scrollIntoViewIfNeeded()
    const before = await scroll(page)
    expect(before).toBeGreaterThan(5000)
    // Without scrolling to it first.
    await cards(page)
      .nth(130)
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(far)
    await expect.poll(() => scroll(page)).toBe(0)
    // Otherwise the jump of the clock would time out the page's pending reads.
    for (const name of ['What Similar Plates Sold For', 'Similar plates'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    // Longer than the cached data are valid.
    await page.clock.fastForward(10 * 60_000)
    await page.goBack()
    await expect(cards(page)).toHaveCount(144)
    await expect.poll(() => scroll(page)).toBe(before)
    await page.reload()
    await expect(cards(page)).toHaveCount(144)
    await expect.poll(() => scroll(page)).toBe(before)
    // Another document, which reads from the server again.
    await page.goto(`${site.base}/about`)
    await page.goBack()
    await expect(cards(page)).toHaveCount(144)
    await expect.poll(() => scroll(page)).toBe(before)
  })

  test('a stock that the browser filters starts each page at its top, and Back restores the scroll position of the previous one', async ({
    page,
  }) => {
    const last = Math.ceil(site.plates.length / 48)
    await page.goto(`${site.base}/plates`)
    await pages(page).scrollIntoViewIfNeeded()
    const before = await scroll(page)
    // The shortest page, on which that scroll position does not exist.
    await pages(page)
      .getByRole('link', { name: `Page ${last}` })
      .click()
    await expect(page).toHaveURL(`${site.base}/plates?page=${last}`)
    await expect(page).toHaveTitle(`Number Plates For Sale, page ${last} | Plateworthy`)
    await expect(cards(page)).toHaveCount(site.plates.length % 48)
    await expect.poll(() => scroll(page)).toBe(0)
    await page.goBack()
    await expect(cards(page)).toHaveCount(48)
    await expect.poll(() => scroll(page)).toBe(before)
  })
})

test.describe('a stock that the server filters', () => {
  const SALES = 1_400
  let site: Site
  test.beforeAll(async () => {
    site = new Site(700, makeSales(SALES))
    await site.open()
  })
  test.afterAll(() => site.close())

  test('a stock that the server filters shows 48 plates, and more on request, and Back restores them', async ({
    page,
  }) => {
    await page.goto(`${site.base}/plates`)
    await expect(cards(page)).toHaveCount(48)
    await showMore(page).focus()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(96)
    expect(await labels(page)).toEqual(cardsOf(site.plates.slice(0, 96)))
    await expect(status(page)).toHaveText(`${site.plates.length} plates, highest price first, 1 to 96 shown`)
    await expect(page).toHaveURL(`${site.base}/plates?page=1-2`)
    await expect(cards(page).nth(48)).toBeFocused()
    await cards(page)
      .nth(90)
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.plates[90]?.registration ?? '')
    await page.goBack()
    await expect(cards(page)).toHaveCount(96)
  })

  test('a failed read is reported below the plates on the screen, and can be retried', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/, /^Error fetching plates/)
    await page.goto(`${site.base}/plates`)
    await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 503, body: '' }))
    await showMore(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('We can’t show the next plates just now.')
    await expect(alert.getByRole('link', { name: 'hello@plateworthy.example' })).toBeVisible()
    await expect(cards(page)).toHaveCount(48)
    await page.unroute('**/rest/v1/**')
    await showMore(page).click()
    await expect(cards(page)).toHaveCount(96)
    await expect(alert).toHaveCount(0)
  })

  test('typing searches the whole stock that the server filters, and keeps the focus', async ({ page }) => {
    // Longer than a page waits before it shows a loading text.
    await page.route('**/plates.data*', async (route) => {
      await sleep(600)
      await route.continue()
    })
    await page.goto(`${site.base}/plates`)
    const sought = site.plates[650]?.registration ?? ''
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.pressSequentially(sought.toLowerCase(), { delay: 30 })
    await expect(cards(page).first()).toHaveAccessibleName(`Enquire about ${sought}`)
    await expect(search).toBeFocused()
    await expect(search).toHaveValue(sought.toLowerCase())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('')
    await expect(cards(page)).toHaveCount(48)
  })

  test('the figures of more sales than the browser holds follow each selection', async ({ page }) => {
    await page.goto(`${site.base}/sales-explorer`)
    const count = page.getByRole('region', { name: 'What the records say' }).locator('dd').first()
    await expect(count).toHaveText(SALES.toLocaleString('en-GB'))
    await page.getByRole('searchbox').fill('12')
    const { totalRecords } = await (await page.request.get(`${site.base}/sales-explorer.json?q=12`)).json()
    const selected = page.getByRole('region', { name: 'What this selection says' }).locator('dd').first()
    await expect(selected).toHaveText(String(totalRecords))
    await expect(page.getByRole('region', { name: 'Sales', exact: true }).getByRole('status')).toContainText(
      ` of ${totalRecords} sales`,
    )
  })

  test('a failed read of more sales than the browser holds shows no other sales, and can be retried', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/, /canceling statement/)
    await page.goto(`${site.base}/sales-explorer`)
    const ended = { code: '57014', message: 'canceling statement' }
    await page.route(/sales_listed/, (route) => route.fulfill({ status: 500, json: ended }))
    await page.getByRole('button', { name: 'Next' }).last().click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toBeVisible()
    await expect(page.locator('table.sales tbody tr')).toHaveCount(0)
    await page.unroute(/sales_listed/)
    await alert.getByRole('link').first().click()
    await expect(page.getByText(/^Showing 51-100 of 1,400 sales/).first()).toBeVisible()
  })
})
