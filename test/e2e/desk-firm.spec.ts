import { expectAccessible, expectDarkContrast } from './a11y.ts'
import { expect, test } from './desk-site.ts'

// A refused form answers 400.
test.use({ expectedErrors: [/status of 400/] })

test('a group of settings is saved on its page, refused at the field that is wrong, corrected and reset', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '/firm')
  await page.getByRole('link', { name: 'How to reach you' }).click()
  const group = page.getByRole('main')
  const number = group.getByLabel('Number')
  const save = group.getByRole('button', { name: /^Save/ })
  await number.fill('call me')
  await save.click()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveValue('call me')
  await expect(number).toBeFocused()
  await expectAccessible(page, 'settings of the firm, refused')
  await number.fill('020 7946 0123')
  await group.getByLabel('When you answer').fill('every day, 9am to 7pm')
  await save.click()
  await expect(group.getByText(/^Saved: /)).toBeVisible()
  await group.getByRole('button', { name: /^Reset to default/ }).click()
  await expect(number).toHaveValue('')
  // A setting with its default shows no notice about it.
  await expect(group.getByText(/default/i)).toHaveCount(0)
})

test('a wording on VAT is suggested by the status, and a premium calculated as an example during typing', async ({
  page,
  desk,
}) => {
  await desk.goto(page, '/firm/prices')
  const prices = page.getByRole('main')
  await prices.getByLabel('Margin scheme: no VAT to add').check()
  await expect(prices.getByText('The wording says that prices include VAT')).toBeVisible()
  await prices.getByRole('button', { name: 'Use this wording' }).click()
  await expect(prices.getByLabel('Beside each price')).toHaveValue(/no VAT to add/)
  await expect(prices.getByText('The wording says that prices include VAT')).toHaveCount(0)
  await desk.goto(page, '/firm/auctions')
  const fees = page.getByRole('main')
  await expect(fees.getByRole('table')).toHaveCount(2)
  await fees.getByLabel('Rate, as a percentage').fill('7')
  await expect(fees.getByRole('table', { name: 'At 7%' }).getByText('£1,364')).toBeVisible()
  await expectDarkContrast(page, 'settings of the firm')
})

test('a template is written beside its preview, which names what is no placeholder', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await desk.goto(page, '/firm/templates/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Come and see it')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Come to {place} to see {plates|the plate}.')
  await expect(page.getByText('{place} is not a placeholder.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('Come to {firm} to see {plates|the plate}.')
  await expect(page.getByText('Come to Plateworthy to see ')).toBeVisible()
  await expectAccessible(page, 'a template')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Move “Come and see it” up' }).click()
  await expect(page.getByRole('listitem').nth(4)).toContainText('Come and see it')
})
