import type { Page } from '@playwright/test'
import { describeUnreadPrice } from '#shared/text/written-amount.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'
import { translate } from './translated.ts'

test('every row of the explorers shows its own sale on a page that the browser has translated', async ({
  page,
}) => {
  await page.goto('/jersey/sales-explorer')
  const lost = await translate(page)
  await page.getByRole('button', { name: 'Date' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'J 5372' }) })
  await expect(page.getByRole('row').nth(1)).not.toContainText('£73,000')
  await expect(row).toContainText('£2,700')
  expect(await lost()).toEqual([])
})

/** What changes lists, counts and statuses without a new document. */
const CHANGES: Record<string, (page: Page) => Promise<void>> = {
  '/plates': async (page) => {
    const search = page.getByRole('searchbox', { name: 'Search' }).last()
    for (const typed of ['s', 'sa', 'DJB', 'xqzzj', '']) {
      await search.fill(typed)
      await expect(page).toHaveURL(typed ? `/plates?q=${typed}` : '/plates')
    }
    for (const to of ['9000', '90000', '100']) {
      await page.getByLabel('Price to').fill(to)
      await expect(page).toHaveURL(`/plates?to=${to}`)
    }
    await page.getByLabel('Price to').fill('lots')
    await expect(page.getByText(describeUnreadPrice('lots'))).toBeVisible()
    await page.getByLabel('Price to').fill('')
    await page.getByRole('button', { name: /^Save/ }).first().click()
  },
  '/sales-explorer': async (page) => {
    const search = page.getByRole('searchbox').last()
    for (const typed of ['s', 'singh', 's1ngh', '1ABC', '']) {
      await search.fill(typed)
      await expect(page).toHaveURL(typed ? `/sales-explorer?q=${typed}` : '/sales-explorer')
    }
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('button', { name: 'Last 5 years' }).click()
    await page.getByRole('checkbox', { name: 'Prefix' }).uncheck()
    await page.getByRole('button', { name: 'Next' }).first().click()
    await page.getByRole('button', { name: 'Date' }).click()
    await expect(page).toHaveURL(/sort=sale_date/)
    await page.getByRole('slider').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
  },
  '/auction-calculator': async (page) => {
    for (const [label, typed, address] of [
      ['Your bid', '8800', /hammer=8800/],
      ['You pay', '100', /budget=100$/],
      ['You pay', '10000', /budget=10000/],
      ['Date of the auction', '2024-05-01', /2024/],
      ['Date of the auction', '1990-05-01', /1990/],
      ['Date of the auction', '2025-11-20', /2025/],
    ] as const) {
      await page.getByLabel(label).fill(typed)
      await expect(page).toHaveURL(address)
    }
  },
  '/find?q=sandy': async (page) => {
    for (const typed of ['paul', 'singh']) {
      await page.getByRole('searchbox').last().fill(typed)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: typed })).toBeVisible()
    }
    await page.goBack()
    await expect(page.locator('form.find-form')).toHaveCount(1)
  },
}

for (const [path, change] of Object.entries(CHANGES))
  test(`no text of ${path} is lost once the browser has translated it`, async ({ page }) => {
    await page.goto(path)
    const lost = await translate(page)
    await change(page)
    expect(await lost()).toEqual([])
  })

test('no text of the desk is lost once the browser has translated it', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  const desk = await DeskSite.open()
  await desk.signIn(context)
  await desk.goto(page, '/stock')
  const lost = await translate(page)
  const status = page.getByRole('navigation', { name: 'Status' })
  for (const tab of ['All', 'Drafts', 'All']) {
    await status.getByRole('link', { name: tab }).click()
    await expect(status.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
  }
  for (const box of (await page.getByRole('checkbox', { name: /^Select / }).all()).slice(0, 2))
    await box.check()
  // By its plate, since a saved price can move the row.
  const price = page.getByRole('textbox', { name: /^Price of 7 W,/ })
  for (const typed of ['ten', '212345', '223456']) {
    await price.fill(typed)
    await price.press('Enter')
    await expect(
      typed === 'ten'
        ? page.getByRole('alert')
        : page.getByRole('status').filter({ hasText: typed.slice(-3) }),
    ).toBeVisible()
  }
  await page.getByRole('searchbox').fill('qqqq')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('“qqqq”')).toBeVisible()
  expect(await lost()).toEqual([])
  await desk.close()
})
