import { expectAccessible, expectDarkContrast, expectNoOverflow } from './a11y.ts'
import { test } from './base.ts'
import { SCREENS } from './screens.ts'

test.use({ isOldest: true })

for (const [which, screens] of Object.entries(SCREENS))
  test(`no page ${which} violates WCAG AA, scrolls sideways on a small phone, or fails to hydrate in an old browser`, async ({
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
