/** Importing sold prices and auction results at the desk: contradictions decided, written, and undone as one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { oneSheet } from '../cli/make-workbook.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open()
})

test.afterAll(() => desk.close())

test.beforeEach(({ context }) => desk.signIn(context))

/** 120 lots, every tenth of them unsold; one has another price in the corrected list. */
const results = (price = 1000) =>
  oneSheet([
    ['Results of the auction'],
    [],
    ['Lot No', 'Registration', 'Reserve', 'Current Price'],
    ...Array.from({ length: 120 }, (_, index) => [
      index + 1,
      `XD ${index + 11}`,
      250,
      index % 10 === 9 ? null : index === 0 ? price : 300 + index,
    ]),
  ])

async function upload(page: Page, name: string, content: string | Uint8Array) {
  const path = join(desk.dataDir, name)
  writeFileSync(path, content)
  await desk.goto(page, '/import')
  await page.getByLabel('The list').setInputFiles(path)
  await page.getByRole('button', { name: 'Read the list' }).click()
}

async function nameAuction(page: Page) {
  await expect(page.getByLabel('Auction', { exact: true })).toHaveValue('B999')
  await page.getByLabel('Month of the auction').fill('2025-06')
  await page.getByRole('button', { name: 'Continue' }).click()
}

const countLots = async () => {
  const lots = desk.client.from('sales').select('id', { count: 'exact', head: true })
  return (await lots.like('note', 'DVLA auction B999, lot %')).count
}

async function checkBothWidths(page: Page, what: string) {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${what}, ${width} wide`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${what}, ${width} wide`).toBeLessThanOrEqual(0)
  }
}

test('the results of an auction are detected, previewed and recorded', async ({ page, expectedErrors }) => {
  expectedErrors.push(/400/)
  await upload(page, 'B999 results.xlsx', results())
  await expect(page.getByLabel('Read as')).toHaveValue('auction')
  await page.getByLabel('Month of the auction').fill('June')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('“June” is not a month, such as 2025-11.')).toBeVisible()
  await checkBothWidths(page, 'the questions about the auction')
  await nameAuction(page)
  await expect(page.getByRole('button', { name: 'Add 108 sales' })).toBeVisible()
  await expect(page.getByText('Headings on row 3.')).toBeVisible()
  await checkBothWidths(page, 'the preview of an auction')
  await page
    .getByRole('navigation', { name: 'Rows by what happens to them' })
    .getByRole('link', { name: /^Left out/ })
    .click()
  await expect(page.getByText('unsold', { exact: true })).toHaveCount(12)
  await page.getByRole('button', { name: 'Add 108 sales' }).click()
  await expect(page.getByText('108 sales added, 0 completed, 0 corrected.')).toBeVisible()
  await checkBothWidths(page, 'the result')
  expect(await countLots()).toBe(108)
  await page.getByRole('link', { name: 'See them in the explorer' }).click()
  await expect(page).toHaveURL(/\/sales-explorer\?seller=DVLA\+Auction&from=2025/)
})

test('a corrected list shows its entries in the public log, and needs a reason', async ({ page }) => {
  await upload(page, 'B999.xlsx', results(1100))
  await nameAuction(page)
  await expect(page.getByRole('heading', { name: '1 row contradicts a sale on record' })).toBeVisible()
  await expect(page.getByText('Hammer price £1,000 → £1,100; total price £1,364 → £1,492')).toBeVisible()
  await checkBothWidths(page, 'the preview with a contradiction')
  await page.getByRole('group', { name: 'Decision for XD 11' }).getByLabel('Use the list’s values').check()
  await page.getByRole('button', { name: 'Apply the choices below' }).click()
  await expect(page.getByText('Say in one sentence why you are correcting the record.')).toBeVisible()
  await page.getByLabel('Reason for the corrections').fill('The auctioneer corrected its list.')
  await page.getByRole('button', { name: 'Apply the choices below' }).click()
  await page.getByRole('button', { name: 'Correct 1' }).click()
  await expect(page.getByText('0 sales added, 0 completed, 1 corrected.')).toBeVisible()
  const { data } = await desk.client.from('corrections').select('plate_number,reason')
  expect(data).toEqual([{ plate_number: 'XD 11', reason: 'The auctioneer corrected its list.' }])
})

test('an import is undone as a whole, also from the page of changes', async ({ page }) => {
  await desk.goto(page, '/changes')
  await page.getByRole('link', { name: /^Details of 0 sales added.*1 corrected/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/done=/)
  const sale = desk.client.from('sales').select('hammer_price').eq('plate_number', 'XD 11').single()
  expect((await sale).data).toEqual({ hammer_price: 1000 })

  const rows = 'XE 11,Bonhams,Jul 2024,900\nXE 12,Bonhams,Jul 2024,x\n'
  await upload(page, 'prices.csv', `Plate,Seller,Date,Hammer\n${rows}`)
  await expect(page.getByLabel('Read as')).toHaveValue('uk')
  await page.getByLabel('Leave out the 1 refused row').check()
  await page.getByRole('button', { name: 'Add 1 sale' }).click()
  await expect(page.getByText('1 sale added, 0 completed, 0 corrected.')).toBeVisible()
  const added = () => desk.client.from('sales').select('id').eq('plate_number', 'XE 11')
  expect((await added()).data).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo the whole import' }).click()
  await expect(page).toHaveURL(/done=/)
  expect((await added()).data).toEqual([])
})

test('without script a list is read as another kind, and imported', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await desk.signIn(context)
  const page = await context.newPage()
  await upload(page, 'mixed.csv', 'Reg,Price,Sold on\nJ 98765,4500,2024\n')
  await expect(page.getByLabel('Read as')).toHaveValue('stock')
  await page.getByLabel('Read as').selectOption('Sold prices (Jersey)')
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByRole('button', { name: 'Add 1 Jersey sale' }).click()
  await expect(page.getByText('1 Jersey sale added, 0 completed, 0 corrected.')).toBeVisible()
  await context.close()
})

test('a web page with the name of a workbook is refused with a message', async ({ page }) => {
  await upload(page, 'B999.xls', '<html><table><tr><td>Lot</td></tr></table></html>')
  await expect(page.getByRole('alert')).toContainText('This is a web page (HTML) or XML')
})
