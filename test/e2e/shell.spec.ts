import { menuLinks } from '#app/shared/ui/site-links.ts'
import { expectAccessible } from './a11y.ts'
import { expect, expectScrollLocked, test } from './base.ts'

const MENU = menuLinks.map(({ text }) => text)

test('the drawer can be opened, navigated and closed by keyboard', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  await expect(drawer.getByRole('listitem')).toHaveText(MENU)
  await expectAccessible(page, 'the open drawer')
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab')
    // From a modal dialog the focus may reach the browser's toolbar, never the page behind.
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await drawer.getByRole('link', { name: 'Browse Stock' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/plates')
  await expect(drawer).toBeHidden()
})

test('the drawer closes on a click outside it and on its button', async ({ page }) => {
  await page.goto('/about')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(drawer).toBeVisible()
  await page.mouse.move(40, 300)
  await expectScrollLocked(page)
  await page.mouse.click(40, 300)
  await expect(drawer).toBeHidden()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(drawer).toBeHidden()
})

test('a tooltip waits 700 ms, the next within 300 ms does not, and Escape closes it', async ({ page }) => {
  await page.clock.install({ time: '2026-01-01T10:00:00Z' })
  await page.goto('/')
  // The first pointer movement loads the tooltips.
  const [file] = await Promise.all([page.waitForResponse(/\/tooltips\./), page.mouse.move(10, 400)])
  await page.evaluate((address) => import(address), file.url())
  await page.clock.pauseAt('2026-01-01T11:00:00Z')
  const tooltip = page.getByRole('tooltip')
  await page.getByRole('button', { name: 'Open menu' }).hover()
  await page.clock.runFor(690)
  await expect(tooltip).toBeHidden()
  await page.clock.runFor(20)
  await expect(tooltip).toBeVisible()
  await expect(tooltip).toHaveText('Menu')
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
  await page.mouse.move(10, 400)
  await page.clock.runFor(150)
  await page.getByRole('button', { name: 'Open menu' }).hover()
  await page.clock.runFor(1)
  await expect(tooltip).toBeVisible()
})

test('an unknown address says so, in one line of the console too', async ({ page, expectedErrors }) => {
  expectedErrors.push(
    /404 \(Not Found\)/,
    /^404 Error: User attempted to access non-existent route: \/no\/such/,
  )
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto('/no/such/page')
  await expect.poll(() => consoleLines.filter((line) => line.includes('non-existent route'))).toHaveLength(1)
  await page.getByRole('main').getByRole('link', { name: 'Browse plates' }).click()
  await expect(page).toHaveURL('/plates')
})

test('a failure to render after a navigation shows the error page with its message', async ({
  page,
  expectedErrors,
}) => {
  // The limit of reports may have been used up by other tests.
  expectedErrors.push(/The till is broken/, /status of 429/)
  await page.goto('/')
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    const isNextPage = (await response.text()).includes('Our story')
    const failing = "export default function Page() { throw new Error('The till is broken') }"
    await route.fulfill({ response, ...(isNextPage && { body: failing }) })
  })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The till is broken')
  await expect(page).toHaveTitle('Unexpected Application Error! | Plateworthy')
  // Scripts that are fetched ahead may still be on their way.
  await page.unrouteAll({ behavior: 'wait' })
})

test('a page and the text of an article are prefetched while their links are hovered or focused', async ({
  page,
}) => {
  await page.goto('/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const expectAsset = (name: string) =>
    expect.poll(() => asked.some((path) => path.startsWith(`/assets/${name}-`))).toBe(true)
  await page.getByRole('link', { name: 'Contact Us' }).first().hover()
  await expectAsset('contact')
  await page.getByRole('main').getByRole('link', { name: 'valuation' }).first().focus()
  await expectAsset('valuations')
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goto('/news')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Read more.*JB 1 breaks record/ })
    .hover()
  await expectAsset('jb1-breaks-record')
})

test('a link in a list navigates within the document, and with Ctrl opens a new tab', async ({
  page,
  context,
}) => {
  await page.goto('/plates')
  await page.evaluate(() => Reflect.set(window, 'isSameDocument', true))
  const link = page.getByRole('link', { name: 'Enquire about 1 KP' })
  const opened = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  const beside = await opened
  await expect(beside).toHaveURL('/plate/1%20KP')
  await beside.close()
  await expect(page).toHaveURL('/plates')

  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: '1 KP' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true)
})

test('scripts cannot turn text into HTML outside the site’s Trusted Types policies', async ({ page }) => {
  await page.goto('/')
  const inject = (html: string) =>
    page.evaluate((text) => {
      const place = document.createElement('div')
      try {
        place.innerHTML = text
        return place.childNodes.length
      } catch (error) {
        return (error as Error).message
      }
    }, html)
  expect(await inject('text & more')).toBe(1)
  expect(await inject('<img src="x" onerror="alert(1)">')).toMatch(/Refused HTML/)
})

test('no page uses Intl, which would cost a phone a tenth of a second', async ({ page }) => {
  await page.addInitScript(() => {
    const used: string[] = []
    Reflect.set(window, 'usedLocaleRules', used)
    const record = (owner: object, name: string) => {
      const original = Reflect.get(owner, name)
      Reflect.set(
        owner,
        name,
        new Proxy(original, {
          apply(target, self, args) {
            used.push(name)
            return Reflect.apply(target, self, args)
          },
          construct(target, args) {
            used.push(name)
            return Reflect.construct(target, args)
          },
        }),
      )
    }
    for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules', 'ListFormat'])
      record(Intl, name)
    for (const prototype of [Number.prototype, Date.prototype]) record(prototype, 'toLocaleString')
    for (const name of ['toLocaleDateString', 'toLocaleTimeString']) record(Date.prototype, name)
    for (const name of ['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase'])
      record(String.prototype, name)
  })
  for (const path of [
    '/',
    '/plates',
    '/plate/1%20KP',
    '/sales-explorer',
    '/registration/JB1',
    '/shortlist',
    '/contact',
  ]) {
    await page.goto(path)
    const search = page.getByRole('searchbox').first()
    if (await search.isVisible()) {
      await search.fill('1')
      if (path === '/') await expect(page.getByRole('img', { name: /SOP 111E/ })).toBeHidden()
      else await expect(page).toHaveURL(/q=1/)
    }
    expect([path, await page.evaluate(() => Reflect.get(window, 'usedLocaleRules'))]).toEqual([path, []])
  }
})

test('the second page of a visit has its styles, which are loaded if the document of the first lacks them', async ({
  page,
}) => {
  let sheets = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets++
  })
  for (const [path, expected] of [
    ['/sell', 0], // names none, so it has all
    ['/about', 1],
  ] as const) {
    await page.goto(path)
    await page.evaluate(() => Reflect.set(window, 'isFirstDocument', true))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Browse Stock' }).click()
    await expect(page.locator('.plate-grid').first()).toHaveCSS('display', 'grid')
    expect(await page.evaluate(() => Reflect.get(window, 'isFirstDocument'))).toBe(true)
    expect(sheets).toBe(expected)
  }
})
