import { OFFLINE } from '#desk/app/ui/form-answer.ts'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { addPlate, editPlate } from '#services/stock/edit-plate.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { addOrder } from '../add-order.ts'
import { addRows } from '../rows.ts'
import { expectAccessible, expectDarkContrast, expectNoOverflow } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

// From refused forms.
test.use({ expectedErrors: [/status of 4(?:00|09) /] })

async function plateOf({ database }: DeskSite, registration: string) {
  const plate = await findStockPlate(database, { registration })
  if (!plate) throw new Error(`There is no ${registration}`)
  return plate
}

test('a price is edited in its row with the keyboard: Escape restores it, Enter saves it, and a second Enter overwrites another person’s', async ({
  page,
  desk,
}) => {
  await desk.goto(page, '/stock?q=kp')
  const price = page.getByLabel('Price of 1 KP, in pounds')
  const before = await price.inputValue()
  await price.focus()
  await page.keyboard.type('94321')
  await page.keyboard.press('Escape')
  await expect(price).toHaveValue(before)
  await price.fill('94321')
  await page.keyboard.press('Enter')
  await expect(price).toHaveValue('£94,321')
  await expect(price).toBeFocused()
  expect((await plateOf(desk, '1 KP')).priceGbp).toBe(94321)

  const status = page.getByLabel('Status of 1 KP')
  await status.focus()
  await page.keyboard.press('ArrowDown')
  expect((await plateOf(desk, '1 KP')).status).toBe('for_sale')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 KP: a draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 KP is restored')).toBeVisible()
  const restored = await plateOf(desk, '1 KP')
  expect(restored).toMatchObject({ priceGbp: 94321, status: 'for_sale' })

  await price.fill('94000')
  await editPlate(
    desk.database,
    { id: restored.id },
    { priceGbp: '94500' },
    { person: 'Bob', via: 'desk' },
    keepDeals,
  )
  await price.press('Enter')
  await expect(page.getByRole('alert')).toContainText('£94,500')
  expect((await plateOf(desk, '1 KP')).priceGbp).toBe(94500)
  await price.press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await plateOf(desk, '1 KP')).priceGbp).toBe(94000)
  await price.fill('40')
  await price.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The price falls from £94,000 to £40. Save it anyway?')
  expect((await plateOf(desk, '1 KP')).priceGbp).toBe(94000)
  await price.press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(price).toHaveValue('£40')
  // What is selected while a price is saved stays selected when the saved one is shown.
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/desk/stock**',
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  await price.fill('41')
  await price.press('Enter')
  await price.selectText()
  held.resolve()
  await expect(price).toHaveValue('£41')
  await page.keyboard.type('40')
  await expect(price).toHaveValue('40')
  await page.keyboard.press('Enter')
  await expect(price).toHaveValue('£40')
  await price.fill('much')
  await price.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await price.press('Escape')
  await expect(price).toHaveValue('£40')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the bar of the stock counts what is selected, and a change of prices has a preview on a phone', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '/stock?q=1')
  await page
    .getByLabel(/^Select [^a]/)
    .nth(0)
    .check()
  await page
    .getByLabel(/^Select [^a]/)
    .nth(1)
    .check()
  await expect(page.getByLabel('2 selected')).toBeChecked()
  await expectAccessible(page, 'the stock')
  await expectDarkContrast(page, 'the stock')
  await page.getByRole('button', { name: 'Change prices' }).click()
  await page.getByLabel('Direction').selectOption('Down')
  await page.getByLabel('By how much').fill('10')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'Change 2 plates' })).toBeVisible()
  await expectAccessible(page, 'the preview')
})

test('the stock shows the whole day on which a certificate ends, with its year, on the narrowest phone', async ({
  page,
  desk,
}) => {
  await addPlate(
    desk.database,
    { registration: 'ZZ 78', priceGbp: '900', document: 'vehicle', documentExpiresOn: '2034-09-28' },
    { person: 'Ann', via: 'desk' },
  )
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await desk.goto(page, '/stock?q=zz78')
    const day = page.getByRole('table').getByText('to 28 Sep 2034')
    await expect(day).toBeVisible()
    const isWhole = await day.evaluate(
      (element) =>
        element.getBoundingClientRect().right <= (element.closest('td')?.getBoundingClientRect().right ?? 0),
    )
    expect([width, isWhole]).toEqual([width, true])
  }
  await expectNoOverflow(page, 'the stock with a certificate')
})

test('a plate is drawn while it is typed, and its page keeps what is refused', async ({ page, desk }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '/stock/new')
  const drawn = () => page.locator('.new-plate-drawn').innerHTML()
  const blank = await drawn()
  await page.getByLabel('Registration').fill('ab51xyz')
  await expect.poll(drawn).not.toBe(blank)
  await page.getByLabel('Price', { exact: true }).fill('950')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'AB51 XYZ', exact: true }).click()
  const cost = page.getByLabel('Cost')
  await cost.fill('lots')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(cost).toHaveAttribute('aria-invalid', 'true')
  await expect(cost).toHaveValue('lots')
  await expectAccessible(page, 'a plate')
  await cost.fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('£450')).toBeVisible()
})

test('Today, a sale and the changes fit a phone', async ({ page, desk }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '')
  await expectAccessible(page, 'Today')
  await desk.goto(page, `/stock/${(await plateOf(desk, 'H34 VEN')).id}`)
  await page.getByRole('link', { name: 'Reserve' }).first().click()
  await expect(page).toHaveURL(/\/reserve/)
  await expectNoOverflow(page, 'a reservation')
  await page.goBack()
  await page.getByRole('link', { name: 'Sell' }).first().click()
  await expect(page).toHaveURL(/\/sell/)
  await expectAccessible(page, 'a sale')
  await page.getByRole('button', { name: /^Sell / }).click()
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible()
  await desk.goto(page, '/changes')
  await expectNoOverflow(page, 'the changes')
})

test('what a sale asks about a deal is asked anew, with an empty box, if a payment has come since', async ({
  page,
  desk,
}) => {
  const order = await addOrder(desk.database, { plate_number: 'ZZ 77', name: 'Mrs Ash' })
  await desk.goto(page, `/stock/${order.plateId}/sell`)
  await expectAccessible(page, 'a sale with a deal')
  const box = page.getByLabel('Go on all the same')
  await box.check()
  const payment = { kind: 'deposit', amount: 50_000, paid_on: '2026-11-20', method: 'cash', person: 'Ann' }
  await addRows(desk.database, 'deal_payments', { ...payment, deal_id: order.id })
  const sell = page.getByRole('button', { name: 'Sell ZZ 77' })
  await sell.click()
  await expect(page.getByText('has agreed to buy ZZ 77, and has paid £500.')).toBeVisible()
  await expect(box).not.toBeChecked()
  await box.check()
  await sell.click()
  await expect(page.getByText('ZZ 77 sold for £1,235')).toBeVisible()
})

test('a form that is sent without a connection stays as it was typed, and is sent once that is back', async ({
  page,
  desk,
  context,
}) => {
  await desk.goto(page, `/stock/${(await plateOf(desk, 'H34 VEN')).id}`)
  const notes = page.getByLabel('Notes')
  await notes.fill('Typed in a tunnel')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(notes).toHaveValue('Typed in a tunnel')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('notes changed').first()).toBeVisible()
})
