/** Articles that the dealer writes at the desk, as visitors read them. */
import type { Page } from '@playwright/test'
import { readShippedContent, type ShippedContent } from '#content/shipped-content.ts'
import { changeAddress } from '#services/articles/addresses.ts'
import { type ArticleContent, emptyContent } from '#services/articles/article-content.ts'
import { readArticle } from '#services/articles/article-store.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { publishArticle, withdrawArticle } from '#services/articles/publish-article.ts'
import type { Section } from '#shared/articles/article.ts'
import { expectAccessible } from './a11y.ts'
import { type DeskSite, expect, test } from './desk-site.ts'

const ann = { person: 'Ann', via: 'desk' } as const

let shipped: ShippedContent

test.beforeAll(async () => {
  shipped = await readShippedContent()
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const isSameDocument = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSameDocument') === true)
const markDocument = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSameDocument', true))

async function write({ database }: DeskSite, changes: Partial<ArticleContent>, section: Section = 'news') {
  const content = {
    ...emptyContent(section, 'Ann'),
    summary: 'What we saw, and what it cost.',
    body: '## Monday\n\nIt cost {{retention-fee}}. See [this plate](/plate/7%20W).\n\n{{plate:7 W}}\n\n| Day | £ |\n| --- | ---: |\n| Monday | 80 |',
    keywords: 'zebra',
    title: 'A zebra in the yard',
    ...changes,
  }
  return (await createArticle(database, shipped, { section, content, actor: ann })).article
}

async function publish({ database }: DeskSite, id: string) {
  const found = await readArticle(database, id)
  await publishArticle(database, shipped, { id, revision: found?.article.revision ?? 0, actor: ann })
}

test('a visitor finds a published article in the list, opens it and continues, in one document', async ({
  page,
  desk,
}) => {
  const article = await write(desk, {})
  await publish(desk, article.id)
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto(`${desk.address}/`)
  await markDocument(page)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Read Latest News' }).click()
  await main.getByRole('link', { name: /^Read more.*A zebra in the yard/ }).click()
  await expect(heading(page, 'A zebra in the yard')).toBeVisible()
  await expect(page.locator('.article-body')).toContainText('It cost £80.')
  await expect(page.locator('.plate-offer')).toContainText('£285,000')
  await expectAccessible(page, 'article')
  await main.getByRole('link', { name: 'this plate' }).click()
  await expect(heading(page, '7 W')).toBeVisible()
  await page.goBack()
  await main.getByRole('link', { name: 'Back to News' }).first().click()
  await main.getByRole('link', { name: /^Read more.*JB 1 breaks record/ }).click()
  await expect(heading(page, /^JB 1 breaks record/)).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
})

test('a page that was open before follows a link to a new article, to a moved one and to a withdrawn one', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const { database, address } = desk
  await page.goto(`${address}/news`)
  const [added, gone] = [await write(desk, { title: 'Later' }), await write(desk, { title: 'Gone' })]
  for (const { id } of [added, gone]) await publish(desk, id)
  await withdrawArticle(database, shipped, { id: gone.id, actor: ann })
  await changeAddress(database, shipped, { id: added.id, slug: 'much-later', actor: ann })
  await expect.poll(async () => (await fetch(`${address}/news/gone`)).status).toBe(410)
  const follow = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await follow('/news/later')
  await expect(heading(page, 'Later')).toBeVisible()
  await expect(page).toHaveURL(`${address}/news/much-later`)
  await follow('/news/gone')
  await expect(heading(page, 'No Longer Published')).toBeVisible()
})
