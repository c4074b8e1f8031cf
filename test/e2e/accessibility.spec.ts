import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

const SCREENS = [
  '/',
  '/plates',
  '/plates?q=garden&format=prefix',
  '/find?q=sandy',
  '/plate/1%20KP',
  '/shortlist',
  '/shortlist?p=WD1,RTL1,H34VEN,51NGH,AB12CDE',
  '/plate/ZZ%2099',
  // An estimate with amounts of six figures.
  '/registration/SAM1',
  '/contact?plate=1%20KP&type=purchase',
  '/contact?plate=1%20KP&type=purchase&wish=offer',
  '/sell',
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
  '/auction-calculator',
  '/auction-calculator?hammer=8800',
  '/auction-calculator?house=dvla&date=2025-06-01&budget=10000',
  '/eligibility',
  '/alerts?q=sam&to=5000',
  '/alerts?registration=SAM1&sent=yes',
  '/alerts/manage?key=unknown',
  '/about',
  '/privacy',
  '/sitemap',
  '/search?q=VIP%201',
  '/search?q=a',
  '/no/such/page',
]

for (const width of [320, 1440])
  test(`no page violates WCAG AA or scrolls horizontally, ${width} px wide`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(240_000)
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
