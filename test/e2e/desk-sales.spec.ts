import { findRows } from '../rows.ts'
import { expectAccessible, expectNoOverflow } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

const salesOf = async ({ database }: DeskSite, registration: string) =>
  findRows(database, 'sales', '*', { plate_number: registration })

test('a sale is recorded with its fees and doubts beside the form during typing, and once if the button is pressed twice', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '/sales/new')
  await page.getByLabel('Registration').fill('ab 7')
  await page.getByLabel('Month').selectOption('July')
  await page.getByLabel('Year').fill('2025')
  await page.getByLabel('Seller').fill('DVLA Auction')
  await page.getByLabel('Hammer price').fill('1,000')
  const account = page.getByRole('region', { name: 'What the fees come to' })
  await expect(account.getByRole('row', { name: 'Total £1,364' })).toBeVisible()
  await page.getByLabel('Total price').fill('1400')
  await expect(page.getByLabel('It is correct as typed')).toBeVisible()
  await expectAccessible(page, 'a new sale with a doubt')
  await page.getByLabel('Total price').fill('')
  await expect(page.getByLabel('It is correct as typed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Record', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'AB 7' })).toBeVisible()
  expect(await salesOf(desk, 'AB 7')).toMatchObject([{ hammer_price: 1000, total_price: 1364 }])
})

test('during typing, the page of a sale shows the exact entry of the public log', async ({ page, desk }) => {
  const [sale] = await salesOf(desk, 'JB 1')
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, `/sales/${sale?.id}`)
  const log = page.getByRole('region', { name: 'What the public log will say' })
  await page.getByLabel('Note').fill('Reported by its buyer.')
  await expect(log).toContainText('Reported by its buyer.')
  const reason = 'The house published a correction.'
  await page.getByLabel('Reason', { exact: true }).fill(reason)
  await expect(log).toContainText(reason)
  const change = await log.locator('blockquote p').nth(1).textContent()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await findRows(desk.database, 'corrections', ['change'], { reason })).toEqual([{ change }])
  await expectNoOverflow(page, 'a sale with a notice')
})

test('a sale that is saved right after a key is not checked any more, so that its notice is shown', async ({
  page,
  desk,
}) => {
  const [sale] = await salesOf(desk, 'VIP 1')
  await page.clock.install()
  await desk.goto(page, `/sales/${sale?.id}`)
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.getByLabel('Note').fill('Seen by its seller.')
  await page.getByLabel('Reason', { exact: true }).fill('The seller sent its invoice.')
  const checks: string[] = []
  page.on('request', (request) => /sales\/check/.test(request.url()) && checks.push(request.url()))
  const saving = Promise.withResolvers<void>()
  await page.route(`**/sales/${sale?.id}.data*`, async (route) => {
    await saving.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await page.clock.runFor(1_000)
  expect(checks).toEqual([])
  saving.resolve()
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('the sales are reached, searched and opened without a mouse', async ({ page, desk }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('jb1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'JB 1', exact: true })).toBeVisible()
  await expectAccessible(page, 'the sales')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'JB 1' })).toBeVisible()
})
