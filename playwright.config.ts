import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser, otherBrowsersMissing } from './scripts/browser.mjs'
import type { BackendKind } from './test/e2e/full-flow-fixtures.ts'
import { postgrestMissingReason } from './test/postgrest.ts'

const PORT = Number(process.env.JOURNEYS_PORT ?? 3987)

/** DATA_DIR of the server under test; the tests read the mail in it. */
process.env.JOURNEYS_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'plateworthy-journeys-'))

const FULL_FLOW = /full-flow\.spec\.ts$/
const DEALER = /week\.spec\.ts$/

const missing = postgrestMissingReason()
if (missing && process.env.CI) throw new Error(`The last gate runs on both backends in CI, and ${missing}.`)

const missingBrowsers = otherBrowsersMissing()
if (missingBrowsers && process.env.CI)
  throw new Error(`CI looks at the site in every engine, and ${missingBrowsers}.`)

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

export default defineConfig<object, { backend: BackendKind }>({
  globalSetup: './scripts/build-state.mjs',
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores of CI: a browser waits for its server a third of the time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  // Generous, for a slow or busy machine: a passing test waits no longer for it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // Some servers treat "HeadlessChrome" as a robot.
    userAgent:
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    launchOptions: { executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS },
  },
  // The full flow on each backend and on each device, but not on each pair of them.
  projects: [
    { name: 'journeys', testIgnore: [FULL_FLOW, DEALER] },
    { name: 'embedded, desktop', testMatch: [FULL_FLOW, DEALER], use: { ...DESKTOP, backend: 'embedded' } },
    { name: 'hosted, phone', testMatch: FULL_FLOW, use: { ...PHONE, backend: 'hosted' } },
  ],
  webServer: {
    command: 'node server.mjs',
    url: `http://127.0.0.1:${PORT}/readyz`,
    env: { PORT: String(PORT), DATA_DIR: process.env.JOURNEYS_DATA_DIR, TRUST_PROXY: '1' },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
