/** Lists that are imported at the desk, on a phone. */
import type { Page } from '@playwright/test'
import { oneSheet } from '../cli/make-workbook.ts'
import { oddWorkbook } from '../stock-lists/odd-list.ts'
import { expectAccessible, expectNoOverflow } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

test.use({ viewport: { width: 320, height: 800 } })

async function upload(page: Page, desk: DeskSite, name: string, buffer: Buffer) {
  await desk.goto(page, '/import')
  await page.getByLabel('The list').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: 'Read the list' }).click()
}

test('a list of stock with odd rows is asked about, decided and written on a phone', async ({
  page,
  desk,
}) => {
  await upload(page, desk, 'stock.xlsx', oddWorkbook(60))
  await page.getByLabel('Cherished No.').selectOption('Registration')
  await page.getByLabel('Trade').selectOption('Leave this column out')
  await expectNoOverflow(page, 'the questions about headings')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeVisible()
  await expectAccessible(page, 'the preview with open decisions')
  const rowOutcomes = page.getByRole('navigation', { name: 'Rows by what happens to them' })
  await rowOutcomes.getByRole('link', { name: /^To decide/ }).click()
  await expect(page).toHaveURL(/outcome=needs-decision/)
  await page.getByLabel('Keep as drafts').check()
  await page.getByLabel('Accept as read').check()
  await page.getByLabel('Add 20%').check()
  await page.getByRole('button', { name: /^Apply/ }).click()
  await page.getByRole('button', { name: /^Add \d+ plates$/ }).click()
  await expect(page.getByRole('button', { name: 'Undo the whole import' })).toBeVisible()
  await expectNoOverflow(page, 'the result')
})

test('a contradiction of an auction’s results is decided in its row on a phone', async ({ page, desk }) => {
  const results = (price: number) =>
    oneSheet([
      ['Lot No', 'Registration', 'Reserve', 'Current Price'],
      [1, 'XD 11', 250, price],
      [2, 'XD 12', 250, 400],
    ])
  for (const price of [1000, 1100]) {
    await upload(page, desk, 'B999 results.xlsx', results(price))
    await expect(page.getByLabel('Read as')).toHaveValue('auction')
    await page.getByLabel('Month of the auction').fill('2025-06')
    await page.getByRole('button', { name: 'Continue' }).click()
    if (price === 1000) await page.getByRole('button', { name: 'Add 2 sales' }).click()
    await expect(page.getByText('XD 11').or(page.getByText('2 sales added')).first()).toBeVisible()
  }
  await expectAccessible(page, 'the preview with a contradiction')
  await page.getByRole('group', { name: 'Decision for XD 11' }).getByLabel('Use the list’s values').check()
  await page.getByLabel('Reason for the corrections').fill('The auctioneer corrected its list.')
  await page.getByRole('button', { name: 'Apply the choices below' }).click()
  await page.getByRole('button', { name: 'Correct 1' }).click()
  await expect(page.getByRole('button', { name: 'Undo the whole import' })).toBeVisible()
  await expectNoOverflow(page, 'the result')
})
