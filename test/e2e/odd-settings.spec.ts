/** Every public page with unusual settings of the firm, on the narrowest phone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeSettings, readEditableSettings } from '../../services/settings/change-settings.ts'
import type { SettingName } from '../../services/settings/definitions.ts'
import { defaultsOf } from '../../services/settings/settings.ts'
import { openServiceClient } from '../desk.ts'
import { ODD_SETTINGS } from '../odd-settings.ts'
import { SiteProcess } from '../site-process.ts'
import { expect, test } from './base.ts'

const PATHS = [
  '/',
  '/plates',
  '/plate/H34%20VEN',
  '/find?q=sam',
  '/search?q=sam',
  '/news',
  '/info/auction-fees-explained',
  '/valuations',
  '/sell',
  '/contact',
  '/about',
  '/privacy',
  '/sitemap',
  '/alerts',
  '/auction-calculator?house=dvla&hammer=1000',
  '/sales-explorer',
  '/sales-explorer/data',
  '/registration/AB51ABC',
]

let dataDir: string
let site: SiteProcess

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-odd-settings-'))
  site = new SiteProcess({ DATA_DIR: dataDir })
  await site.start()
  const client = openServiceClient(dataDir, site.address, fetch)
  const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })
  const before = await readEditableSettings(client, defaults)
  const changes = Object.entries(ODD_SETTINGS).map(([name, value]) => ({
    name: name as SettingName,
    value,
    seen: before[name as SettingName].seen,
  }))
  await changeSettings(client, defaults, changes, { person: 'Ann', via: 'desk' })
})

test.afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true })
})

test('no page is wider than the screen, and each is hydrated as it was rendered', async ({ page }) => {
  test.setTimeout(120_000)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 640 })
    for (const path of PATHS) {
      await page.goto(site.address + path)
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      expect([path, await page.locator('.header-name').textContent()]).toEqual([path, ODD_SETTINGS.name])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([width, path, overflow]).toEqual([width, path, 0])
    }
  }
})

test('a navigation in the browser keeps the settings of the document', async ({ page }) => {
  await page.goto(`${site.address}/about`)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).first().click()
  await expect(page).toHaveURL(`${site.address}/sitemap`)
  await expect(page).toHaveTitle(`Sitemap | ${ODD_SETTINGS.name}`)
  await page.goBack()
  await expect(page).toHaveTitle(`About Us | ${ODD_SETTINGS.name}`)
})
