/** Importing a stock list at the desk: from a workbook with oddities to plates for sale. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { oddWorkbook } from '../stock-lists/odd-list.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open()
})

test.afterAll(() => desk.close())

test.beforeEach(({ context }) => desk.signIn(context))

const listOf = (count: number) => {
  const path = join(desk.dataDir, `stock-${count}.xlsx`)
  writeFileSync(path, oddWorkbook(count))
  return path
}

const upload = async (page: Page, path: string) => {
  await desk.goto(page, '/import')
  await page.getByLabel('The list').setInputFiles(path)
  await page.getByRole('button', { name: 'Read the list' }).click()
}

const answerHeadings = async (page: Page) => {
  await page.getByLabel('Cherished No.').selectOption('Registration')
  await page.getByLabel('Trade').selectOption('Leave this column out')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('500 odd rows are for sale in a few clicks', async ({ page }) => {
  await upload(page, listOf(500))
  await expect(page.getByText('Say what these columns are.')).toBeVisible()
  await expectAccessible(page, 'the questions about headings')
  await answerHeadings(page)
  await expect(page.getByText(/needs? your decision/)).toBeVisible()
  await expectAccessible(page, 'the preview with open decisions')
  await page.getByLabel('Keep as drafts').check()
  await page.getByLabel('Accept as read').check()
  await page.getByLabel('Add 20%').check()
  await page.getByRole('button', { name: 'Apply to the rows below' }).click()
  await page.getByRole('button', { name: /^Add 455 plates$/ }).click()
  await expect(page.getByText('455 plates added, 0 changed.')).toBeVisible()
  await expectAccessible(page, 'the result')
  const { count } = await desk.client
    .from('plates')
    .select('id', { count: 'exact', head: true })
    .eq('is_available', true)
    .eq('is_demonstration', false)
  expect(count).toBe(428)
})

test('the same list again asks nothing and changes nothing', async ({ page }) => {
  await upload(page, listOf(500))
  await expect(page.getByText('There is nothing to import')).toBeVisible()
})

test('on a phone the rows can be read and filtered', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await upload(page, listOf(700))
  await expect(page.getByText(/needs? your decision/)).toBeVisible()
  await expectAccessible(page, 'the preview on a phone')
  await page
    .getByRole('navigation', { name: 'Rows by what happens to them' })
    .getByRole('link', { name: /^To decide/ })
    .click()
  await expect(page).toHaveURL(/fate=asked/)
  await expect(page.getByText('Unchanged', { exact: true })).toHaveCount(0)
})

test('a list can be imported without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await desk.signIn(context)
  const page = await context.newPage()
  await desk.goto(page, '/import')
  const path = join(desk.dataDir, 'two.csv')
  writeFileSync(path, 'Reg,Price\nAB 12,4500\nAB 13,POA\n')
  await page.getByLabel('The list').setInputFiles(path)
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByLabel('Keep as drafts').check()
  await page.getByRole('button', { name: 'Apply to the rows below' }).click()
  await page.getByRole('button', { name: 'Add 2 plates' }).click()
  await expect(page.getByText('2 plates added, 0 changed.')).toBeVisible()
  await context.close()
})

test('a web page with the name of a workbook is refused with a message', async ({ page }) => {
  const path = join(desk.dataDir, 'stock.xls')
  writeFileSync(path, '<html><table><tr><td>Reg</td></tr></table></html>')
  await upload(page, path)
  await expect(page.getByRole('alert')).toContainText('This is a web page (HTML) or XML')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByLabel('The list')).toBeVisible()
})
