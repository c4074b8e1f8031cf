import type { Page } from '@playwright/test'
import { REFUSED } from '#app/features/find/find-answer.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test.use({ isOldest: true })

const field = (page: Page) => page.getByRole('searchbox', { name: 'A name, a word, initials or a year' })
const plate = (page: Page, registration: string) =>
  page
    .getByRole('main')
    .getByRole('img', { name: `Registration ${registration}`, exact: true })
    .first()

/**
 * Every layout shift counts, even just after a key. The focus itself makes room for answers, so its frame is awaited first, and
 * the last one before the shifts are read.
 */
async function watchShifts(page: Page) {
  const nextFrame = () =>
    page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  await page.evaluate(() => document.fonts.ready)
  await nextFrame()
  await page.evaluate(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { shifts })
  })
  return async () => {
    await nextFrame()
    return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  }
}

test('a typed name becomes a plate with what is known about it, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto('/')
  await expect(plate(page, 'SOP 111E')).toBeVisible()
  await field(page).focus()
  const shifts = await watchShifts(page)
  await field(page).pressSequentially('sandy')
  await expect(plate(page, 'S4 NDY')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /S4 NDY .*£14,950/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See S4 NDY' })).toHaveAttribute('href', '/plate/S4%20NDY')
  await field(page).fill('singh')
  await expect(page.getByRole('link', { name: /51 NGH.*Sold 2006, total, reported/ })).toBeVisible()
  await field(page).fill('sandy under £5,000')
  await expect(page.getByRole('status').filter({ hasText: 'We have none within £5,000' })).toBeVisible()
  await expect(plate(page, 'S4 NDY')).toHaveCount(0)
  await field(page).fill('slut')
  await expect(page.getByText(REFUSED)).toBeVisible()
  await field(page).fill('🚗')
  await expect(page.getByText('No registration reads like that.')).toBeVisible()
  await field(page).fill('')
  await expect(plate(page, 'SOP 111E')).toBeVisible()
  expect(await shifts()).toEqual([])
  await field(page).fill('sophie')
  await expect(page.getByRole('status').filter({ hasText: 'SOP 111E' })).toBeVisible()
  await expectAccessible(page, 'the search in the hero')
})

test('a name that is typed quickly sends one request, and Enter opens the page with all plates for it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  expect(asked.filter((path) => /live-answer|find\.json/.test(path))).toEqual([])
  await field(page).focus()
  const shifts = await watchShifts(page)
  await field(page).evaluate((input: HTMLInputElement) => {
    for (const text of ['s', 'sa', 'san', 'sand', 'sandy']) {
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await expect(page.getByRole('link', { name: 'See S4 NDY' })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/find.json'))).toEqual(['/find.json?q=SANDY'])
  expect(await shifts()).toEqual([])
  await field(page).press('Enter')
  await expect(page).toHaveURL('/find?q=sandy')
  await expect(page.getByRole('heading', { level: 2, name: 'SANDY' })).toBeVisible()
})

test('without a response the plate is still drawn, and one line says that it cannot be looked up', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/find.json*', (route) => route.abort())
  await page.goto('/')
  await field(page).fill('sandy')
  await expect(plate(page, 'S4 NDY')).toBeVisible()
  await expect(page.getByText('We can’t look that up just now.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All plates for SANDY' })).toBeVisible()
})
