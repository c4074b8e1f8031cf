/** The `test` of all journeys: it fails on any console error or hydration warning that a page makes. */
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const test = base.extend<{ expectedErrors: RegExp[] }>({
  /** What a journey provokes on purpose: push a pattern, and matching lines are forgiven. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  expectedErrors: async ({}, use) => {
    await use([])
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    // Before script has arrived a page works by ordinary links; a journey begins when it is alive.
    const { goto } = page
    page.goto = async (...where) => {
      const response = await goto.apply(page, where)
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
      )
      return response
    }
    await use(page)
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
})

/** Under an open dialog the page does not follow the wheel. */
export async function expectScrollLocked(page: Page) {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 300)
  await page.waitForTimeout(150)
  expect(await page.evaluate(() => scrollY)).toBe(before)
}
