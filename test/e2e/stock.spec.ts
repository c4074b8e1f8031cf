import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test('navigation reads the REST API directly and shows a loading text', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/rest/') || pathname.endsWith('.data')) asked.push(pathname)
  })
  await page.route('**/rest/v1/plates*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto('/about')
  await page.evaluate(() => document.fonts.ready)
  asked.length = 0

  await page.getByRole('link', { name: 'Browse Stock' }).first().click()
  await expect(page.getByText('Loading plates...')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enquire about 1 KP' })).toBeVisible()
  await expect(page.getByText('Loading plates...')).toBeHidden()

  await page.getByRole('link', { name: 'Enquire about 1 KP' }).click()
  await expect(page.getByText('Loading plate details...')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '1 KP' })).toBeVisible()

  await page.getByRole('banner').getByRole('link', { name: 'Plateworthy' }).click()
  await expect(page.getByText('Loading featured plates...')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enquire about' })).toHaveCount(4)
  expect([...new Set(asked)]).toEqual(['/rest/v1/plates', '/rest/v1/sales', '/rest/v1/sales_comparable'])
})

test('a failing read ends its loading text and is logged to the console only', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /^Error fetching /)
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto('/about')
  let reads = 0
  await page.route('**/rest/v1/**', (route) => {
    reads++
    return route.fulfill({ status: 503, body: 'no backend here' })
  })

  await page.getByRole('link', { name: 'Browse Stock' }).first().click()
  const notice = page.getByRole('alert').filter({ hasText: 'We can’t show our plates just now' })
  await expect(notice.getByRole('link', { name: 'hello@plateworthy.example' })).toBeVisible()
  await expect(notice.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  // The number and the plates when the link was pointed at, and the number again after the click.
  expect(reads).toBe(3)
  await page.getByRole('banner').getByRole('link', { name: 'Plateworthy' }).click()
  await expect(page.getByRole('heading', { name: 'Featured Number Plates' })).toBeVisible()
  await expect(page.getByText('Loading featured plates...')).toBeHidden()
  await expect(notice).toBeVisible()
  await page.unroute('**/rest/v1/**')
  await page.getByRole('link', { name: 'View All Plates' }).click()
  await expect(page.getByRole('link', { name: 'Enquire about 1 KP' })).toBeVisible()
  await page.route('**/rest/v1/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Enquire about 1 KP' }).click()
  await expect(page.getByRole('heading', { name: 'Plate Not Found' })).toBeVisible()
  await expect(page.getByText('We can’t check our plates just now, so it may well be for sale')).toBeVisible()
  await expectAccessible(page, 'a plate that cannot be checked')
  for (const start of ['Error fetching plates', 'Error fetching featured plates', 'Error fetching plate '])
    expect(consoleLines.some((line) => line.startsWith(start))).toBe(true)
})

test('an invalid response counts as a failed read, and an empty one as a plate that is gone', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/^Error fetching plates/)
  const json = 'application/json'
  for (const badGateway of [
    { body: '[{"id":"a","plate_number":"A 1","pri', contentType: json },
    { body: '[{"id":7,"plate_number":7,"price":"dear"},null]', contentType: json },
  ]) {
    await page.goto('/about')
    await page.route('**/rest/v1/plates*', (route) => route.fulfill(badGateway))
    await page.getByRole('link', { name: 'Browse Stock' }).first().click()
    await expect(page.getByRole('alert').getByRole('link', { name: 'Contact Us' })).toBeVisible()
    await page.unroute('**/rest/v1/plates*')
  }

  await page.goto('/plates')
  await page.route('**/rest/v1/plates*', (route) =>
    route.fulfill({ json: [], headers: { 'Content-Range': '*/*' } }),
  )
  await page.getByRole('link', { name: 'Enquire about 1 KP' }).click()
  await expect(page.getByRole('heading', { name: 'Plate Not Found' })).toBeVisible()
  await expect(page.getByText('We can’t check our plates just now')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Plates' }).click()
  await expect(page).toHaveURL('/plates')
})

test('price and enquiry appear at the bottom of a phone once they are scrolled past', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/plate/1%20KP')
  const bar = page.getByRole('link', { name: 'Enquire', exact: true })
  await expect(bar).toHaveCount(0)
  await page.getByRole('heading', { name: 'Why Choose This Plate?' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 600)
  await expect(bar).toBeVisible()
  await bar.click()
  await expect(page).toHaveURL('/contact?plate=1%20KP&type=purchase')
})
