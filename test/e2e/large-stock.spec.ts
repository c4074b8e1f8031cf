import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillStock } from '../fill-stock.ts'
import { makeStock } from '../synthetic-stock.ts'
import { expect, test } from './base.ts'

// Enough plates for several pages, so this needs its own site.
const plates = makeStock(700)
const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-large-'))
let server: ChildProcess
let base = ''

test.beforeAll(async () => {
  fillStock(dataDir, plates)
  server = spawn('node', ['server.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  base = await new Promise((resolve) => {
    server.stdout?.on('data', (output) => {
      const open = String(output).match(/open at (http:\S+)/)?.[1]
      if (open) resolve(open)
    })
  })
})

test.afterAll(() => {
  server.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

// Not by role: computing hundreds of names would lay out all the off-screen cards.
const cards = (page: Page) => page.locator('.plate-list .card-link')
const card = (page: Page, registration: string) =>
  page.locator(`.plate-list .card-link[aria-label="Enquire about ${registration}"]`)
const status = (page: Page) => page.getByRole('main').getByRole('status')

/** Hundreds of cards are slow on a busy machine. */
const slowRender = { timeout: 15_000 }

test('the list loads more while scrolling, and Back restores its length', async ({ page }) => {
  test.setTimeout(90_000)
  await page.goto(`${base}/plates`)
  await expect(cards(page)).toHaveCount(200)
  await expect(status(page)).toHaveText('700 plates, dearest first, 1 to 200 shown')
  await page.getByRole('navigation', { name: 'Pages of the list' }).scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(400, slowRender)
  await expect(status(page)).toHaveText('700 plates, dearest first, 1 to 400 shown')
  const far = plates[390]?.registration ?? ''
  await card(page, far).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(far)
  await page.goBack()
  await expect.poll(() => cards(page).count(), slowRender).toBeGreaterThanOrEqual(400)
  await expect(card(page, far)).toBeInViewport(slowRender)
  for (let step = 0; step < 3; step++)
    await page.getByRole('navigation', { name: 'Pages of the list' }).scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(700, slowRender)
  expect(new Set(await cards(page).evaluateAll((links) => links.map((link) => link.ariaLabel))).size).toBe(
    700,
  )
})

test('a page that cannot be read is reported, and can be retried', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/, /^Error fetching plates/)
  await page.goto(`${base}/plates`)
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 503, body: '' }))
  const pages = page.getByRole('navigation', { name: 'Pages of the list' })
  await pages.scrollIntoViewIfNeeded()
  await expect(pages.getByRole('alert')).toContainText(
    'The next plates cannot be shown just now.',
    slowRender,
  )
  await expect(pages.getByRole('link', { name: 'hello@plateworthy.example' })).toBeVisible()
  await expect(cards(page)).toHaveCount(200)
  await page.unroute('**/rest/v1/**')
  await pages.getByRole('link', { name: 'Next 200' }).click()
  await expect(cards(page)).toHaveCount(400, slowRender)
  await expect(pages.getByRole('alert')).toHaveCount(0)
})

test('typing searches the whole stock, and keeps the focus', async ({ page }) => {
  await page.goto(`${base}/plates`)
  const sought = plates[650]?.registration ?? ''
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially(sought.toLowerCase(), { delay: 30 })
  await expect(cards(page).first()).toHaveAccessibleName(`Enquire about ${sought}`)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue(sought.toLowerCase())
  await search.fill('')
  await expect(cards(page)).toHaveCount(200)
})

test('without script every page has a link', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${base}/plates`)
  const seen = new Set<string | null>()
  for (const expected of [200, 200, 200, 100]) {
    await expect(cards(page)).toHaveCount(expected)
    for (const label of await cards(page).evaluateAll((links) => links.map((link) => link.ariaLabel)))
      seen.add(label)
    const next = page.getByRole('link', { name: 'Next 200' })
    if ((await next.count()) > 0) await next.click()
  }
  expect(seen.size).toBe(700)
  await context.close()
})
