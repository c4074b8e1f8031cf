// Articles of the desk on the public site.

import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { readShippedContent } from '#content/shipped-content.ts'
import { changeAddress } from '#services/articles/addresses.ts'
import { type ArticleContent, emptyContent } from '#services/articles/article-content.ts'
import { readArticle } from '#services/articles/article-store.ts'
import { createArticle, editShipped } from '#services/articles/create-article.ts'
import { createPreviewLink, revokePreviewLink } from '#services/articles/preview-link.ts'
import { publishArticle, scheduleArticle, withdrawArticle } from '#services/articles/publish-article.ts'
import type { Actor } from '#services/audit/actor.ts'
import { readSale, sellPlate } from '#services/stock/sell-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import type { Section } from '#shared/articles/article.ts'
import { AWAY } from '../broken-backend.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestSite, readTestSite, textOf } from '../open-test-site.ts'

const ORIGIN = 'https://plates.test'
const ann: Actor = { person: 'Ann', via: 'desk' }
const SALE = readSale({ price: '25000', date: '2025-03-02' }, 'Plateworthy', new Date())
const JB1 = 'jb1-breaks-record-and-becomes-uks-most-expensive-number-plate'

const shipped = await readShippedContent()

async function open() {
  const site = await openTestSite()
  const database = openTestData(site.dataDir)
  const write = (changes: Partial<ArticleContent> = {}, section: Section = 'news') =>
    createArticle(database, shipped, {
      section,
      content: {
        ...emptyContent(section, 'Ann'),
        title: 'Zebra crossing closes',
        summary: 'A zebra was seen.',
        body: '## What happened\n\nA zebra crossed for {{retention-fee}}.',
        keywords: 'zebra',
        ...changes,
      },
      actor: ann,
    })
  const publish = async (id: string) => {
    const found = await readArticle(database, id)
    return publishArticle(database, shipped, { id, revision: found?.article.revision ?? 0, actor: ann })
  }
  const statusOf = async (path: string) => (await site.ask(path)).status
  return { ...site, database, shipped, write, publish, statusOf }
}

const LISTS = ['/news', '/feed.xml', '/sitemap.xml', '/sitemap', '/llms.txt', '/search?q=zebra']

it('a published article is a page with its title, text, figures with sources, share image and JSON-LD', async () => {
  const site = await open()
  const { article } = await site.write()
  expect(await site.statusOf(article.path)).toBe(404)
  await site.publish(article.id)
  const html = await site.read(article.path)
  const page = parse(html)
  const main = page.querySelector('main')
  expect(page.querySelector('title')?.textContent).toBe('Zebra crossing closes | Plateworthy')
  expect(main?.structuredText).toContain('A zebra crossed for £80.')
  expect(main?.querySelectorAll('#sources + ol a').length).toBe(1)
  expect(page.querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe(
    `${ORIGIN}/share/news/zebra-crossing-closes.png`,
  )
  expect(html).toContain('"@type":"NewsArticle","headline":"Zebra crossing closes"')
  const image = await site.ask('/share/news/zebra-crossing-closes.png')
  expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(site.faults).toEqual([])
})

it('a published article is on every list of articles, and gone once it is withdrawn', async () => {
  const site = await open()
  const { article } = await site.write()
  const link = (path: string) => (path === '/sitemap.xml' ? article.path : 'Zebra crossing closes')
  const listed = async () => {
    const found = await Promise.all(LISTS.map(async (path) => (await site.read(path)).includes(link(path))))
    return LISTS.filter((_, index) => found[index])
  }
  expect(await listed()).toEqual([])
  await site.publish(article.id)
  expect(await listed()).toEqual(LISTS)
  await withdrawArticle(site.database, site.shipped, { id: article.id, actor: ann })
  expect(await listed()).toEqual([])
})

it('a published article that is a guide is on the page of its hub', async () => {
  const site = await open()
  const { article } = await site.write({ hub: 'document' }, 'guides')
  await site.publish(article.id)
  expect(await site.read('/document-info')).toContain('Zebra crossing closes')
  expect(await site.read('/auction-info')).not.toContain('Zebra crossing closes')
})

it('a published article tells browsers that the build does not have all articles', async () => {
  const site = await open()
  expect(await site.read('/about')).not.toContain('data-desk-articles')
  const { article } = await site.write()
  expect(await site.read('/about')).not.toContain('data-desk-articles')
  await site.publish(article.id)
  expect(await site.read('/about')).toContain('<html lang="en-GB" data-backend-key')
  expect(await site.read('/about')).toContain('data-desk-articles=""')
})

it('a published article is suggested on the page for unknown addresses', async () => {
  const site = await open()
  const { article } = await site.write()
  await site.publish(article.id)
  expect(await (await site.ask('/zebra')).text()).toContain(`href="${article.path}"`)
})

it('a published article answers 410 with a page of the site once it is withdrawn', async () => {
  const site = await open()
  const { article } = await site.write()
  await site.publish(article.id)
  await withdrawArticle(site.database, site.shipped, { id: article.id, actor: ann })
  const gone = await site.ask(article.path)
  const text = textOf(await gone.text())
  expect(gone.status).toBe(410)
  expect(text).toContain('No Longer Published')
  expect(text).toContain('Back to News')
  expect(await site.statusOf('/share/news/zebra-crossing-closes.png')).toBe(404)
})

it('a published article redirects from every former address', async () => {
  const site = await open()
  const { article } = await site.write()
  await site.publish(article.id)
  for (const slug of ['zebra', 'the-zebra'])
    await changeAddress(site.database, site.shipped, { id: article.id, slug, actor: ann })
  for (const path of ['/news/zebra-crossing-closes', '/news/zebra']) {
    const response = await site.ask(path)
    expect([response.status, response.headers.get('Location')]).toEqual([301, '/news/the-zebra'])
  }
  expect(await site.statusOf('/news/the-zebra')).toBe(200)
  await withdrawArticle(site.database, site.shipped, { id: article.id, actor: ann })
  expect(await site.statusOf('/news/zebra')).toBe(410)
})

it('an article that ships can be moved', async () => {
  const site = await open()
  const { article } = await editShipped(site.database, site.shipped, {
    section: 'news',
    slug: JB1,
    actor: ann,
  })
  await changeAddress(site.database, site.shipped, { id: article.id, slug: 'jb-1', actor: ann })
  expect(await site.statusOf(`/news/${JB1}`)).toBe(200)
  await site.publish(article.id)
  expect((await site.ask(`/news/${JB1}`)).headers.get('Location')).toBe('/news/jb-1')
})

it('a link to a plate of ours says if the plate is no longer for sale, and an offer has the current price', async () => {
  const site = await open()
  const { article } = await site.write({ body: 'See [this plate](/plate/7%20W).\n\n{{plate:7 W}}' })
  await site.publish(article.id)
  const page = textOf(await site.read(article.path))
  const plate = await findStockPlate(site.database, { registration: '7 W' })
  if (!plate) throw new Error('7 W is not in the seed')
  expect(page).toContain('See this plate .')
  expect(page).toContain(`£${plate.priceGbp?.toLocaleString('en-GB')}`)
  await setStatus(site.database, [{ id: plate.id }], { status: 'withdrawn' }, ann)
  expect(textOf(await site.read(article.path))).toContain('See this plate (no longer for sale) .')
  await sellPlate(site.database, { id: plate.id }, SALE, ann, { isRecorded: false })
  expect(textOf(await site.read(article.path))).toContain('See this plate (sold) .')
})

it.each([true, false])(
  'a link to a plate of ours says that the plate was sold, with its sale in the explorer: %s',
  async (isRecorded) => {
    const site = await open()
    const { article } = await site.write({ body: 'See [this plate](/plate/7%20W).' })
    await site.publish(article.id)
    const plate = await findStockPlate(site.database, { registration: '7 W' })
    if (!plate) throw new Error('7 W is not in the seed')
    await sellPlate(site.database, { id: plate.id }, SALE, ann, { isRecorded })
    expect(textOf(await site.read(article.path))).toContain('See this plate (sold) .')
  },
)

it('a preview shows the latest version to anyone with the link, and to no search engine or cache', async () => {
  const site = await open()
  const { article } = await site.write()
  const token = await createPreviewLink(site.database, { id: article.id, actor: ann })
  const preview = await site.ask(`/preview/${token}`)
  const html = await preview.text()
  expect(preview.status).toBe(200)
  expect(preview.headers.get('Cache-Control')).toBe('no-store')
  expect(preview.headers.get('X-Robots-Tag')).toContain('noindex')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('application/ld+json')
  expect(textOf(html)).toContain('Preview, not published.')
  expect(textOf(html)).toContain('A zebra crossed for £80.')
  expect(await site.statusOf(article.path)).toBe(404)
  expect(await site.read('/sitemap.xml')).not.toContain('preview')
  await revokePreviewLink(site.database, { id: article.id, actor: ann })
  expect(await site.statusOf(`/preview/${token}`)).toBe(404)
})

it('a preview with another token is the page of any missing address', async () => {
  const site = await readTestSite()
  const response = await site.ask(`/preview/${'a'.repeat(43)}`)
  expect([response.status, textOf(await response.text())]).toEqual([
    404,
    expect.stringContaining('Page Not Found'),
  ])
})

it('a preview of a text that cannot be shown says why', async () => {
  const site = await open()
  const { article } = await site.write({ body: 'It is {{nothing-known}}.' })
  const token = await createPreviewLink(site.database, { id: article.id, actor: ann })
  expect(textOf(await site.read(`/preview/${token}`))).toContain('Line 1: there is no fact "nothing-known"')
})

it('articles that became due while the server was off are published when it starts', async () => {
  const site = await open()
  const { article } = await site.write()
  const at = new Date(Date.now() + 50)
  await scheduleArticle(site.database, site.shipped, { id: article.id, revision: 0, actor: ann, at })
  await expect.poll(() => Date.now()).toBeGreaterThan(at.getTime())
  expect(await site.statusOf(article.path)).toBe(404)
  site.startOutbox()
  await expect.poll(() => site.statusOf(article.path)).toBe(200)
})

it('a server that starts while its PostgreSQL is away shows the shipped articles', async () => {
  const site = await openTestSite(AWAY)
  expect((await site.ask('/news')).status).toBe(200)
  expect((await site.ask(`/news/${JB1}`)).status).toBe(200)
  expect((await site.ask(`/preview/${'a'.repeat(43)}`)).status).toBeGreaterThanOrEqual(400)
})
