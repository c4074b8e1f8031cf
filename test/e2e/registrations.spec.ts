import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test('a visitor goes from a sale to its registration, and then to comparables', async ({ page }) => {
  await page.goto('/sales-explorer?q=1+TDX')
  await page.getByRole('link', { name: '1 TDX', exact: true }).first().click()
  await expect(page).toHaveURL('/registration/1TDX')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 TDX')
  await expect(page).toHaveTitle('1 TDX: What It Sold For | Plateworthy')
  await expect(page.getByRole('heading', { name: 'What it sold for' })).toBeVisible()
  // The dots of the price scale can be reached and followed by keyboard alone.
  const dot = page.getByRole('figure').getByRole('link').first()
  const name = (await dot.textContent()) ?? ''
  await dot.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/registration/1TDX')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).not.toHaveText('1 TDX')
  expect(name).toContain(await heading.textContent())
  await page.goBack()
  await expect(heading).toHaveText('1 TDX')
})

for (const javaScriptEnabled of [true, false])
  test(`a registration that is not ours can be requested and valued, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto('/registration/h123 abc', { waitUntil: 'networkidle' })
    await expect(page).toHaveURL('/registration/H123ABC')
    await page.getByRole('link', { name: 'Ask Us to Find It' }).click()
    await expect(page.getByLabel('Enquiry type')).toHaveValue('purchase')
    await expect(page.getByLabel('Plate number')).toHaveValue('H123 ABC')
    await expect(page.getByLabel('Subject')).toHaveValue('Looking for H123 ABC')
    await page.goBack()
    await page.getByRole('link', { name: 'Set an alert for H123 ABC' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plate Alerts')
    await expect(page.getByRole('main').getByRole('img', { name: /H123 ABC/ })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Value H123 ABC' }).click()
    await expect(page).toHaveURL('/valuations?plate=H123%20ABC')
    await expect(page.getByLabel('Plate number')).toHaveValue('H123 ABC')
    await context.close()
  })

test.describe('a mistyped registration', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('links to the intended registration', async ({ page }) => {
    await page.goto('/registration/AB12%20CDEF')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That is not a registration')
    await page.getByRole('link', { name: 'AB12 CDE', exact: true }).click()
    await expect(page).toHaveURL('/registration/AB12CDE')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AB12 CDE')
  })

  for (const width of [320, 1440])
    test(`is accessible, as every kind of page of a registration is, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      for (const registration of ['JB1', '1TDX', 'SAM1', '1KP', 'J27', 'Q123ABC', 'NOPE']) {
        await page.goto(`/registration/${registration}`)
        await expectAccessible(page, registration)
      }
    })
})
