import type { Page } from '@playwright/test'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'What did it sell for?' })
const status = (page: Page) => page.getByRole('region', { name: 'Sales', exact: true }).getByRole('status')
const rows = (page: Page) => page.locator('table.sales tbody tr')

test('a search finds a registration however it is spaced', async ({ page }) => {
  await page.goto('/sales-explorer')
  for (const [typed, registration] of [
    ['25o', '25 O'],
    ['1 hsv', '1 HSV'],
    ['J B-1', 'JB 1'],
  ] as const) {
    await search(page).fill(typed)
    await expect(
      page.locator('table.sales').getByRole('link', { name: registration, exact: true }),
    ).toBeVisible()
  }
})

test('look-alikes follow under a heading, counted and sorted separately', async ({ page }) => {
  await page.goto('/sales-explorer')
  await search(page).pressSequentially('s1ngh')
  await expect(status(page)).toHaveText(/ 1 sale matches, 3 more read as S1NGH$/)
  const names = async () =>
    (await rows(page).all()).map(async (row) =>
      (await row.getByRole('link').all())[0]?.getAttribute('aria-label'),
    )
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).nth(1)).toHaveText('Reads as S1NGH')
  expect(await Promise.all(await names())).toEqual(['S1 NGH', undefined, '51 NGH', 'MR51 NGH', 'DC51 NGH'])
  await page.getByRole('button', { name: 'Total Price' }).click()
  await expect(rows(page).nth(2).getByRole('link')).toHaveAttribute('aria-label', 'DC51 NGH')
  await expect(rows(page).nth(0).getByRole('link')).toHaveAttribute('aria-label', 'S1 NGH')
  await expectAccessible(page, 'what reads alike')
})

test('without script the heading and the counts are the same', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  })
  const page = await context.newPage()
  await page.goto('/sales-explorer?q=SINGH')
  await expect(status(page)).toHaveText(/ No sale matches, 4 read as SINGH$/)
  await expect(rows(page).first()).toHaveText('Reads as SINGH')
  await context.close()
})
