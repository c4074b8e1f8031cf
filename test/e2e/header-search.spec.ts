import type { Page } from '@playwright/test'
import { site } from '#site.config.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const headerOf = (page: Page) => page.getByRole('banner')

test('on a phone a magnifier opens the field over the header, moves nothing, and searches the site', async ({
  page,
}) => {
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

test('the link to the shortlist appears in the header without moving anything, and the strapline stays', async ({
  page,
}) => {
  await page.goto('/plate/1%20KP')
  const main = page.getByRole('main')
  for (const width of [320, 390, 528, 768, 1100, 1248, 1344]) {
    await page.setViewportSize({ width, height: 800 })
    const boxes = () =>
      headerOf(page)
        .locator('a, button:visible, nav')
        .filter({ hasNotText: 'Shortlist' })
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect().toJSON()).filter(({ width }) => width > 0),
        )
    const before = await boxes()
    await main.getByRole('button', { name: 'Save' }).first().click()
    const link = headerOf(page).getByRole('link', { name: /Shortlist/ })
    await expect(link).toBeVisible()
    await expect(headerOf(page).getByText(site.strapline).first()).toBeInViewport({ ratio: 1 })
    expect([width, await boxes()]).toEqual([width, before])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await main
      .getByRole('button', { name: /^Saved / })
      .first()
      .click()
    await expect(link).toHaveCount(0)
  }
})
