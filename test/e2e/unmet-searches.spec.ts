import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

/** Collects the page's reports from now on, as 'stock XYZ'. */
function reportsOf(page: Page): string[] {
  const reports: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/functions/v1/unmet-search')) return
    const form = new URLSearchParams(request.postData() ?? '')
    reports.push(`${form.get('list')} ${form.get('term')}`)
  })
  return reports
}

test('a search of the stock that finds nothing is reported once, after typing has stopped', async ({
  page,
}) => {
  const reports = reportsOf(page)
  await page.goto('/plates')
  const search = page.getByRole('searchbox', { name: 'Search' }).first()
  await search.pressSequentially('Qxy zqxk', { delay: 20 })
  await page.waitForTimeout(1_000)
  expect(reports).toEqual([])
  await expect.poll(() => reports).toEqual(['stock QXYZQXK'])
  await search.fill('1 KP')
  await page.waitForTimeout(2_500)
  await search.fill('qxyzqxk')
  await page.waitForTimeout(2_500)
  expect(reports).toEqual(['stock QXYZQXK'])
})

test('a search of the sales that finds nothing is reported for its explorer', async ({ page }) => {
  const reports = reportsOf(page)
  await page.goto('/sales-explorer')
  await page.getByRole('searchbox', { name: 'What did it sell for?' }).fill('qxyzqxk')
  await expect.poll(() => reports).toEqual(['uk QXYZQXK'])
})
