import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on the colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** Rows of a table and cards of a list are alike: all 50 of the explorer would take twice as long as the first eight. */
const REPEATED = ['tbody tr:nth-child(n+9)', '.plate-grid > li:nth-child(n+9)']

/** Expects no WCAG AA violation in the colour scheme that the page has, and no horizontal overflow. */
export async function expectAccessible(page: Page, what: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNoViolation(page, what, (axe) => axe.withTags(RULES))
  await expectNoOverflow(page, what)
}

/**
 * Expects the colours of the page to meet WCAG AA in dark mode. shared/ui/theme.test.ts checks the tokens in both schemes; this
 * finds a text on a ground that was not meant for it.
 */
export async function expectDarkContrast(page: Page, what: string) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolation(page, `${what}, dark`, (axe) => axe.withRules(COLOURS))
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Expects that the page does not scroll sideways. */
export async function expectNoOverflow(page: Page, what: string) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

async function expectNoViolation(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder) {
  // Twice as fast: no page has frames, and only violations are reported.
  const axe = choose(new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }))
  for (const selector of REPEATED) axe.exclude(selector)
  const { violations } = await axe.analyze()
  // Softly, so that a run reports every page.
  expect.soft(violations.map(({ id, nodes }) => [what, id, nodes.map(({ html }) => html)])).toEqual([])
}
