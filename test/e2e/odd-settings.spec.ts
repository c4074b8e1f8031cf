/** Public pages with unusual settings of the firm, on the narrowest phone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeSettings, readEditableSettings } from '#services/settings/change-settings.ts'
import type { SettingName } from '#services/settings/definitions.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { openServiceClient } from '../desk.ts'
import { ODD_SETTINGS } from '../odd-settings.ts'
import { SiteProcess } from '../site-process.ts'
import { expectNoOverflow } from './a11y.ts'
import { expect, test } from './base.ts'

/** One for each page that shows a setting of its own, and one of the others. */
const PATHS = [
  '/',
  '/plates',
  '/plate/H34%20VEN',
  '/valuations',
  '/sell',
  '/contact',
  '/about',
  '/privacy',
  '/terms',
  '/alerts',
  '/auction-calculator?house=dvla&hammer=1000',
  '/sales-explorer',
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
  for (const path of PATHS) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(site.address + path)
    await expect(page.locator('.header-name')).toHaveText(String(ODD_SETTINGS.name))
    await expectNoOverflow(page, path)
    await page.setViewportSize({ width: 1440, height: 640 })
    await expectNoOverflow(page, `${path} on a desktop`)
  }
})

test('a navigation in the browser keeps the settings of the document', async ({ page }) => {
  await page.goto(`${site.address}/about`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).first().click()
  await expect(page).toHaveURL(`${site.address}/sitemap`)
  await expect(page).toHaveTitle(`Sitemap | ${ODD_SETTINGS.name}`)
  await page.goBack()
  await expect(page).toHaveTitle(`About Us | ${ODD_SETTINGS.name}`)
})
