import type { Page } from '@playwright/test'
import { showing } from '../seed-sales.ts'
import { expect, test } from './base.ts'

const heads = (page: Page) => page.locator('table.sales').getByRole('columnheader')

for (const width of [320, 390, 430])
  for (const path of ['/sales-explorer', '/jersey/sales-explorer'])
    test(`the column headings of ${path} fit a phone of ${width} pixels without overlapping`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const boxes = await heads(page).evaluateAll((cells) =>
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
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })

test('a price that its source does not explain says so on a phone, and the page says what that means', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/sales-explorer?q=X1')
  await expect(page.getByText('A price as reported is one whose source does not say')).toBeVisible()
  const row = page
    .locator('table.sales tbody tr')
    .filter({ has: page.getByRole('link', { name: 'X 1', exact: true }) })
  await expect(row.getByText('as reported', { exact: true })).toBeVisible()
  await row.getByRole('link').click()
  await expect(page.getByText('as reported: the source does not say what it includes')).toBeVisible()
})

test('hammer price and total are set in the same type', async ({ page }) => {
  const typeOf = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => {
      const { fontFamily, fontSize, fontWeight, fontVariantNumeric, letterSpacing, color } =
        getComputedStyle(element)
      return [fontFamily, fontSize, fontWeight, fontVariantNumeric, letterSpacing, color]
    })
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/sales-explorer?q=25O')
    const cells = page.locator('table.sales tbody tr').first().getByRole('cell')
    expect(await typeOf(cells.nth(0))).toEqual(await typeOf(cells.nth(1)))
    await page.goto('/registration/25O')
    const figures = page.locator('section[aria-labelledby="sales"] dl dd')
    expect(await typeOf(figures.nth(0))).toEqual(await typeOf(figures.nth(1)))
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

test('a registration and its sale print on one sheet, also in dark mode, with the address of the source', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/registration/JB1')
  await expect(page.getByRole('heading', { name: 'From the hammer to the total' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText('What you can do')).toBeHidden()
  const [ink, paper] = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.documentElement)
    return [color, backgroundColor]
  })
  expect([ink, paper]).toEqual(['rgb(20, 24, 29)', 'rgb(255, 255, 255)'])
  const address = await page
    .getByRole('link', { name: 'Car Dealer Magazine' })
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(address).toMatch(/ \(.*https:\/\/cardealermagazine\.co\.uk/)
  expect(sheets(await page.pdf({ format: 'A4' }))).toBe(1)
})

const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
