import type { Browser } from '@playwright/test'
import { slowDown } from './slow-network.ts'

/** A first visit by a slow phone on slow 4G. */
export async function visit(browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(() => {
    const metrics = {
      firstMs: 0,
      paintedMs: 0,
      shift: 0,
      tasks: [] as { beganMs: number; endedMs: number }[],
    }
    Reflect.set(window, 'metrics', metrics)
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') metrics.firstMs = entry.startTime
    })
    watch('largest-contentful-paint', (entry) => {
      metrics.paintedMs = entry.startTime
    })
    watch('longtask', ({ startTime, duration }) => {
      metrics.tasks.push({ beganMs: startTime, endedMs: startTime + duration })
    })
    watch('layout-shift', (entry) => {
      metrics.shift += Number(Reflect.get(entry, 'value'))
    })
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(2_500)
  const { firstMs, paintedMs, shift, tasks } = await page.evaluate(
    () => Reflect.get(window, 'metrics') as Metrics,
  )
  await context.close()
  // Total blocking time: each task's time over 50 ms after the first paint.
  const blockedMs = tasks.reduce(
    (sum, { beganMs, endedMs }) => sum + Math.max(0, endedMs - Math.max(beganMs, firstMs) - 50),
    0,
  )
  return { paintedMs, blockedMs, shift }
}

interface Metrics {
  firstMs: number
  paintedMs: number
  shift: number
  tasks: { beganMs: number; endedMs: number }[]
}
