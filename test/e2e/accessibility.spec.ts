import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const SCREENS = [
  '/',
  '/plates',
  '/plates?q=garden&format=prefix',
  '/find?q=sandy',
  '/plate/1%20KP',
  '/shortlist',
  '/plate/ZZ%2099',
  '/contact?plate=1%20KP&type=purchase',
  '/valuations',
  '/valuations/accuracy',
  '/news',
  '/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate',
  '/info',
  '/info/auction-fees-explained',
  '/info/diplomatic-number-plates-uk',
  '/info/nothing',
  '/auction-info',
  '/document-info',
  '/plate-stories',
  '/plate-stories/vip1-number-plate',
  '/sales-explorer',
  '/jersey/sales-explorer',
  '/sales-explorer/data',
  '/about',
  '/privacy',
  '/sitemap',
  '/no/such/page',
]

for (const width of [320, 1440])
  test(`no page violates WCAG AA or scrolls horizontally, ${width} px wide`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(180_000)
    expectedErrors.push(/404/)
    await page.setViewportSize({ width, height: 900 })
    for (const path of SCREENS) {
      await page.goto(path)
      await test.step(path, () => expectAccessible(page, path))
    }
  })

test('the open drawer is accessible', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the drawer')
})
