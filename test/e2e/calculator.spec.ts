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
    // The browser may ask for the icon of a new address, and the code of other pages comes by itself.
    if (!/\/icon\.svg$|\/assets\//.test(request.url())) requests.push(request.url())
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

test('an amount is corrected at its field, and a link to a date that has rates changes the form', async ({
  page,
}) => {
  await page.goto(PATH)
  const bid = page.getByLabel('Your bid')
  await bid.fill('ten')
  await expect(bid).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('You pay')).toHaveValue('')
  await bid.fill('1,000')
  await expect(page.getByLabel('You pay')).toHaveValue('1,364')
  await expect(page.getByRole('heading', { name: /If the premium is/ })).toHaveCount(2)

  const date = page.getByLabel('Date of the auction')
  await page.goto(`${PATH}?house=dvla&date=2019-08-20&hammer=8800`)
  await page.getByRole('link', { name: 'November 2014 to July 2019' }).click()
  await expect(page.getByRole('row', { name: 'You pay £11,484.80' })).toBeVisible()
  await expect(date).toHaveValue('2019-07-01')
  await page.goBack()
  await expect(date).toHaveValue('2019-08-20')
  await expect(page.getByRole('row', { name: 'You pay £11,484.80' })).toHaveCount(0)
})
