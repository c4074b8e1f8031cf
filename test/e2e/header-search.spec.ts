import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const headerOf = (page: import('@playwright/test').Page) => page.getByRole('banner')

test('on a desk the field in the header searches the whole site by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/about')
  await headerOf(page).getByRole('textbox', { name: 'Search the site' }).fill('auction fees')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=auction+fees')
  const guides = page.getByRole('region', { name: 'Guides, news and stories' })
  await guides.getByRole('link', { name: 'Auction fees explained' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Auction fees explained' })).toBeVisible()
  for (const name of ['Stock', 'Sold prices', 'Valuations', 'Guides'])
    await expect(headerOf(page).getByRole('link', { name, exact: true })).toBeVisible()
})

test('on a phone a magnifier opens the field over the header, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/plates')
  const opener = headerOf(page).getByRole('button', { name: 'Search' })
  const place = () => page.getByRole('heading', { level: 1 }).boundingBox()
  const before = await place()
  await opener.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Search the site' })
  await expect(field).toBeFocused()
  expect(await place()).toEqual(before)
  await expectAccessible(page, 'the open search')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(field).toBeHidden()
  await opener.click()
  await field.fill('1kp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 KP')
  await expect(page).toHaveURL('/plate/1%20KP')
})

test('the search works without script', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('textbox', { name: 'Search the site' }).fill('jb 1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Sold prices' })).toContainText('£608,600')
  await context.close()
})

test('the link to the shortlist appears in the header without moving anything', async ({ page }) => {
  for (const width of [320, 390, 528, 768, 1100, 1248, 1344]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/plate/1%20KP')
    const boxes = () =>
      headerOf(page)
        .locator('a, button:visible, nav')
        .filter({ hasNotText: 'Shortlist' })
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect().toJSON()).filter(({ width }) => width > 0),
        )
    const before = await boxes()
    await page.evaluate(() => localStorage.clear())
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(headerOf(page).getByRole('link', { name: /Shortlist/ })).toBeVisible()
    expect([width, await boxes()]).toEqual([width, before])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.evaluate(() => localStorage.clear())
  }
})
