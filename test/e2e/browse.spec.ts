import type { Page } from '@playwright/test'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const cards = (page: Page) => page.getByRole('link', { name: /^Enquire about / })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const status = (page: Page) => page.getByRole('main').getByRole('status')

test('typing searches at once, without a request to the server, and adds one history entry', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto('/plates')
  await page.evaluate(() => document.fonts.ready)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await search(page).pressSequentially('heaven', { delay: 20 })
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('Reads as HEAVEN')).toBeVisible()
  await expect(status(page)).toHaveText('1 plate')
  await expect(page).toHaveURL('/plates?q=heaven')
  await expect(search(page)).toBeFocused()
  expect(asked.filter((path) => path.startsWith('/rest/') || path.endsWith('.data'))).toEqual([])

  await page.reload()
  await expect(search(page)).toHaveValue('heaven')
  await expect(cards(page)).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a search without results offers near misses', async ({ page }) => {
  await page.goto('/plates')
  await search(page).fill('garden')
  await expect(status(page)).toHaveText('No plate reads exactly as GARDEN, but these come close.')
  await expect(cards(page).first()).toHaveAccessibleName('Enquire about G4 RDN')
  await search(page).fill('xqzzj')
  await expect(status(page)).toContainText('Here are some of our other plates instead.')
  await expect(cards(page)).toHaveCount(6)
})

test('Back from a plate restores the search', async ({ page }) => {
  await page.goto('/plates')
  await search(page).fill('77')
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL('/plates?q=77')
  await cards(page).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BEN 77Y')
  await page.goBack()
  await expect(search(page)).toHaveValue('77')
  await expect(cards(page)).toHaveCount(1)
})

test('a link that is clicked while the search is being typed works, and Back restores the search', async ({
  page,
}) => {
  for (const [path, typed, name] of [
    ['/plates', 'heaven', 'Enquire about H34 VEN'],
    ['/sales-explorer', 'ngh', '51 NGH'],
  ] as const) {
    await page.goto(path)
    const field = page.getByRole('searchbox')
    const link = page.getByRole('link', { name, exact: true }).first()
    // The list is hydrated after its frame; before that, its links are those of the document.
    await field.fill(typed.slice(0, 2))
    await expect(page).toHaveURL(`${path}?q=${typed.slice(0, 2)}`)
    // In one step, before the address is updated.
    await field.evaluate((input, words) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      set?.call(input, words)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }, typed)
    await link.evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.replace('Enquire about ', ''))
    await page.waitForTimeout(400) // longer than the address's debounce
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await expect(page).toHaveURL(`${path}?q=${typed}`)
    await expect(field).toHaveValue(typed)
  }
})

test('on a phone the filters are collapsed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/plates')
  await expect(page.getByLabel('Format')).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Format').selectOption('Suffix')
  await expect(status(page)).toHaveText('4 plates, dearest first')
})

test('a shortlist is accessible, a plate can be removed, and it can be cleared', async ({ page }) => {
  await page.goto('/plates')
  const shortlist = page.getByRole('banner').getByRole('link', { name: /Shortlist/ })
  await expect(shortlist).toHaveCount(0)
  for (const plate of ['1 KP', 'H34 VEN']) await page.getByRole('button', { name: `Save ${plate}` }).click()
  await expect(shortlist).toHaveAccessibleName('Shortlist: 2 saved')
  await shortlist.click()
  await expect(page).toHaveTitle('Shortlist | Plateworthy')
  const columns = page.getByRole('main').getByRole('columnheader')
  await expect(columns).toHaveCount(2)
  await expectAccessible(page, 'the shortlist')

  await page.getByRole('button', { name: 'Remove 1 KP from the shortlist' }).click()
  await expect(columns).toHaveCount(1)
  await page.reload()
  await expect(columns).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear the shortlist' }).click()
  await expect(page.getByText('Your shortlist is empty.')).toBeVisible()
  await expect(shortlist).toHaveCount(0)
})

test('plates that another tab adds are counted here, and corrupt storage breaks nothing', async ({
  page,
  context,
}) => {
  await page.goto('/plates')
  const other = await context.newPage()
  await other.goto('/plates')
  await other.getByRole('button', { name: 'Save 7 W' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 1 saved' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('plateworthy:shortlist', '{broken'))
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: /Shortlist/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save 7 W' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 1 saved' })).toBeVisible()
})

test('a shortlisted plate that has been sold is shown as unavailable', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('plateworthy:shortlist', '["7 W","SO 1D"]'))
  await page.goto('/shortlist')
  await expect(page.getByRole('heading', { name: 'No longer for sale' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove SO 1D from the shortlist' }).click()
  await expect(page.getByRole('heading', { name: 'No longer for sale' })).toHaveCount(0)
})

test('a search field with text has a clear button that the keyboard can reach', async ({ page }) => {
  for (const path of ['/plates', '/sales-explorer', '/find', '/search']) {
    await page.goto(path)
    const field = page.getByRole('main').getByRole('searchbox')
    const clear = page.getByRole('main').getByRole('button', { name: 'Clear the search' })
    await expect(clear).toBeHidden()
    await field.fill('david')
    await page.keyboard.press('Tab')
    await expect(clear).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await expect(clear).toBeHidden()
  }
})

test('clearing the search shows the whole stock again', async ({ page }) => {
  await page.goto('/plates?q=heaven')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(cards(page)).toHaveCount(40)
  await expect(page).toHaveURL('/plates')
})
