import type { Page } from '@playwright/test'
import { expect, test, untilHydrated } from './base.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const isSameDocument = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSameDocument') === true)
const markDocument = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSameDocument', true))

test('news, guides and stories open with the data route blocked, without loading a document', async ({
  page,
}) => {
  await page.goto('/')
  const asked: string[] = []
  await page.route(/\.data(\?|$)/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await page.route('**/rest/v1/**', (route) => route.abort())
  await markDocument(page)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Read Latest News' }).click()
  await expect(heading(page, 'Latest News')).toBeVisible()
  await main.getByRole('link', { name: /^Read more.*JB 1 breaks record/ }).click()
  await expect(heading(page, /^JB 1 breaks record/)).toBeVisible()
  await expect(page.locator('.article-body')).toContainText('Bonhams')
  await page.goBack()
  await page.goBack()
  await main.getByRole('link', { name: 'View Info Guides' }).click()
  await main.getByRole('link', { name: /^Read more.*diplomatic/i }).click()
  await expect(page.getByRole('row', { name: /Australia/ })).toBeVisible()
  await page.goBack()
  await main.getByRole('link', { name: /^Read more.*Auction guides/ }).click()
  await expect(main).toContainText('(74 lots from the first auction, December 1989)')
  await main.getByRole('link', { name: 'Auction fees explained' }).click()
  await expect(heading(page, 'Auction fees explained')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Plate Stories' }).click()
  await main
    .getByRole('link', { name: /^Read more/ })
    .first()
    .click()
  await expect(main).toContainText('Published on')
  expect([asked, await isSameDocument(page)]).toEqual([[], true])
})

test('a navigation whose data cannot be read loads the document instead', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load resource|fetch)/)
  await page.goto('/news')
  await markDocument(page)
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route(/\.data(\?|$)/, (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(heading(page, 'Privacy Policy')).toBeVisible()
  await expect(page).toHaveURL('/privacy')
  expect(await isSameDocument(page)).toBe(false)
  await untilHydrated(page)
  expect(documents).toBe(1)
  await page.goBack()
  await expect(heading(page, 'Latest News')).toBeVisible()
})

test('a navigation whose code cannot be loaded still ends at its page', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to|Error loading route module|Importing/)
  await page.goto('/news')
  await page.route(/\/assets\/(privacy|jb1-breaks-record)[\w-]*\.js/, (route) => route.abort(), { times: 4 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy') // two documents later
  await expect(heading(page, 'Privacy Policy')).toBeVisible()
})

test('a navigation that takes over 300 ms shows that it is under way', async ({ page }) => {
  await page.goto('/news')
  await page.route(/privacy\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  const status = page.getByText('Loading the page...', { exact: true })
  await expect(status).toBeVisible()
  await expect(heading(page, 'Privacy Policy')).toBeVisible()
  await expect(status).toHaveCount(0)
})
