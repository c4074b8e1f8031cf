import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

/** The files and rows that the page has asked for since; tooltips come with the first pointer that moves. */
function requestsOf(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(assets|rest)\/|\.data$/.test(pathname) && !pathname.includes('tooltips'))
      asked.push(pathname + search)
  })
  return asked
}

/** Until nothing more comes by itself. */
async function untilQuiet(asked: readonly string[]) {
  await expect.poll(() => asked).toContainEqual(expect.stringContaining('/assets/likely-pages'))
  let before = -1
  await expect
    .poll(
      () => {
        const isQuiet = asked.length === before
        before = asked.length
        return isQuiet
      },
      { intervals: [1_500] },
    )
    .toBe(true)
}

const reads = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/rest/v1/'))

for (const [from, name, heading, read] of [
  ['/', 'Browse Premium Stock', 'Number Plates For Sale', '/rest/v1/plates?'],
  ['/plates', 'Enquire about 1 KP', '1 KP', '/rest/v1/plates?select=*&plate_number=eq.1+KP'],
  ['/', 'Sales Explorer', 'Sales Explorer', '/rest/v1/sales?'],
  ['/find?q=sophie', 'SOP 111E', 'SOP 111E', '/registration/SOP111E.data'],
] as const)
  test(`${heading} is fetched while its link is pointed at, and its click asks for none of it again`, async ({
    page,
  }) => {
    const asked = requestsOf(page)
    await page.goto(from)
    await page.waitForLoadState('networkidle')
    const link = page.getByRole('link', { name }).filter({ visible: true }).first()
    await link.hover()
    await expect.poll(() => asked).toContainEqual(expect.stringContaining(read))
    await page.waitForLoadState('networkidle')
    expect(asked.some((path) => path.endsWith('.css'))).toBe(true)
    const before = [...asked]
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await page.waitForLoadState('networkidle')
    // Data of the server come out of the browser's cache, which renews them afterwards.
    const isAgain = (path: string) => before.includes(path) && !path.includes('.data')
    expect(asked.slice(before.length).filter(isAgain)).toEqual([])
  })

test('a page that is opened most has its code, styles and font before anybody points at a link to it', async ({
  page,
}) => {
  const asked = requestsOf(page)
  await page.goto('/')
  await untilQuiet(asked)
  expect(asked).toContainEqual(expect.stringContaining('/assets/newsreader-text'))
  const before = asked.length
  const link = page.getByRole('link', { name: 'Browse Premium Stock' })
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page.getByRole('link', { name: 'Enquire about 1 KP' })).toBeVisible()
  const files = asked.slice(before).filter((path) => !path.startsWith('/rest/v1/'))
  // That of the route, which only says where the page is.
  expect(files.length).toBeLessThanOrEqual(1)
})

test('a link that a pointer only passes, or that a finger only scrolls past, fetches nothing', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  const asked = requestsOf(page)
  await page.clock.install()
  await page.goto('/plates')
  await untilQuiet(asked)
  // No frame and no timer until the finger or pointer has left, however slow the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const first = asked.length
  const link = page.getByRole('link', { name: 'Enquire about 1 KP' })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  const box = await link.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x, y })
  for (const moved of [20, 60, 120]) await touch('touchMove', { x, y: y - moved })
  await touch('touchEnd')
  await page.clock.runFor(200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
  await page.mouse.move(x, y)
  await page.mouse.move(x, 0)
  await page.clock.runFor(200) // longer than a pointer has to rest
  await page.waitForTimeout(200) // for what would be asked
  expect(asked.slice(first)).toEqual([])
  await context.close()
})

test('who asks to save data fetches nothing before a click', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const asked = requestsOf(page)
  const link = page.getByRole('link', { name: 'Browse Premium Stock' })
  await link.hover()
  await page.waitForTimeout(1_500) // longer than a pointer has to rest, and than styles and code wait
  expect(asked).toEqual([])
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number Plates For Sale')
  expect(reads(asked)).not.toEqual([])
})

test.describe(() => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('a click works although everything that was begun before it has failed', async ({ page }) => {
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    let failed = 0
    await page.route(/\/rest\/v1\//, (route) => {
      failed++
      return route.abort()
    })
    const link = page.getByRole('link', { name: 'Browse Premium Stock' })
    await link.hover()
    await expect.poll(() => failed).toBeGreaterThan(0)
    await page.unroute(/\/rest\/v1\//)
    await link.click()
    await expect(page.getByRole('link', { name: 'Enquire about 1 KP' })).toBeVisible()
  })
})
