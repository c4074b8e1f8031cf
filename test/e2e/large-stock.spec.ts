import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillStock } from '../fill-stock.ts'
import { makeStock, type SyntheticPlate } from '../synthetic-stock.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

/** A site of its own: the seed has too few plates for several pages. */
class Site {
  readonly plates: SyntheticPlate[]
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-large-'))
  #server?: ChildProcess
  #opening?: Promise<void>
  base = ''

  constructor(count: number) {
    this.plates = makeStock(count)
  }

  open(): Promise<void> {
    this.#opening ??= this.#start()
    return this.#opening
  }

  async #start() {
    fillStock(this.#dataDir, this.plates)
    const server = spawn('node', ['server.ts'], {
      env: { ...process.env, PORT: '0', DATA_DIR: this.#dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#server = server
    this.base = await new Promise((resolve) => {
      server.stdout.on('data', (output) => {
        const open = String(output).match(/open at (http:\S+)/)?.[1]
        if (open) resolve(open)
      })
    })
  }

  close() {
    this.#server?.kill()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

const small = new Site(160)
const large = new Site(700)

// Two sites to start and hundreds of cards to draw are slow on a busy machine.

test.afterAll(() => {
  small.close()
  large.close()
})

// Not by role: the names of hundreds of cards are slow to compute.
const cards = (page: Page) => page.locator('.plate-card .card-link')
const status = (page: Page) => page.getByRole('main').getByRole('status')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of the list' })
const showMore = (page: Page) => page.getByRole('link', { name: /^Show \d+ more$/ })
const scroll = (page: Page) => page.evaluate(() => Math.round(scrollY))
const cardsOf = (plates: SyntheticPlate[]) =>
  plates.map(({ registration }) => `Enquire about ${registration}`)
const labels = (page: Page) => cards(page).evaluateAll((links) => links.map(({ ariaLabel }) => ariaLabel))

for (const [kind, site] of [
  ['that the browser filters', small],
  ['that the server filters', large],
] as const) {
  test.describe(`a stock ${kind}`, () => {
    test.beforeEach(() => site.open())

    test('shows 48 plates, and more on request, with the focus on the first new one', async ({ page }) => {
      await page.goto(`${site.base}/plates`)
      await expect(cards(page)).toHaveCount(48)
      await showMore(page).focus()
      await page.keyboard.press('Enter')
      await expect(cards(page)).toHaveCount(96)
      expect(await labels(page)).toEqual(cardsOf(site.plates.slice(0, 96)))
      await expect(status(page)).toHaveText(`${site.plates.length} plates, dearest first, 1 to 96 shown`)
      await expect(page).toHaveURL(`${site.base}/plates?page=1-2`)
      await expect(cards(page).nth(48)).toBeFocused()
      await expectAccessible(page, `the list of a stock ${kind}`)
    })

    test('Back restores the plates and the scroll position, however long the visitor was away', async ({
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

    test('starts each page at its top, and Back restores the scroll position of the previous one', async ({
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

    test('has headings by price above the plates, in the order of the headings', async ({ page }) => {
      await page.goto(`${site.base}/plates`)
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      await expect(headings.first()).toHaveText('£100,000 and over')
      const group = page.getByRole('region', { name: '£100,000 and over' })
      await expect(group.getByRole('heading', { level: 3 }).first()).toBeVisible()
      await page.getByLabel('Order').selectOption('A to Z')
      await expect(page.getByRole('region', { name: /£/ })).toHaveCount(0)
    })

    test('without script every page has a link', async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(`${site.base}/plates`)
      await expect(showMore(page)).toHaveCount(0)
      const seen: (string | null)[] = []
      for (let number = 1; ; number++) {
        await expect(pages(page).locator('[aria-current=page]')).toHaveText(`Page ${number}`)
        seen.push(...(await labels(page)))
        const next = pages(page).getByRole('link', { name: 'Next page' })
        if ((await next.count()) === 0) break
        await next.click()
      }
      expect(seen).toEqual(cardsOf(site.plates))
      await context.close()
    })
  })
}

test.describe('a large stock', () => {
  test.beforeEach(() => large.open())

  test('after five pages the list continues on a separate page', async ({ page }) => {
    await page.goto(`${large.base}/plates?page=1-5`)
    await expect(cards(page)).toHaveCount(240)
    await expect(showMore(page)).toHaveCount(0)
    await pages(page).getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(`${large.base}/plates?page=6`)
    await expect(cards(page).first()).toHaveAccessibleName(cardsOf(large.plates)[240] ?? '')
  })

  test('a failed read is reported below the plates on the screen, and can be retried', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/, /^Error fetching plates/)
    await page.goto(`${large.base}/plates`)
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

  test('typing searches the whole stock, and keeps the focus', async ({ page }) => {
    await page.goto(`${large.base}/plates`)
    const sought = large.plates[650]?.registration ?? ''
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
})
