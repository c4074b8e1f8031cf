import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

/** As in app/shared/list/use-unmet-search.ts. */
const REST_MS = 2_000

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
  // The clock runs far ahead of a busy server, whose answers would come after their time limit.
  await page.route(/\/rest\/v1\/\w*sales/, (route) => route.fulfill({ json: [] }))
  await page.goto('/plates')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const type = async (text: string) => {
    await page.getByRole('searchbox', { name: 'Search' }).first().fill(text)
    await page.clock.runFor(REST_MS - 500)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(text)
  }
  const reportsLater = async () => {
    await page.clock.runFor(REST_MS)
    return reports
  }
  await type('Qxy zqx')
  await type('Qxy zqxk')
  expect(reports).toEqual([])
  await expect.poll(reportsLater).toEqual(['stock QXYZQXK'])
  await type('1 KP')
  await type('qxyzqxk')
  await page.clock.runFor(REST_MS)
  // A second report of the same search would come before this one.
  await type('qxyzqxq')
  await expect.poll(reportsLater).toEqual(['stock QXYZQXK', 'stock QXYZQXQ'])
})

test('a search of the sales that finds nothing is reported for its explorer', async ({ page }) => {
  const reports = reportsOf(page)
  await page.goto('/sales-explorer')
  await page.getByRole('searchbox', { name: 'What did it sell for?' }).fill('qxyzqxk')
  await expect.poll(() => reports).toEqual(['uk QXYZQXK'])
})
