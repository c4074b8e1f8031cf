/** Importing sold prices and auction results at the desk: contradictions decided, written, and taken back as one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { oneSheet } from '../cli/make-workbook.ts'
import { DeskVisitor, openServiceClient, readFirstLink } from '../desk.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

let dataDir: string
let site: SiteProcess
let client: BackendClient
let cookies: Map<string, string>

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-import-sales-'))
  site = new SiteProcess({ DATA_DIR: dataDir })
  await site.start()
  client = openServiceClient(dataDir, site.address, fetch)
  const visitor = new DeskVisitor((path, init) => fetch(site.address + path, init), site.address)
  await visitor.join(await readFirstLink(client, site.address), { name: 'Ann', email: 'ann@plates.test' })
  cookies = visitor.cookies
})

test.afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true })
})

test.beforeEach(({ context }) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.address }))),
)

/** 120 lots, of which every tenth was not sold; one has another price in the corrected list. */
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
  const path = join(dataDir, name)
  writeFileSync(path, content)
  await page.goto(`${site.address}/desk/import`)
  await page.getByLabel('The list').setInputFiles(path)
  await page.getByRole('button', { name: 'Read the list' }).click()
}

async function nameAuction(page: Page) {
  await expect(page.getByLabel('Auction', { exact: true })).toHaveValue('B999')
  await page.getByLabel('Month of the auction').fill('2025-06')
  await page.getByRole('button', { name: 'Continue' }).click()
}

const countLots = async () => {
  const lots = client.from('sales').select('id', { count: 'exact', head: true })
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

test('the results of an auction are found out, previewed and recorded', async ({ page, expectedErrors }) => {
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

test('a corrected list says what the public log will say, and needs a reason', async ({ page }) => {
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
  const { data } = await client.from('corrections').select('plate_number,reason')
  expect(data).toEqual([{ plate_number: 'XD 11', reason: 'The auctioneer corrected its list.' }])
})

test('an import is taken back as a whole, also from the page of changes', async ({ page }) => {
  await page.goto(`${site.address}/desk/changes`)
  await page.getByRole('link', { name: /^Details of 0 sales added.*1 corrected/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/done=/)
  const sale = client.from('sales').select('hammer_price').eq('plate_number', 'XD 11').single()
  expect((await sale).data).toEqual({ hammer_price: 1000 })

  const rows = 'XE 11,Bonhams,Jul 2024,900\nXE 12,Bonhams,Jul 2024,x\n'
  await upload(page, 'prices.csv', `Plate,Seller,Date,Hammer\n${rows}`)
  await expect(page.getByLabel('Read as')).toHaveValue('uk')
  await page.getByLabel('Leave out the 1 refused row').check()
  await page.getByRole('button', { name: 'Add 1 sale' }).click()
  await expect(page.getByText('1 sale added, 0 completed, 0 corrected.')).toBeVisible()
  const added = () => client.from('sales').select('id').eq('plate_number', 'XE 11')
  expect((await added()).data).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo the whole import' }).click()
  await expect(page).toHaveURL(/done=/)
  expect((await added()).data).toEqual([])
})

test('without script a list is read as another kind, and imported', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.address })))
  const page = await context.newPage()
  await upload(page, 'mixed.csv', 'Reg,Price,Sold on\nJ 98765,4500,2024\n')
  await expect(page.getByLabel('Read as')).toHaveValue('stock')
  await page.getByLabel('Read as').selectOption('Sold prices (Jersey)')
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByRole('button', { name: 'Add 1 Jersey sale' }).click()
  await expect(page.getByText('1 Jersey sale added, 0 completed, 0 corrected.')).toBeVisible()
  await context.close()
})

test('a web page that calls itself a workbook is refused with words', async ({ page }) => {
  await upload(page, 'B999.xls', '<html><table><tr><td>Lot</td></tr></table></html>')
  await expect(page.getByRole('alert')).toContainText('This is a web page (HTML) or XML')
})
