import { expectAccessible, expectDarkContrast, expectNoOverflow } from './a11y.ts'
import { test } from './base.ts'

/**
 * Every page of the site. `axe` marks one page for each state of each template; the other addresses show the same
 * template in the same state, and are only measured and hydrated. States that need a click are checked by the tests that
 * reach them.
 */
const SCREENS: Record<string, [path: string, ...checks: ('axe' | 'dark')[]][]> = {
  'of the stock': [
    ['/', 'axe', 'dark'],
    ['/plates', 'axe'],
    ['/plates?q=garden&format=prefix', 'axe'],
    ['/plates?q=singh&to=5000'],
    ['/plate/1%20KP', 'axe', 'dark'],
    ['/plate/1%20MWS'],
    ['/plate/386%20UPD'],
    ['/plate/1%20MWS/print', 'axe'],
    ['/plate/1%20MWS/card', 'axe'],
    ['/plate/ZZ%2099', 'axe'],
    ['/find'],
    ['/find?q=sandy', 'axe'],
    ['/shortlist'],
    ['/shortlist?p=WD1,RTL1,H34VEN,51NGH,AB12CDE', 'axe'],
  ],
  'of the sales': [
    ['/sales-explorer', 'axe', 'dark'],
    ['/sales-explorer?q=SINGH'],
    ['/sales-explorer?category=', 'dark'],
    ['/jersey/sales-explorer', 'axe'],
    ['/sales-explorer/data', 'axe'],
    // An estimate with amounts of six figures.
    ['/registration/SAM1', 'axe', 'dark'],
    ['/registration/JB1', 'axe'],
    ['/registration/Q123ABC', 'axe'],
    ['/registration/NOPE', 'axe'],
    ['/registration?q=abcd'],
    ['/valuations/accuracy', 'axe'],
  ],
  'of forms': [
    ['/contact?plate=1%20KP&type=purchase'],
    ['/contact?plate=1%20KP&type=purchase&wish=offer'],
    ['/contact?sent=ENQ-1234-5678', 'axe'],
    ['/valuations'],
    ['/valuations?sent=ENQ-1234-5678'],
    ['/sell', 'axe'],
    ['/auction-calculator', 'axe'],
    ['/auction-calculator?hammer=8800'],
    ['/auction-calculator?house=dvla&date=2025-06-01&budget=10000', 'axe', 'dark'],
    ['/auction-calculator?house=bonhams&date=2025-07-11&hammer=9999999'],
    ['/eligibility', 'axe'],
    ['/eligibility?registration=AB51ABC&first=2005-08&q=no&taxed=yes&mot=yes', 'axe'],
    ['/eligibility?registration=Q123ABC&first=ten&q=x&taxed=x&mot=x', 'axe'],
    ['/alerts?q=sam&to=5000', 'axe'],
    ['/alerts?registration=SAM1&sent=yes', 'axe'],
    ['/alerts/manage?key=unknown', 'axe'],
  ],
  'to read': [
    ['/news', 'axe'],
    ['/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate', 'axe', 'dark'],
    ['/info'],
    ['/info/auction-fees-explained'],
    ['/info/diplomatic-number-plates-uk', 'axe'],
    ['/info/nothing'],
    ['/auction-info', 'axe'],
    ['/document-info'],
    ['/plate-stories'],
    ['/plate-stories/vip1-number-plate'],
    ['/about', 'axe'],
    ['/privacy'],
    ['/sitemap', 'axe'],
    ['/search?q=VIP%201', 'axe'],
    ['/search?q=a'],
    ['/no/such/page', 'axe'],
  ],
}

for (const [which, screens] of Object.entries(SCREENS))
  test(`no page ${which} violates WCAG AA, scrolls sideways on a small phone, or fails to hydrate`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(300_000) // a dozen pages on a busy machine
    expectedErrors.push(/status of 40[04]/, /404 Error/)
    await page.setViewportSize({ width: 320, height: 900 })
    for (const [path, ...checks] of screens)
      await test.step(path, async () => {
        await page.goto(path)
        await (checks.includes('axe') ? expectAccessible(page, path) : expectNoOverflow(page, path))
        if (checks.includes('dark')) await expectDarkContrast(page, path)
      })
  })

test('the layouts for wide windows are accessible', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/', '/plate/1%20KP', '/sales-explorer', '/news/the-nine-dvla-auctions-of-2025'])
    await test.step(path, async () => {
      await page.goto(path)
      await expectAccessible(page, path)
    })
})
