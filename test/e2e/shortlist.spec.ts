import type { Page } from '@playwright/test'
import { expectAccessible } from './a11y.ts'
import { expect, test, untilHydrated } from './base.ts'

const SENT = '/shortlist?p=WD1,RTL1,H34VEN,51NGH,AB12CDE'

const columns = (page: Page) => page.getByRole('main').getByRole('columnheader')
const headerLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Shortlist/ })
const sendList = (page: Page) => page.getByRole('button', { name: /^Send this / })

/** Opens a page with these plates saved, of which some may have been sold since. */
async function openWith(page: Page, path: string, ...registrations: string[]) {
  await page.addInitScript((list) => {
    if (!localStorage.getItem('plateworthy:shortlist'))
      localStorage.setItem('plateworthy:shortlist', JSON.stringify(list))
  }, registrations)
  await page.goto(path)
}

test('plates are saved from the lists, compared, removed and cleared', async ({ page }) => {
  await page.goto('/')
  const save = page.getByRole('main').getByRole('button', { name: /^Save / })
  await expect(headerLink(page)).toHaveCount(0)
  await save.first().click()
  await expect(headerLink(page)).toHaveAccessibleName('Shortlist: 1 saved')
  await page.goto('/plates')
  await page.getByRole('button', { name: 'Save H34 VEN' }).click()
  await expect(headerLink(page)).toHaveAccessibleName('Shortlist: 2 saved')
  await headerLink(page).click()
  await expect(page).toHaveTitle('Shortlist | Plateworthy')
  await expect(columns(page)).toHaveCount(2)
  await expectAccessible(page, 'the shortlist')
  await page.getByRole('button', { name: 'Remove H34 VEN from the shortlist' }).click()
  await expect(columns(page)).toHaveCount(1)
  await page.reload()
  await expect(columns(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear the shortlist' }).click()
  await expect(page.getByText('Your shortlist is empty.')).toBeVisible()
  await expect(headerLink(page)).toHaveCount(0)
})

test('plates that another tab adds are counted here, and corrupt storage breaks nothing', async ({
  page,
  context,
}) => {
  await page.goto('/plates')
  const other = await context.newPage()
  await other.goto('/plates')
  await untilHydrated(other)
  await other.getByRole('button', { name: 'Save 7 W' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 1 saved' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('plateworthy:shortlist', '{broken'))
  await page.reload()
  await expect(headerLink(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save 7 W' }).click()
  await expect(headerLink(page)).toHaveAccessibleName('Shortlist: 1 saved')
})

test('a saved plate that was sold is shown apart, with when and for how much, and can be removed', async ({
  page,
}) => {
  await openWith(page, '/shortlist', 'WD 1', '51 NGH', 'SO 1D')
  await expect(page.getByText('Sold in 2006 for £254,000 (total, reported).')).toBeVisible()
  const absent = page.getByRole('heading', { name: 'No longer for sale' })
  await expect(absent).toBeVisible()
  for (const plate of ['51 NGH', 'SO 1D'])
    await page.getByRole('button', { name: `Remove ${plate} from the shortlist` }).click()
  await expect(absent).toHaveCount(0)
  await expect(columns(page)).toHaveCount(1)
})

test('a list is sent with the share sheet, and nothing is copied, also if the sheet is closed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => {
        shared.push(data)
        if (shared.length === 2) throw new DOMException('The visitor closed it.', 'AbortError')
      },
    })
  })
  await openWith(page, '/shortlist', 'WD 1', 'H34 VEN')
  for (const times of [1, 2]) {
    await sendList(page).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared').length)).toBe(times)
  }
  const { origin } = new URL(page.url())
  const sheet = { title: 'Shortlist | Plateworthy', url: `${origin}/shortlist?p=WD1,H34VEN` }
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([sheet, sheet])
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveCount(0)
  await expect(page.getByLabel('Link to this list')).toHaveCount(0)
})

test('without a share sheet the address is copied, by keyboard alone, or shown and selected', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.assign(navigator, { canShare: undefined }))
  await openWith(page, '/shortlist', 'WD 1', 'H34 VEN')
  await expect(sendList(page)).toBeVisible()
  await page.getByRole('link', { name: 'Enquire about all 2' }).focus()
  await page.keyboard.press('Tab')
  await expect(sendList(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toBeVisible()
  const address = `${new URL(page.url()).origin}/shortlist?p=WD1,H34VEN`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.reload()
  await sendList(page).click()
  const field = page.getByLabel('Link to this list')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(address)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)
  await expectAccessible(page, 'the address of a list')
})

test('a list that was sent is saved, without losing what was saved before', async ({ page }) => {
  await openWith(page, SENT, '7 W', 'RTL 1')
  await page.getByRole('button', { name: 'Save all to my shortlist' }).click()
  await expect(headerLink(page)).toHaveAccessibleName('Shortlist: 4 saved')
  const open = page.getByRole('link', { name: 'Open my shortlist' })
  await expect(open).toBeFocused()
  await open.click()
  await expect(page).toHaveURL('/shortlist')
  await expect(columns(page)).toHaveCount(4)
  await page.goBack()
  await expect(columns(page)).toHaveCount(3)

  await test.step('a list that does not fit displaces no plate', async () => {
    const full = Array.from({ length: 23 }, (_, index) => `AB ${index + 1}`)
    await page.evaluate((list) => localStorage.setItem('plateworthy:shortlist', list), JSON.stringify(full))
    await page.goto(SENT)
    await page.getByRole('button', { name: 'Save all to my shortlist' }).click()
    await expect(page.getByText('A shortlist holds 24 plates, so 2 did not fit.')).toBeVisible()
    const saved = await page.evaluate(() => localStorage.getItem('plateworthy:shortlist'))
    expect(JSON.parse(saved ?? '')).toEqual([...full, 'WD 1'])
  })
})

test('on a phone the comparison scrolls within itself, and its first column stays', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto(SENT)
  const region = page.getByRole('region', { name: 'The plates side by side' })
  await region.focus()
  await page.keyboard.press('End')
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight')
  const term = page.getByRole('rowheader', { name: 'Price' })
  const inside = await region.boundingBox()
  await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100)
  await expect.poll(async () => (await term.boundingBox())?.x).toBeCloseTo(inside?.x ?? -1, 0)
  expect(await page.evaluate(() => scrollX)).toBe(0)
})
