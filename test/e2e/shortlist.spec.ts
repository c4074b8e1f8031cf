import type { Page } from '@playwright/test'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const SENT = '/shortlist?p=WD1,RTL1,H34VEN,51NGH,AB12CDE'

const columns = (page: Page) => page.getByRole('main').getByRole('columnheader')
const headerLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Shortlist/ })

const save = async (page: Page, ...registrations: string[]) => {
  await page.goto('/')
  await page.evaluate(
    (list) => localStorage.setItem('plateworthy:shortlist', JSON.stringify(list)),
    registrations,
  )
}

test('a plate is saved from the home page', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  await expect(headerLink(page)).toHaveAccessibleName('Shortlist: 1 saved')
})

test('a list is sent with the share sheet, and nothing is copied', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => void shared.push(data),
    })
  })
  await save(page, 'WD 1', 'H34 VEN')
  await page.goto('/shortlist')
  await page.getByRole('button', { name: 'Send this list' }).click()
  const { origin } = new URL(page.url())
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([
    { title: 'Shortlist | Plateworthy', url: `${origin}/shortlist?p=WD1,H34VEN` },
  ])
  await expect(page.getByText('The link is copied.')).toHaveCount(0)
})

test('closing the share sheet has no further effect', async ({ page }) => {
  await page.addInitScript(() =>
    Object.assign(navigator, {
      canShare: () => true,
      share: () => Promise.reject(new DOMException('The visitor closed it.', 'AbortError')),
    }),
  )
  await page.goto(SENT)
  await page.getByRole('button', { name: 'Send this list' }).click()
  await page.waitForTimeout(200)
  await expect(page.getByText('The link is copied.')).toHaveCount(0)
  await expect(page.getByLabel('Link to this list')).toHaveCount(0)
})

test('without a share sheet the address is copied, by keyboard alone, and opens for anyone', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.assign(navigator, { canShare: undefined }))
  await save(page, 'WD 1', 'H34 VEN')
  await page.goto('/shortlist')
  const send = page.getByRole('button', { name: 'Send this list' })
  await expect(send).toBeVisible()
  await page.getByRole('link', { name: 'Enquire about all 2' }).focus()
  await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied.' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())

  const other = await browser.newContext({ javaScriptEnabled: false })
  const receiver = await other.newPage()
  await receiver.goto(address)
  await expect(columns(receiver)).toHaveCount(2)
  await expect(receiver.getByRole('main').getByRole('button')).toHaveCount(0)
  await other.close()
})

test('if nothing can be copied, the address is shown and selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, { canShare: undefined })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto('/shortlist?p=WD1')
  await page.getByRole('button', { name: 'Send this plate' }).click()
  const field = page.getByLabel('Link to this list')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`${new URL(page.url()).origin}/shortlist?p=WD1`)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await field.inputValue())
  await expectAccessible(page, 'the address of a list')
})

test('a list that was sent is saved, without losing what was saved before', async ({ page }) => {
  await save(page, '7 W', 'RTL 1')
  await page.goto(SENT)
  await page.getByRole('button', { name: 'Save all to my shortlist' }).click()
  await expect(headerLink(page)).toHaveAccessibleName('Shortlist: 4 saved')
  const open = page.getByRole('link', { name: 'Open my shortlist' })
  await expect(open).toBeFocused()
  await open.click()
  await expect(page).toHaveURL('/shortlist')
  await expect(columns(page)).toHaveCount(4)
  await page.goBack()
  await expect(columns(page)).toHaveCount(3)
})

test('saving a list that does not fit displaces no plate saved before', async ({ page }) => {
  const full = Array.from({ length: 23 }, (_, index) => `AB ${index + 1}`)
  await save(page, ...full)
  await page.goto(SENT)
  await page.getByRole('button', { name: 'Save all to my shortlist' }).click()
  await expect(page.getByText('A shortlist holds 24 plates, so 2 did not fit.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('plateworthy:shortlist'))).toBe(
    JSON.stringify([...full, 'WD 1']),
  )
})

test('a saved plate that was sold says when and for how much', async ({ page }) => {
  await save(page, 'WD 1', '51 NGH')
  await page.goto('/shortlist')
  await expect(page.getByText('Sold in 2006 for £254,000 (total, reported).')).toBeVisible()
  await page.getByRole('button', { name: 'Remove 51 NGH from the shortlist' }).click()
  await expect(page.getByRole('heading', { name: 'No longer for sale' })).toHaveCount(0)
})

for (const width of [320, 1440])
  test(`the comparison is accessible and scrolls within itself alone, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(SENT)
    await expectAccessible(page, SENT)
    const region = page.getByRole('region', { name: 'The plates side by side' })
    await region.focus()
    await page.keyboard.press('End')
    for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight')
    const term = page.getByRole('rowheader', { name: 'Price' })
    const inside = await region.boundingBox()
    await expect.poll(async () => (await term.boundingBox())?.x).toBeCloseTo(inside?.x ?? -1, 0)
    if (width === 320)
      await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100)
    expect(await page.evaluate(() => scrollX)).toBe(0)
  })
