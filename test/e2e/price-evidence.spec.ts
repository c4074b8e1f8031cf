// The dots of the price scale on a plate's page, by keyboard, touch and without script; and the registration look-up.
import type { Page } from '@playwright/test'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const PLATE = '/plate/1%20MWS'

const evidence = (page: Page) => page.getByRole('region', { name: 'What Similar Plates Sold For' })
const dots = (page: Page) => evidence(page).getByRole('figure').getByRole('link')

test('the Tab key moves between dots, lowest price first, and Enter opens one', async ({ page }) => {
  await page.goto(PLATE)
  const names = await dots(page).evaluateAll((links) =>
    links.map((link) => link.querySelector('title')?.textContent),
  )
  const shown = names.slice(-6)
  const prices = shown.map((name) => Number(/£([\d,]+) hammer/.exec(name ?? '')?.[1]?.replaceAll(',', '')))
  expect(prices).toEqual([...prices].sort((one, other) => one - other))
  const first = dots(page).first()
  await first.focus()
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  const second = dots(page).nth(1)
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleName(/^1 \S+, £[\d,]+ hammer, reported, \w+ 20\d\d$/)
  const registration = (await second.locator('text').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/registration/${registration.replace(' ', '')}`)
  await expect(page.getByRole('heading', { level: 1, name: registration })).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test(`on a phone ${javaScriptEnabled ? 'with' : 'without'} script, a tap on a dot and the look-up open a registration`, async ({
    browser,
  }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const context = await browser.newContext({ ...phone, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(PLATE)
    const dot = dots(page).last()
    const registration = (await dot.locator('text').textContent()) ?? ''
    const target = await dot.locator('rect').boundingBox()
    expect(Math.min(target?.height ?? 0, target?.width ?? 0)).toBeGreaterThanOrEqual(24)
    await dot.locator('circle').tap()
    await expect(page).toHaveURL(`/registration/${registration.replace(' ', '')}`)

    await page.goto('/valuations')
    const field = page.getByLabel('What is your registration?')
    await field.fill('abcd')
    await page.getByRole('button', { name: 'Look It Up' }).tap()
    await expect(field).toHaveAccessibleDescription(/ABCD has no figures/)
    await expect(field).toHaveValue('abcd')
    await field.fill('1 mws')
    await page.getByRole('button', { name: 'Look It Up' }).tap()
    await expect(page).toHaveURL('/registration/1MWS')
    await context.close()
  })

for (const width of [320, 390, 820, 1440])
  test(`nothing on the rule overlaps or leaves it at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [PLATE, '/plate/B%20318', '/plate/614%20HK']) {
      await page.goto(path)
      const boxes = await evidence(page)
        .locator('figure > svg:visible text')
        .evaluateAll((texts) =>
          texts.map((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect()
            return { left, right, top, bottom }
          }),
        )
      const picture = await evidence(page).locator('figure > svg:visible').boundingBox()
      expect(boxes.length).toBeGreaterThan(5)
      boxes.forEach((one, index) => {
        expect(one.left).toBeGreaterThanOrEqual((picture?.x ?? 0) - 1)
        expect(one.right).toBeLessThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0) + 1)
        for (const other of boxes.slice(0, index)) {
          const isApart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top + 1 ||
            other.bottom <= one.top + 1
          expect(isApart).toBe(true)
        }
      })
    }
  })

test('the evidence and the look-up are accessible', async ({ page, expectedErrors }) => {
  expectedErrors.push(/400 \(Bad Request\)/)
  for (const path of [PLATE, '/plate/386%20UPD', '/registration?q=abcd', '/valuations']) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
})
