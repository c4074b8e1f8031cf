// Script is allowed, but its files do not arrive, as in a tunnel or behind a filter: pages work as they do without script.
import { expect, test } from './base.ts'
import { SCREENS } from './screens.ts'

/** Buttons that need our script, and fields that no form sends, but for those that style or a printer uses. */
const DEAD =
  'button:not([type="submit"], [popovertarget]), :is(input, select, textarea):not(form *, [form], [name="side"], [aria-label$="on the card"])'

for (const [which, screens] of Object.entries(SCREENS))
  test(`no page ${which} shows a control that does nothing if its script files do not load`, async ({
    context,
  }) => {
    const page = await context.newPage()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path] of screens)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.locator('html:not([data-script])')).toBeVisible()
        const dead = page.locator(DEAD).filter({ visible: true })
        expect
          .soft(
            await dead.evaluateAll((found) => found.map(({ outerHTML }) => [location.pathname, outerHTML])),
          )
          .toEqual([])
        await expect
          .soft(page.getByRole('banner').getByLabel('Menu').filter({ visible: true }))
          .toHaveCount(1)
      })
  })
