import type { Page } from '@playwright/test'
import { PAGE_FAULT_PATH } from '#shared/text/page-fault.ts'
import { expect, test } from './base.ts'

const lineOn = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Some controls on this page do not respond.' })

function watchReports(page: Page) {
  const reports: Record<string, string>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === PAGE_FAULT_PATH)
      reports.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')))
  })
  return reports
}

test('a page that fails in the browser stays as the server sent it, works as without script, and reports the fault once', async ({
  context,
}) => {
  const page = await context.newPage()
  const reports = watchReports(page)
  let isBroken = true
  await page.route('**/explorer-page-*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: isBroken ? body.replaceAll('.flatMap(', '.theTill(') : body })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sales-explorer')
  await expect(lineOn(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('table.sales tbody tr')).toHaveCount(50)
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL('/sales-explorer#site-links')
  await page.getByRole('button', { name: 'Last 5 years' }).click()
  await expect(page).toHaveURL(/from=2021/)
  await expect(lineOn(page)).toBeVisible()
  isBroken = false
  await page.getByRole('link', { name: 'Load it again' }).click()
  await expect(page.locator('html[data-hydrated]')).toBeVisible()
  await expect(lineOn(page)).toHaveCount(0)
  const report = {
    page: 'sales-explorer',
    file: expect.stringMatching(/^explorer-page-[\w-]+\.js$/),
    message: expect.stringContaining('theTill is not a function'),
  }
  expect(reports).toEqual([report, report])
})

test('a page that fails once it has responded stays, too, and its links lead on', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/The till is broken/, /status of 429/)
  const reports = watchReports(page)
  await page.goto('/auction-calculator')
  await page.evaluate(() => {
    Array.prototype.flatMap = () => {
      throw new Error('The till is broken')
    }
  })
  await page.getByLabel('Your bid').fill('8800')
  await expect(lineOn(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(reports).toMatchObject([{ page: 'features/calculator/index', message: 'Error: The till is broken' }])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await expect(lineOn(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('Your bid')).toBeVisible()
})
