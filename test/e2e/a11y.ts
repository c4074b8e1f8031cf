import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on the colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** Rows of a table and cards of a list are alike: all 50 of the explorer would take twice as long as the first eight. */
const REPEATED = ['tbody tr:nth-child(n+9)', '.plate-grid > li:nth-child(n+9)']

/** Expects no WCAG AA violation in light or dark mode, and no horizontal overflow. */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Twice as fast: no page has frames, and only violations are reported.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    for (const selector of REPEATED) axe.exclude(selector)
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(RULES)
      : axe.withRules(COLOURS)
    ).analyze()
    expect(violations.map(({ id, nodes }) => [what, colorScheme, id, nodes.map(({ html }) => html)])).toEqual(
      [],
    )
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
