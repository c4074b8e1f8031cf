import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './scripts/browser.mjs'

const PORT = 3987

/** The data of the server under test; the journeys read the mail that arrived there. */
process.env.JOURNEYS_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'plateworthy-journeys-'))

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  timeout: 30_000,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // An ordinary visitor's browser: some servers treat "HeadlessChrome" as a robot.
    userAgent:
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    launchOptions: { executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node server.ts',
    url: `http://127.0.0.1:${PORT}/readyz`,
    env: { PORT: String(PORT), DATA_DIR: process.env.JOURNEYS_DATA_DIR, TRUST_PROXY: '1' },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
