/** The `test` of all end-to-end tests: it fails on any console error or hydration warning. */
import { test as base, expect, type Page } from '@playwright/test'
import { WITHOUT_NEWER_BUILT_INS } from '../newer-built-ins.ts'

export { expect }

export const test = base.extend<{ expectedErrors: RegExp[]; isOldest: boolean }>({
  /** Whether Chromium is without what the oldest supported browsers lack. */
  isOldest: [false, { option: true }],
  context: async ({ context, isOldest }, use) => {
    if (isOldest) await context.addInitScript(WITHOUT_NEWER_BUILT_INS)
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  expectedErrors: async ({}, use) => {
    await use([])
  },
  page: async ({ page, javaScriptEnabled, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    // Until it is hydrated a page works by ordinary links and forms, which no-script.spec.ts covers.
    const { goto } = page
    if (javaScriptEnabled !== false)
      page.goto = async (...where) => {
        const response = await goto.apply(page, where)
        await untilHydrated(page)
        return response
      }
    await use(page)
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
})

export async function untilHydrated(page: Page) {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
  // Streamed content is hydrated after its frame in separate tasks; the browser is idle when they are finished.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })))
}

export async function expectScrollLocked(page: Page) {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 300)
  await page.waitForTimeout(150) // nothing tells of a scroll that does not happen
  expect(await page.evaluate(() => scrollY)).toBe(before)
}
