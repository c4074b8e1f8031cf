// What the style sheets make of a page on paper, and of the explorer's table on a phone.
import type { Locator } from '@playwright/test'
import { showing } from '../seed-sales.ts'
import { expect, test } from './base.ts'

test('the column headings of both explorers fit a phone without overlapping', async ({ page }) => {
  for (const path of ['/sales-explorer', '/jersey/sales-explorer']) {
    await page.goto(path)
    for (const width of [320, 390, 430]) {
      await page.setViewportSize({ width, height: 800 })
      const boxes = await page
        .locator('table.sales')
        .getByRole('columnheader')
        .evaluateAll((cells) =>
          cells.map((cell) => {
            const range = document.createRange()
            range.selectNodeContents(cell)
            const { left, right, top, bottom } = range.getBoundingClientRect()
            return { name: cell.textContent, left, right, top, bottom }
          }),
        )
      expect(boxes.length).toBeGreaterThan(3)
      for (const [index, box] of boxes.entries()) {
        expect(box.left, box.name).toBeGreaterThanOrEqual(0)
        expect(box.right, box.name).toBeLessThanOrEqual(width)
        for (const other of boxes.slice(index + 1))
          expect(
            box.right <= other.left || other.right <= box.left || box.bottom <= other.top,
            `${box.name} and ${other.name}`,
          ).toBe(true)
      }
    }
  }
})

test('hammer price and total are set in the same type', async ({ page }) => {
  const typeOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { fontFamily, fontSize, fontWeight, fontVariantNumeric, letterSpacing, color } =
        getComputedStyle(element)
      return [fontFamily, fontSize, fontWeight, fontVariantNumeric, letterSpacing, color]
    })
  for (const [path, places] of [
    ['/sales-explorer?q=25O', 'table.sales tbody tr:first-child td'],
    ['/registration/25O', 'section[aria-labelledby="sales"] dl dd'],
  ] as const) {
    await page.goto(path)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const figures = page.locator(places)
      expect(await typeOf(figures.nth(0))).toEqual(await typeOf(figures.nth(1)))
    }
  }
})

test('the explorer prints a description of its view and its list, without screen controls', async ({
  page,
}) => {
  await page.goto('/sales-explorer?seller=Bonhams&sort=sale_date')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Seller: Bonhams. Sorted by date, latest first.')).toBeVisible()
  await expect(page.getByText('/sales-explorer?seller=Bonhams&sort=sale_date')).toBeVisible()
  for (const tool of [
    page.getByRole('searchbox').first(),
    page.getByRole('button', { name: 'Next' }).first(),
    page.getByRole('contentinfo'),
  ])
    await expect(tool).toBeHidden()
  await expect(page.getByText('What this selection says')).toBeHidden()
  // Chromium repeats headings with display: table-header-group on each sheet.
  await expect(page.locator('table.sales thead')).toHaveCSS('display', 'table-header-group')
  expect(sheets(await page.pdf({ format: 'A4' }))).toBe(1)
  await page.goto('/sales-explorer')
  await expect(page.getByText(showing(1)).first()).toBeVisible()
  expect(sheets(await page.pdf({ format: 'A4' }))).toBe(2)
})

test('a registration and a guide print in the colours of paper, also in dark mode, with the addresses of links', async ({
  page,
}) => {
  const coloursOf = () =>
    page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement)
      return [color, backgroundColor]
    })
  const addressOf = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element, '::after').content)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/registration/JB1')
  await expect(page.getByRole('heading', { name: 'From the hammer to the total' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText('What you can do')).toBeHidden()
  expect(await coloursOf()).toEqual(['rgb(20, 24, 29)', 'rgb(255, 255, 255)'])
  expect(await addressOf(page.getByRole('link', { name: 'Car Dealer Magazine' }))).toMatch(
    / \(.*https:\/\/cardealermagazine\.co\.uk/,
  )
  expect(sheets(await page.pdf({ format: 'A4' }))).toBe(1)

  await page.goto('/info/auction-fees-explained')
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('#site-links')).toBeHidden()
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0)
  await expect(page.getByText(/^https?:.*\/info\/auction-fees-explained$/)).toBeVisible()
  expect(await addressOf(page.locator('.article-body a[href="/sales-explorer"]'))).toContain(
    '/sales-explorer',
  )
  expect((await coloursOf())[1]).toBe('rgb(255, 255, 255)')
  expect(sheets(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(6)
})

test('the card for a present prints on the lower half of one sheet of A4, with the name that was typed', async ({
  page,
}) => {
  await page.goto('/plate/1%20MWS/card')
  await page.getByRole('textbox', { name: 'For, on the card' }).fill('Dad')
  expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  const name = await page.getByRole('textbox').boundingBox()
  const plate = await page.getByRole('img', { name: 'Registration 1 MWS' }).boundingBox()
  expect(name?.y).toBeGreaterThan(1123 / 2)
  expect(plate?.width).toBeGreaterThan(600)
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('a plate, a registration, a bill and an answer print on one sheet each, without screen controls', async ({
  page,
}) => {
  for (const path of ['/plate/1%20MWS', '/plate/7%20W', '/plate/H34%20VEN', '/registration/DJB1']) {
    await page.goto(path)
    expect([path, sheets(await page.pdf({ format: 'A4', preferCSSPageSize: true }))]).toEqual([path, 1])
  }
  const expectBare = async () => {
    for (const hidden of ['banner', 'contentinfo', 'form', 'radio', 'button'] as const)
      await expect(page.getByRole(hidden)).toHaveCount(0)
  }
  await page.emulateMedia({ media: 'print' })
  await page.goto('/plate/1%20MWS')
  await expect(page.getByRole('article').locator('svg[viewBox="0 0 520 111"]').first()).toBeVisible()
  await expect(page.getByText(/Plateworthy: .*\/plate\/1%20MWS$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enquire About This Plate' })).toHaveCount(0)
  await expectBare()

  await page.goto('/auction-calculator?date=2016-11-20&hammer=8800')
  await expect(page.getByRole('table', { name: 'DVLA auctions, 20 November 2016' })).toBeVisible()
  await expectBare()

  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
  for (const query of [
    '?registration=J27&first=1985-08&q=no&taxed=long-sorn&mot=no',
    '?registration=AB1&first=1985-08&q=no&taxed=no&mot=historic',
  ]) {
    await page.goto(`/eligibility${query}`)
    expect([query, sheets(await page.pdf({ format: 'A4', margin }))]).toEqual([query, 1])
  }
  await expect(page.getByText('The certificate for AB 1, V750 or V778')).toBeVisible()
  await expectBare()
})

const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
