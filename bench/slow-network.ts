import type { Page } from '@playwright/test'

/** Slow 4G (1.6 Mbit/s, 150 ms round trip), and a processor four times slower. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1e6) / 8,
    uploadThroughput: (0.75 * 1e6) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
