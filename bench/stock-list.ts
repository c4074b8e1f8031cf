// First paint of the plate list. The two stocks alternate, so that other load affects both alike.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/browser.mjs'
import { fillStock } from '#test/fill-stock.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { type BenchServer, startServer } from './start-site.ts'
import { median } from './statistics.ts'

const RUNS = 15
const STOCKS = [60, 10_000]

interface Figures {
  firstByteMs: number
  firstPaintMs: number
  scriptMs: number
}

const folders: string[] = []
const servers: BenchServer[] = []
for (const count of STOCKS) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-bench-'))
  folders.push(dataDir)
  fillStock(dataDir, makeStock(count))
  servers.push(await startServer({ DATA_DIR: dataDir }))
}
const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS })

for (const slowdown of [1, 4]) {
  console.log(
    slowdown === 1 ? '\n/plates on this machine' : '\n/plates, processor four times slower, 10 Mbit/s',
  )
  const measured = servers.map((): Figures[] => [])
  for (let run = -1; run < RUNS; run++) {
    for (const [index, { address }] of servers.entries()) {
      const figures = await visit(browser, `${address}/plates`, slowdown)
      if (run >= 0) measured[index]?.push(figures)
    }
  }
  measured.forEach((figures, index) => {
    const of = (key: keyof Figures) => `${Math.round(median(figures.map((one) => one[key])))} ms`
    console.log(
      `  ${String(STOCKS[index]).padStart(6)} plates: first byte ${of('firstByteMs')}, ` +
        `first paint ${of('firstPaintMs')}, script ${of('scriptMs')}`,
    )
  })
}

await browser.close()
for (const server of servers) await server.stop()
for (const folder of folders) rmSync(folder, { recursive: true, force: true })

async function visit(browser: Browser, address: string, slowdown: number): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  if (slowdown > 1) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: 1.25e6,
      uploadThroughput: 0.5e6,
    })
  }
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(300 * slowdown)
  const { metrics } = await session.send('Performance.getMetrics')
  const scriptMs = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
  const paint = await page.evaluate(() => ({
    firstByteMs: performance.getEntriesByType('navigation')[0]?.toJSON().responseStart as number,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await context.close()
  return { ...paint, scriptMs }
}
