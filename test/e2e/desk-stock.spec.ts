import type { Page } from '@playwright/test'
import { editPlate } from '../../services/stock/edit-plate.ts'
import { findStockPlate } from '../../services/stock/stock-store.ts'
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

const open = (page: Page, path: string) => desk.goto(page, path)
const priceOf = (page: Page, registration: string) => page.getByLabel(`Price of ${registration}, in pounds`)

async function plateOf(registration: string) {
  const plate = await findStockPlate(desk.client, { registration })
  if (!plate) throw new Error(`There is no ${registration} in the seed`)
  return plate
}

test('a plate is sold in two taps, off the site within a minute, and restored by its undo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/stock?q=heaven')
  const began = Date.now()
  await page.getByRole('link', { name: 'Sell H34 VEN' }).click()
  await page.getByRole('button', { name: 'Sell H34 VEN' }).click()
  await expect(page.getByText('H34 VEN sold for')).toBeVisible()
  await expect
    .poll(async () => (await fetch(`${desk.address}/plate/H34%20VEN`)).status, { timeout: 60_000 })
    .toBe(404)
  expect(Date.now() - began).toBeLessThan(60_000)
  expect(await (await fetch(`${desk.address}/plates`)).text()).not.toContain('Registration H34 VEN')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('H34 VEN is restored')).toBeVisible()
  expect((await fetch(`${desk.address}/plate/H34%20VEN`)).status).toBe(200)
})

test('a price is edited in its row with the keyboard: Escape restores it, Enter saves it', async ({
  page,
}) => {
  await open(page, '/stock')
  const price = priceOf(page, '1 KP')
  const before = await price.inputValue()
  await price.focus()
  await page.keyboard.type('4321')
  await page.keyboard.press('Escape')
  await expect(price).toHaveValue(before)

  await price.fill('4321')
  await page.keyboard.press('Enter')
  await expect(price).toHaveValue('£4,321')
  await expect(price).toBeFocused()
  await expect(page.getByText('£4,321.')).toBeVisible()
  expect((await plateOf('1 KP')).priceGbp).toBe(4321)

  const status = page.getByLabel('Status of 1 KP')
  await status.focus()
  await page.keyboard.press('ArrowDown')
  expect((await plateOf('1 KP')).status).toBe('for_sale')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 KP: a draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 KP is restored')).toBeVisible()
  expect(await plateOf('1 KP')).toMatchObject({ priceGbp: 4321, status: 'for_sale' })
})

test('a price that someone else has changed is shown, and only overwritten deliberately', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409|400/)
  await open(page, '/stock')
  const price = priceOf(page, '1 KP')
  await price.fill('4000')
  const { id } = await plateOf('1 KP')
  await editPlate(desk.client, { id }, { priceGbp: '4500' }, { person: 'Bob', via: 'desk' })
  await price.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Bob has changed this to £4,500 since you opened it.')
  expect((await plateOf('1 KP')).priceGbp).toBe(4500)
  await price.press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await plateOf('1 KP')).priceGbp).toBe(4000)

  await price.fill('much')
  await price.press('Enter')
  await expect(page.getByRole('alert')).toContainText('is not a price in pounds')
  await price.press('Escape')
  await expect(price).toHaveValue('£4,000')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('prices are changed by a rule with a preview, and undone as one', async ({ page }) => {
  await open(page, '/stock')
  const [first, second] = [await plateOf('WD 1'), await plateOf('TW 5')]
  await page.getByLabel('Select WD 1').check()
  await page.getByLabel('Select TW 5').check()
  await expect(page.getByLabel('2 selected')).toBeChecked()
  await page.getByRole('button', { name: 'Change prices' }).click()
  await page.getByLabel('Direction').selectOption('Down')
  await page.getByLabel('By how much').fill('10')
  await page.getByLabel('To the nearest').selectOption('£50')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('row', { name: /WD 1/ })).toContainText('£')
  expect((await plateOf('WD 1')).priceGbp).toBe(first.priceGbp)
  await expectAccessible(page, 'the preview')
  await page.getByRole('button', { name: 'Change 2 plates' }).click()
  await expect(page.getByText('2 prices down 10% to the nearest £50.')).toBeVisible()
  expect((await plateOf('TW 5')).priceGbp).toBeLessThan(second.priceGbp ?? 0)

  await open(page, '/changes')
  await page.getByRole('link', { name: /Details of 2 prices down 10%/ }).click()
  await expect(page.getByText('2 plates will go back to how they were:')).toBeVisible()
  await expectAccessible(page, 'the undo')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('This change has already been undone.')).toBeVisible()
  expect([await plateOf('WD 1'), await plateOf('TW 5')].map(({ priceGbp }) => priceGbp)).toEqual([
    first.priceGbp,
    second.priceGbp,
  ])
})

test('a plate is entered, drawn and added, and its page keeps what is typed', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  await open(page, '/stock/new')
  await page.getByLabel('Registration').fill('ab51xyz')
  await page.getByLabel('Price', { exact: true }).fill('950')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('AB51 XYZ added at £950')).toBeVisible()
  await page.getByRole('link', { name: 'AB51 XYZ', exact: true }).click()
  await page.getByLabel('Cost').fill('lots')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('is not a price in pounds')).toBeVisible()
  await expect(page.getByLabel('Cost')).toHaveValue('lots')
  await page.getByLabel('Cost').fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Margin')).toBeVisible()
  await expect(page.getByText('£450')).toBeVisible()
})

for (const width of [320, 1440])
  test(`Today, stock and changes are accessible and do not scroll sideways, ${width} px wide`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 900 })
    const { id } = await plateOf('1 KP')
    for (const path of [
      '/',
      '/stock',
      '/stock?status=all&q=kp',
      '/stock?status=sold',
      `/stock/${id}`,
      `/stock/${id}/sell`,
      `/stock/${id}/reserve`,
      '/stock/new',
      '/stock/bulk',
      '/changes',
    ]) {
      await open(page, path)
      await test.step(path, () => expectAccessible(page, path))
    }
  })
