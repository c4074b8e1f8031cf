import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

const BANNER = /You're viewing archived data from 13 September 2025\. This may not reflect/
const OLD = {
  id: 'a',
  plate_number: 'OLD 1',
  sale_year: 2012,
  sale_month: 3,
  total_price: 500,
  where_sold: 'Bonhams',
}

/** Opens a page that a web archive has stored, and lists what it asks the archive for. */
async function openCopy(page: Page, baseURL: string | undefined, address: string, path: string) {
  const { origin, pathname } = new URL(address)
  const asked: string[] = []
  await page.route(`${origin}/**`, async (route) => {
    const url = new URL(route.request().url())
    const own = url.pathname.replace(pathname, '/')
    asked.push(own)
    if (own.startsWith('/data/')) {
      const data = own === '/data/sales.json' ? [OLD] : []
      return route.fulfill({
        json: { data, exportedAt: '2025-09-13T10:00:00.000Z', totalRecords: data.length },
      })
    }
    const response = await route.fetch({ url: `${baseURL}${own}${url.search}` })
    const { 'cross-origin-opener-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(address + path)
  await page.waitForLoadState('networkidle')
  return asked
}

test('an archived explorer and the sales that it leads to are in archive mode from the first page', async ({
  page,
  baseURL,
}) => {
  const address = 'http://web.archive.test/web/20250913000000/http://www.plates.test/'
  const asked = await openCopy(page, baseURL, address, 'sales-explorer?q=old')
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UK Number Plate Sales Explorer')
  await expect(page.getByRole('status')).toHaveText('Showing 1-1 of 1 sales (filtered from 1 total)')
  await page.getByRole('button', { name: 'Hammer Price' }).click()
  await expect(page).toHaveURL(/sales-explorer\?q=old&sort=hammer_price$/)
  await expect(page.getByRole('columnheader', { name: 'Hammer Price' }).first()).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('link', { name: 'OLD 1' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('OLD 1')
  await expect(page.getByText(BANNER)).toBeVisible()
  expect(asked).toContain('/data/sales.json')
  expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([])
  await page.goto(`${address}jersey/sales-explorer`)
  await expect(page.getByText(/You're viewing archived data.*Jersey sales information/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'JSY 1' }).first()).toBeVisible()
  await page.goto(`${address}registration/JB1`)
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JB 1')
  await expect(page.getByText('£608,600').first()).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([])
})

test('a link in an archived copy leads to the list that it names', async ({ page, baseURL }) => {
  const address = 'http://web.archive.test/web/20250913000000/http://www.plates.test/'
  await openCopy(page, baseURL, address, 'sitemap')
  await page.getByRole('main').getByRole('link', { name: 'Plate Stories' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plate Stories')
})
