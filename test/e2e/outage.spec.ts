import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IN_PROCESS_REST_URL, openBackend } from '#db/embedded.ts'
import { AWAY } from '../broken-backend.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible, expectNoOverflow } from './a11y.ts'
import { expect, test } from './base.ts'

let folder: string
let backend: ReturnType<typeof openBackend>
let site: SiteProcess

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plateworthy-outage-'))
  backend = openBackend({ dataDir: join(folder, 'backend') })
  site = new SiteProcess({ DATA_DIR: join(folder, 'site'), ...AWAY })
  await site.start()
})

test.afterAll(async () => {
  await site.stop()
  backend.close()
  rmSync(folder, { recursive: true })
})

test('pages that are rendered without their list say so, can be used, and recover', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|^Error /)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/plates', '/plate/1%20KP']) {
    await page.goto(site.address + path)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: /@plateworthy/ }).first()).toBeVisible()
    if (path === '/plates') await expectAccessible(page, 'a list that cannot be shown')
    else await expectNoOverflow(page, path)
  }
  // The sales that ship answer in place of the backend's, on a registration's page as well.
  await page.goto(`${site.address}/registration/JB1`)
  await expect(page.getByText('£608,600').first()).toBeVisible()
  await page.goto(`${site.address}/sales-explorer`)
  await expect(page.getByText("You're viewing archived data from")).toBeVisible()
  // A failed read is not cached.
  await page.goto(`${site.address}/plates`)
  await page.route(`${site.address}/rest/v1/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const answer = await backend.fetch(
      new Request(IN_PROCESS_REST_URL.replace('/rest/v1', pathname + search), {
        method: route.request().method(),
        headers: { apikey: backend.anonKey },
      }),
    )
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    })
  })
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: 'Quick Links' }).click()
  await footer.getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL(`${site.address}/about`)
  await footer.getByRole('button', { name: 'Quick Links' }).click()
  await footer.getByRole('link', { name: 'Browse Stock' }).click()
  await expect(page.getByRole('link', { name: 'Enquire about 1 KP' })).toBeVisible()
})
