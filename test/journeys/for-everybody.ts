import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a scheme can break; everything else is of the document, which is the same in both. */
const COLOURS = ['color-contrast', 'link-in-text-block']

export interface Look {
  colorScheme: 'light' | 'dark'
  width: number
}

/** Both schemes at both widths. */
export const looks = (narrow: number, wide: number): (Look & { isWhole: boolean })[] => [
  { colorScheme: 'light', width: narrow, isWhole: true },
  { colorScheme: 'dark', width: narrow, isWhole: false },
  { colorScheme: 'light', width: wide, isWhole: false },
  { colorScheme: 'dark', width: wide, isWhole: true },
]

/** Without a breach of WCAG AA, and no wider than the screen. @param isWhole else the colours alone are looked at */
export async function expectForEverybody(page: Page, what: string, isWhole: boolean) {
  const axe = new AxeBuilder({ page })
  const { violations } = await (isWhole ? axe.withTags(RULES) : axe.withRules(COLOURS)).analyze()
  expect(violations.map(({ id, nodes }) => [what, id, nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
