// The dots of the price scale on a plate's page, by keyboard and pointer.
import type { Page } from '@playwright/test'
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

test('nothing on the price scale overlaps or leaves it at any width, and each dot can be hit', async ({
  page,
}) => {
  for (const path of [PLATE, '/plate/B%20318', '/plate/614%20HK']) {
    await page.goto(path)
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [boxes, picture] = await evidence(page)
        .locator('figure > svg:visible')
        .evaluate((svg) => {
          const edges = (element: Element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return { left, right, top, bottom }
          }
          return [[...svg.querySelectorAll('text')].map(edges), edges(svg)] as const
        })
      expect(boxes.length).toBeGreaterThan(5)
      boxes.forEach((one, index) => {
        const where = `${path} at ${width} px`
        expect(one.left, where).toBeGreaterThanOrEqual(picture.left - 1)
        expect(one.right, where).toBeLessThanOrEqual(picture.right + 1)
        for (const other of boxes.slice(0, index)) {
          const isApart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top + 1 ||
            other.bottom <= one.top + 1
          expect(isApart, where).toBe(true)
        }
      })
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const dot = dots(page).last()
  const target = await dot.locator('rect').boundingBox()
  expect(Math.min(target?.height ?? 0, target?.width ?? 0)).toBeGreaterThanOrEqual(24)
  await dot.locator('circle').click()
  await expect(page).toHaveURL(/\/registration\/\w+$/)
})
