import type { Page } from '@playwright/test'
import { requireRows } from '../../app/shared/backend/response.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })
// From refused forms.
test.use({ expectedErrors: [/status of 4(?:00|09) /] })

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open()
})

test.afterAll(() => desk.close())

test.beforeEach(({ context }) => desk.signIn(context))

const open = (page: Page, path: string) => desk.goto(page, path)
const salesOf = async (registration: string, table = 'sales') =>
  requireRows(await desk.client.from(table).select('*').eq('plate_number', registration))
const logOf = async (registration: string) =>
  requireRows(
    await desk.client
      .from('corrections')
      .select('kind,change,reason')
      .eq('plate_number', registration)
      .order('at'),
  )
/** The page after hydration. */
const ready = (page: Page) => expect(page.locator('html[data-hydrated]')).toHaveCount(1)

test('a sale is recorded with the calculation of its fees beside the form, and pressing the button twice records one sale', async ({
  page,
}) => {
  await open(page, '/sales')
  await page.getByRole('link', { name: 'Record a sale' }).click()
  await expect(page.getByRole('heading', { name: 'Record a sale' })).toBeVisible()
  await page.getByLabel('Registration').fill('ab 7')
  await page.getByLabel('Month').selectOption('July')
  await page.getByLabel('Year').fill('2025')
  await page.getByLabel('Seller').fill('DVLA Auction')
  await page.getByLabel('Hammer price').fill('1,000')
  const account = page.getByRole('region', { name: 'What the fees come to' })
  await expect(account.getByRole('row', { name: 'Total £1,364' })).toBeVisible()
  await expect(account.getByRole('row', { name: 'Assignment fee £80' })).toBeVisible()
  await page.getByLabel('Note').fill('<script>alert(1)</script> & “more”')
  await page.getByRole('button', { name: 'Record', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'AB 7' })).toBeVisible()
  await expect(page.getByText('a sale of AB 7 in 2025 recorded among sales.')).toBeVisible()
  expect(await salesOf('AB 7')).toMatchObject([
    {
      sale_year: 2025,
      sale_month: 7,
      hammer_price: 1000,
      total_price: 1364,
      price_basis: 'hammer',
      category: '3-Character',
      note: '<script>alert(1)</script> & “more”',
    },
  ])
  expect(await logOf('AB 7')).toEqual([])
  await page.getByRole('link', { name: 'On the site' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('AB 7')
})

test('during typing, the page shows the exact entry of the public log', async ({ page }) => {
  const [sale] = await salesOf('AB 7')
  await open(page, `/sales/${sale?.id}`)
  await ready(page)
  const log = page.getByRole('region', { name: 'What the public log will say' })
  await expect(log).toContainText('Nothing until you change something.')
  await page.getByLabel('Hammer price').fill('2000')
  await expect(log).toContainText('Hammer price £1,000 → £2,000; total price £1,364 → £2,648')
  await page.getByLabel('Reason', { exact: true }).fill('The house corrected its list.')
  await expect(log).toContainText('The house corrected its list.')
  const change = await log.locator('blockquote p').nth(1).textContent()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('On record: July 2025, DVLA Auction, hammer £2,000 reported')).toBeVisible()
  expect(await logOf('AB 7')).toEqual([{ kind: 'edited', change, reason: 'The house corrected its list.' }])
  await expect
    .poll(async () => (await fetch(`${desk.address}/sales-explorer/data`)).text())
    .toContain('The house corrected its list.')

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('On record: July 2025, DVLA Auction, hammer £1,000 reported')).toBeVisible()
  expect((await logOf('AB 7')).at(-1)).toMatchObject({
    kind: 'edited',
    change: 'Hammer price £2,000 → £1,000; total price £2,648 → £1,364',
    reason: expect.stringContaining('is withdrawn.'),
  })
})

test('doubts are shown and confirmed before a sale is saved', async ({ page }) => {
  const known = await salesOf('AB 7')
  await open(page, '/sales/new')
  await ready(page)
  await page.getByLabel('Registration').fill('a.b-7')
  await page.getByLabel('Year').fill('2025')
  await page.getByLabel('Seller').fill('DVLA Auction')
  await page.getByLabel('Hammer price').fill('1010')
  await expect(page.getByText('It may already be on record: July 2025')).toBeVisible()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing has been saved yet')
  expect(await salesOf('AB 7')).toEqual(known)
  await page.getByLabel('It is correct as typed').check()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('On record: 2025, DVLA Auction, hammer £1,010 reported')).toBeVisible()

  await open(page, '/sales/new')
  await ready(page)
  await page.getByLabel('Registration').fill('AB7')
  await page.getByLabel('Month').selectOption('July')
  await page.getByLabel('Year').fill('2025')
  await page.getByLabel('Seller').fill('DVLA Auction')
  await page.getByLabel('Hammer price').fill('1000')
  await expect(page.getByText('This sale is already on record')).toBeVisible()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This sale is already on record')
  expect(await salesOf('AB 7')).toHaveLength(2)

  const doubtful = (await salesOf('AB 7')).find(({ sale_month }) => sale_month === null)
  await open(page, `/sales/${doubtful?.id}`)
  await page.getByRole('region', { name: 'Changes of the last 30 days' }).getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Sales' })).toBeVisible()
  expect(await salesOf('AB 7')).toHaveLength(1)
})

test('a total that does not match the fees is a warning with the right total', async ({ page }) => {
  await open(page, '/sales/new')
  await ready(page)
  await page.getByLabel('Registration').fill('AB 9')
  await page.getByLabel('Month').selectOption('July')
  await page.getByLabel('Year').fill('2025')
  await page.getByLabel('Seller').fill('DVLA Auction')
  await page.getByLabel('Hammer price').fill('1000')
  await page.getByLabel('Total price').fill('1400')
  await expect(
    page.getByText(
      'With the fees of DVLA Auction a hammer price of £1,000 comes to £1,364, not £1,400: £36 more.',
    ),
  ).toBeVisible()
  await page.getByLabel('Month').selectOption('November')
  await expect(page.getByText('Sources disagree on the buyer’s premium')).toBeVisible()
})

test('a sale is removed with a reason, and restored by an undo with a preview', async ({ page }) => {
  const [sale] = await salesOf('J 27', 'jersey_sales')
  await open(page, '/sales?explorer=jersey&q=j27')
  await page.getByRole('link', { name: 'J 27', exact: true }).click()
  await ready(page)
  await page.getByText('Remove this sale').click()
  await page.getByRole('button', { name: 'Remove and publish' }).click()
  await expect(page.getByText('Say why in one sentence. It is published.')).toBeVisible()
  await page.getByLabel('Reason for removing it').fill('It fell through.')
  await page.getByRole('button', { name: 'Remove and publish' }).click()
  await expect(page).toHaveURL(/\/desk\/sales\?explorer=jersey&done=/)
  expect(await salesOf('J 27', 'jersey_sales')).toEqual([])

  await open(page, '/changes')
  await page.getByRole('link', { name: /Details of J 27: Removed/ }).click()
  await expect(page.getByRole('cell', { name: /^On record again: / })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('J 27: the sale is restored')).toBeVisible()
  expect(await salesOf('J 27', 'jersey_sales')).toEqual([{ ...sale, updated_at: expect.any(String) }])
  expect((await logOf('J 27')).map(({ kind }) => kind)).toEqual(['removed', 'restored'])
})

test('of two people who edit one sale, the second gets a conflict and loses nothing', async ({ page }) => {
  const [sale] = await salesOf('JB 1')
  await open(page, `/sales/${sale?.id}`)
  await ready(page)
  await page.getByLabel('Note').fill('Mine')
  await page.getByLabel('Reason', { exact: true }).fill('A note.')
  await desk.client
    .from('sales')
    .update({ source_url: 'https://example.com/theirs' })
    .eq('id', String(sale?.id))
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByRole('alert')).toContainText('has changed this sale since you opened it')
  await expect(page.getByLabel('Note')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('JB 1: Note', { exact: false }).first()).toBeVisible()
  expect((await salesOf('JB 1'))[0]).toMatchObject({
    note: 'Mine',
    source_url: 'https://example.com/theirs',
  })
})

test('sales are found by look-alikes, year and seller, without a mouse', async ({ page }) => {
  await open(page, '/')
  await ready(page)
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { name: 'Sales' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('jb1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'JB 1', exact: true })).toBeVisible()
  await open(page, '/sales?year=1800&seller=Nobody')
  await expect(page.getByText(/^[\d,]+ sales/)).toBeVisible()
  await open(page, '/sales')
  await page.getByLabel('Seller').selectOption('Bonhams')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(/^\d+ of [\d,]+ sales/)).toBeVisible()
  await expect(page.getByText('including those without a seller')).toBeVisible()
  for (const cell of await page.locator('.sales-seller').all())
    await expect(cell).toHaveText(/^(?:Bonhams|not recorded)$/)
})

test('invalid input is reported at its field, and nothing that was typed is lost', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await desk.signIn(context)
  const page = await context.newPage()
  await open(page, '/sales/new')
  await page.getByLabel('Registration').fill('AVI 2002')
  await page.getByLabel('Year').fill('1800')
  await page.getByLabel('Hammer price').fill('99999999999')
  await page.getByLabel('Total price').fill('POA')
  await page.getByLabel('Source').fill('javascript:alert(1)')
  await page.getByLabel('Note').fill('<b>x</b>')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  for (const message of [
    'is not one of its codes',
    '“1800” is not a year, such as 2025.',
    '“99999999999” is too large for a price.',
    '“POA” is not a price in pounds',
    'is not an address that begins with https://',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('<b>x</b>')
  const nextYear = new Date().getFullYear() + 1
  await page.getByLabel('Registration').fill('AB 11')
  await page.getByLabel('Year').fill(String(nextYear))
  await page.getByLabel('Hammer price').fill('500')
  await page.getByLabel('Total price').fill('400')
  await page.getByLabel('Source').fill('')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(`${nextYear} is in the future.`)).toBeVisible()
  await page.getByLabel('Year').fill('2020')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('The hammer price is above the total price')).toBeVisible()
  await page.getByLabel('Total price').fill('')
  await page.getByLabel('Month').selectOption('May')
  await page.getByLabel('Seller').fill('DVLA Auction')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('row', { name: 'Total £722' })).toBeVisible()
  expect(await salesOf('AB 11')).toEqual([])
  await context.close()
})

for (const width of [320, 1440])
  test(`the pages are accessible at ${width} px, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const [sale] = await salesOf('AB 7')
    const { data } = await desk.client.from('sale_changes').select('batch').order('at').limit(1)
    const paths = [
      '/sales',
      '/sales?explorer=jersey',
      '/sales/new',
      `/sales/${sale?.id}`,
      `/changes/${data?.[0]?.batch}`,
    ]
    for (const path of paths)
      await test.step(path, async () => {
        await open(page, path)
        await ready(page)
        await expectAccessible(page, path)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)
      })
  })
