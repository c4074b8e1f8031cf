import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrokenBackend, startBrokenBackend } from '../broken-backend.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

let folder: string
let backend: BrokenBackend
let site: SiteProcess

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plateworthy-outage-'))
  backend = await startBrokenBackend(join(folder, 'backend'))
  backend.mood = 'fails' // from the start, so that there is no archive
  site = new SiteProcess({
    DATA_DIR: join(folder, 'site'),
    BACKEND_URL: backend.url,
    BACKEND_ANON_KEY: backend.anonKey,
  })
  await site.start()
})

test.afterAll(async () => {
  await site.stop()
  await backend.close()
  rmSync(folder, { recursive: true })
})

for (const width of [390, 1440])
  test(`pages report that the list cannot be shown, and recover, ${width} px`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource|^Error |CORS policy/)
    await page.setViewportSize({ width, height: 900 })
    backend.mood = 'fails'
    const notice = page.getByRole('alert').filter({ hasText: /We can’t show .* just now/ })
    for (const path of ['/', '/plates', '/plate/1%20KP', '/sales-explorer', '/registration/JB1']) {
      await page.goto(site.address + path)
      const isList = path === '/' || path === '/plates' || path === '/sales-explorer'
      if (isList) await expect(notice.getByRole('link', { name: 'Contact Us' })).toBeVisible()
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: /@plateworthy/ })
          .first(),
      ).toBeVisible()
      await expectAccessible(page, path)
    }
    // A failed read is not cached. Hosted backends allow cross-origin reads.
    await page.route(`${backend.url}/**`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'access-control-allow-origin': '*' },
      })
    })
    await page.goto(`${site.address}/plates`)
    backend.mood = 'well'
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Number Plates For Sale')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Browse Stock' }).click()
    await expect(page.getByRole('link', { name: 'Enquire about 1 KP' })).toBeVisible()
  })
