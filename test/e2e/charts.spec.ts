// The explorer's charts under the hand; test/integration/charts.test.ts covers what they say.
import type { Page } from '@playwright/test'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const slider = (page: Page) => page.getByRole('slider', { name: /^Sales by date and price/ })
const tip = (page: Page) => page.locator('.chart-tip')

test('charts have one tab stop each, and the keyboard reads every sale and auction and opens a sale', async ({
  page,
}) => {
  await page.goto('/sales-explorer')
  await expect(page.getByRole('slider')).toHaveCount(2)
  await page.getByRole('slider', { name: /^Auctions by date/ }).focus()
  await page.keyboard.press('Home')
  await expect(tip(page)).toHaveText(
    /^DVLA Auction, January 2025median £1,310 of 75 sales \(95% interval £[\d,]+ to £[\d,]+\)$/,
  )
  await slider(page).focus()
  await expect(tip(page)).toHaveText(/^JB 1July 2025£608,600 in total \(reported\)Made the news$/)
  for (const summary of await page.getByText('The figures as a table').all()) await summary.click()
  await slider(page).focus()
  await expect(tip(page)).toBeVisible()
  await expectAccessible(page, 'charts that show a sale')
  await page.keyboard.press('Home')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /, (\w+ )?19\d\d, £/)
  const first = await slider(page).getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(slider(page)).not.toHaveAttribute('aria-valuetext', first ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', first ?? '')
  await page.keyboard.press('End')
  await expect(tip(page)).toContainText('November 2025')
  await expect(tip(page)).toContainText(/£[\d,]+ (under the hammer|in total) \((reported|computed)\)/)
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/registration\/[^/]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first?.split(',')[0] ?? '')
})

test('charts name the sale under the mouse, and a click opens it', async ({ page }) => {
  await page.goto('/sales-explorer')
  await slider(page).focus()
  const box = await page.locator('.chart-mark').boundingBox()
  await page.keyboard.press('Escape')
  await slider(page).blur()
  const [x, y] = [(box?.x ?? 0) + 9, (box?.y ?? 0) + 9]
  await page.mouse.move(x + 3, y - 3)
  await expect(tip(page)).toContainText('JB 1')
  await page.mouse.move(x, y - 200)
  await expect(tip(page)).toHaveCount(0)
  await page.mouse.move(x, y)
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/\/registration\/JB1$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('charts name the sale at the first tap and lead to it', async ({ page }) => {
    await page.goto('/sales-explorer')
    await slider(page).focus()
    const mark = page.locator('.chart-mark')
    await mark.scrollIntoViewIfNeeded()
    const box = await mark.boundingBox()
    await page.keyboard.press('Escape')
    await page.touchscreen.tap((box?.x ?? 0) + 9, (box?.y ?? 0) + 9)
    await expect(tip(page)).toContainText('JB 1')
    await tip(page).getByRole('link', { name: 'JB 1' }).tap()
    await expect(page).toHaveURL(/\/registration\/JB1$/)
  })
})
