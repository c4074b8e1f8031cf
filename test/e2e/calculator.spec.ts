import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const PATH = '/auction-calculator'

test('each amount updates the other and the URL, without a request', async ({ page }) => {
  await page.goto('/info/auction-fees-explained')
  await page.getByRole('link', { name: 'auction fees calculator', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What Would I Pay?' })).toBeVisible()
  await page.getByLabel('Date of the auction').fill('2016-11-20')
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => {
    // The browser may ask for the icon of a new address.
    if (!request.url().endsWith('/icon.svg')) requests.push(request.url())
  })

  await page.getByLabel('Your bid').pressSequentially('8800')
  await expect(page.getByLabel('You pay')).toHaveValue('11,484.80')
  await expect(page.getByRole('row', { name: 'You pay £11,484.80' })).toBeVisible()
  await expect(page).toHaveURL(`${PATH}?date=2016-11-20&hammer=8800`)
  await expect(
    page.getByRole('status').filter({ hasText: 'A bid of £8,800 comes to £11,484.80.' }),
  ).toHaveCount(1)

  await page.getByLabel('You pay').fill('£12,000')
  await expect(page.getByLabel('Your bid')).toHaveValue('9,190')
  await expect(page.getByRole('row', { name: 'Left of your £12,000 £9.76' })).toBeVisible()
  await expect(page).toHaveURL(`${PATH}?date=2016-11-20&budget=12000`)
  expect(requests).toEqual([])

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Auction fees explained' })).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel('Your bid')).toHaveValue('9,190')
  await expect(page.getByLabel('You pay')).toHaveValue('12,000')
})

test('a date without rates links to one that has them, and back', async ({ page }) => {
  await page.goto(`${PATH}?house=dvla&date=2019-08-20&hammer=8800`)
  await expect(page.getByText('No source we have seen gives the fees')).toBeVisible()
  await page.getByRole('link', { name: 'November 2014 to July 2019' }).click()
  await expect(page.getByRole('row', { name: 'You pay £11,484.80' })).toBeVisible()
  await expect(page.getByLabel('Date of the auction')).toHaveValue('2019-07-01')
  await page.goBack()
  await expect(page.getByLabel('Date of the auction')).toHaveValue('2019-08-20')
  await expect(page.getByRole('row', { name: 'You pay £11,484.80' })).toHaveCount(0)
})

test('an invalid amount is reported at the field', async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Your bid').fill('ten')
  await expect(page.getByLabel('Your bid')).toHaveAccessibleDescription(/Type an amount in pounds/)
  await expect(page.getByLabel('You pay')).toHaveValue('')
  await page.getByLabel('Your bid').fill('1,000')
  await expect(page.getByLabel('You pay')).toHaveValue('1,364')
  await expect(page.getByRole('heading', { name: /If the premium is/ })).toHaveCount(2)
})

test('it works without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${PATH}?date=2016-11-20&hammer=8800`)
  await page.getByLabel('You pay').fill('12000')
  await page.getByRole('button', { name: 'Work It Out' }).click()
  await expect(page).toHaveURL(`${PATH}?house=dvla&date=2016-11-20&budget=12000`)
  await expect(page.getByLabel('Your bid')).toHaveValue('9,190')
  await page.getByLabel('Where').selectOption('Bonhams')
  await page.getByLabel('You pay').press('Enter')
  await expect(page.getByText('No source we have seen gives the fees at Bonhams')).toBeVisible()
  await context.close()
})

test('only the bill is printed', async ({ page }) => {
  await page.goto(`${PATH}?date=2016-11-20&hammer=8800`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'DVLA auctions, 20 November 2016' })).toBeVisible()
  await expect(page.getByRole('form')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})

for (const width of [320, 1440])
  test(`the calculator is accessible, ${width} px wide`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    for (const query of [
      '?date=2025-06-01&budget=50',
      '?house=bonhams&date=2025-07-11&hammer=9999999',
      '?date=2012-06-01&hammer=8800',
    ]) {
      await page.goto(PATH + query)
      await test.step(query, () => expectAccessible(page, query))
    }
  })
