/** Articles that the dealer writes at the desk, as visitors read them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Section } from '../../app/features/articles/article.ts'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { changeAddress } from '../../services/articles/addresses.ts'
import { type ArticleContent, emptyContent } from '../../services/articles/article-content.ts'
import { readArticle } from '../../services/articles/article-store.ts'
import { createArticle } from '../../services/articles/create-article.ts'
import { createPreviewLink } from '../../services/articles/preview-link.ts'
import { publishArticle, withdrawArticle } from '../../services/articles/publish-article.ts'
import { readShippedContent, type ShippedContent } from '../../services/articles/shipped-content.ts'
import { openServiceClient } from '../desk.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test.describe.configure({ mode: 'serial' })

const ann = { person: 'Ann', via: 'desk' } as const

let dataDir: string
let site: SiteProcess
let client: BackendClient
let shipped: ShippedContent

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-articles-'))
  site = new SiteProcess({ DATA_DIR: dataDir })
  await site.start()
  client = openServiceClient(dataDir, site.address, fetch)
  shipped = await readShippedContent()
})

test.afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true })
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const isSameDocument = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSameDocument') === true)
const markDocument = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSameDocument', true))

const write = async (changes: Partial<ArticleContent>, section: Section = 'news') => {
  const content = {
    ...emptyContent(section, 'Ann'),
    summary: 'What we saw, and what it cost.',
    body: '## Monday\n\nIt cost {{retention-fee}}. See [this plate](/plate/7%20W).\n\n{{plate:7 W}}\n\n| Day | £ |\n| --- | ---: |\n| Monday | 80 |',
    keywords: 'zebra',
    title: 'A zebra in the yard',
    ...changes,
  }
  return (await createArticle(client, shipped, { section, content, actor: ann })).article
}

async function publish(id: string) {
  const found = await readArticle(client, id)
  await publishArticle(client, shipped, { id, revision: found?.article.revision ?? 0, actor: ann })
}

test('a visitor finds a published article in the list, opens it and continues, in one document', async ({
  page,
}) => {
  const article = await write({})
  await publish(article.id)
  await page.goto(`${site.address}/`)
  await markDocument(page)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Read Latest News' }).click()
  await main.getByRole('link', { name: /^Read more.*A zebra in the yard/ }).click()
  await expect(heading(page, 'A zebra in the yard')).toBeVisible()
  await expect(page.locator('.article-body')).toContainText('It cost £80.')
  await expect(page.locator('.plate-offer')).toContainText('£285,000')
  await main.getByRole('link', { name: 'this plate' }).click()
  await expect(heading(page, '7 W')).toBeVisible()
  await page.goBack()
  await main.getByRole('link', { name: 'Back to News' }).first().click()
  await main.getByRole('link', { name: /^Read more.*JB 1 breaks record/ }).click()
  await expect(heading(page, /^JB 1 breaks record/)).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
})

for (const width of [320, 1440])
  test(`a published article is accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${site.address}/news/a-zebra-in-the-yard`)
    await expectAccessible(page, 'article')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

test('shipped articles can be read while the server is unreachable', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to (load resource|fetch)/)
  await page.goto(`${site.address}/`)
  await markDocument(page)
  await page.route(/\.data(\?|$)/, (route) => route.abort())
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Read Latest News' }).click()
  await main.getByRole('link', { name: /^Read more.*JB 1 breaks record/ }).click()
  await expect(heading(page, /^JB 1 breaks record/)).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
})

test('a page that was open before follows a link to a new article, to a moved one and to a withdrawn one', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await page.goto(`${site.address}/news`)
  const [added, gone] = [await write({ title: 'Later' }), await write({ title: 'Gone' })]
  for (const { id } of [added, gone]) await publish(id)
  await withdrawArticle(client, shipped, { id: gone.id, actor: ann })
  await changeAddress(client, shipped, { id: added.id, slug: 'much-later', actor: ann })
  await expect.poll(async () => (await fetch(`${site.address}/news/gone`)).status).toBe(410)
  const follow = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await follow('/news/later')
  await expect(heading(page, 'Later')).toBeVisible()
  await expect(page).toHaveURL(`${site.address}/news/much-later`)
  await follow('/news/gone')
  await expect(heading(page, 'No Longer Published')).toBeVisible()
})

for (const width of [320, 1440])
  test(`a preview is shown to anyone with the link, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const article = await write({ title: `Not yet ${width}` })
    const token = await createPreviewLink(client, { id: article.id, actor: ann })
    await page.goto(`${site.address}/preview/${token}`)
    await expect(heading(page, `Not yet ${width}`)).toBeVisible()
    await expect(page.getByText('Preview, not published.')).toBeVisible()
    await expectAccessible(page, 'preview')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
