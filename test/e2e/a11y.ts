import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a scheme can break; everything else is of the document, which is the same in both. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Without a breach of WCAG AA in light or dark, and no wider than the screen. */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // No page has a frame, and of what holds nothing needs to be told: twice as quick.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
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
