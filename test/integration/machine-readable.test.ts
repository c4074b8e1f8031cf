// What search engines and feed readers receive, parsed with real parsers.
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import jsonld from 'jsonld'
import { parse } from 'node-html-parser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { site as business } from '#site.config.ts'
import { openTestSite, type ReadableSite, readTestSite } from '../open-test-site.ts'
import { queryRows } from '../query-rows.ts'
import { JERSEY_SALES, SALES } from '../seed-sales.ts'

const ORIGIN = 'https://plates.test'
const JB1 = '/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate'

function parseXml(source: string) {
  expect(XMLValidator.validate(source)).toBe(true)
  return new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['url', 'entry', 'link'].includes(name),
  }).parse(source)
}

test('the sitemap lists every page that may be indexed, with correct dates', async () => {
  const site = await readTestSite()
  const response = await site.ask('/sitemap.xml')
  expect(response.headers.get('Content-Type')).toMatch(/^application\/xml/)
  const places: { loc: string; lastmod?: string }[] = parseXml(await response.text()).urlset.url
  const addresses = places.map(({ loc }) => loc)
  expect(new Set(addresses).size).toBe(addresses.length)
  // Pages of plates and of registrations differ only in their text.
  const isOfMany = ({ loc }: { loc: string }) => /\/(?:plate|registration)\//.test(loc)
  const read = [
    ...places.filter((place) => !isOfMany(place)),
    ...places.filter(isOfMany).filter((_, index) => index % 50 === 0),
  ]
  for (const { loc, lastmod } of read) {
    const path = loc.replace(ORIGIN, '')
    expect(path).toMatch(/^\//)
    const page = await site.ask(path)
    const html = await page.text()
    expect([path, page.status]).toEqual([path, 200])
    expect(html).toContain(`<link rel="canonical" href="${loc}"/>`)
    expect(html).not.toMatch(/<meta name="robots" content="[^"]*noindex/)
    if (/^\/(plate|news|info|plate-stories)\/./.test(path))
      expect([path, lastmod]).toEqual([path, expect.stringMatching(/^20\d\d-\d\d-\d\d/)])
    else expect([path, lastmod]).toEqual([path, undefined])
  }
  const dated = places.find(({ loc }) => loc === `${ORIGIN}/plate-stories/vip1-number-plate`)
  expect(dated?.lastmod).toMatch(/^202[56]-/)
  expect(addresses).toContain(`${ORIGIN}/plate/7%20W`)
  const registrations = (from: string) =>
    queryRows(site.dataDir, `SELECT plate_number FROM ${from}`).map(({ plate_number }) =>
      encodeURIComponent(String(plate_number)),
    )
  const stock = registrations('plates WHERE is_available')
  const plates = stock.map((name) => `${ORIGIN}/plate/${name}`)
  const page = (name: string) => `${ORIGIN}/registration/${name.replaceAll('%20', '')}`
  const sold = [...registrations('sales'), ...registrations('jersey_sales')].map(page)
  expect(addresses).toEqual(expect.arrayContaining([...plates, ...stock.map(page), ...sold]))
  expect([plates.length, sold.length]).toEqual([40, SALES + JERSEY_SALES])
})

test('robots.txt disallows only the REST API, and names the sitemap', async () => {
  const site = await readTestSite()
  const text = await site.read('/robots.txt')
  expect(text.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /rest/', 'Disallow: /functions/'])
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('security.txt says where to report a vulnerability, and never expires while the site runs', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const day = 86_400_000
  const site = await openTestSite()
  const started = Date.now()
  for (const after of [0, 1, 400 * day, 4_000 * day]) {
    vi.setSystemTime(started + after)
    const response = await site.ask('/.well-known/security.txt')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const fields = (await response.text()).trimEnd().split('\n')
    const expires = fields.splice(1, 1)[0]?.replace('Expires: ', '') ?? ''
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 30 * day)
    expect(Date.parse(expires)).toBeLessThan(Date.now() + 365 * day)
    expect(fields).toEqual([
      `Contact: mailto:${business.email}`,
      'Preferred-Languages: en',
      `Canonical: ${ORIGIN}/.well-known/security.txt`,
    ])
  }
  const plain = await openTestSite({ SITE_URL: 'http://127.0.0.1:3000' })
  expect(await plain.read('/.well-known/security.txt')).not.toContain('Canonical')
})

test('the feed is Atom, with every article and the date of its last change', async () => {
  const site = await readTestSite()
  const response = await site.ask('/feed.xml')
  expect(response.headers.get('Content-Type')).toMatch(/^application\/atom\+xml/)
  const { feed } = parseXml(await response.text())
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom')
  expect(feed.entry.length).toBeGreaterThan(14)
  const ids = feed.entry.map((entry: { id: string }) => entry.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const entry of feed.entry) {
    expect(Date.parse(entry.published)).toBeGreaterThan(0)
    expect(Date.parse(entry.updated)).toBeGreaterThanOrEqual(Date.parse(entry.published))
    expect(Date.parse(feed.updated)).toBeGreaterThanOrEqual(Date.parse(entry.updated))
    expect(entry.link[0]['@_href']).toBe(entry.id)
    for (const key of ['title', 'summary']) expect(entry[key]).toMatch(/\S/)
  }
  expect(feed.link.map((link: Record<string, string>) => [link['@_rel'], link['@_href']])).toEqual([
    ['alternate', `${ORIGIN}/`],
    ['self', `${ORIGIN}/feed.xml`],
  ])
  expect(
    parse(await site.read('/'))
      .querySelector('link[type="application/atom+xml"]')
      ?.getAttribute('href'),
  ).toBe('/feed.xml')
})

test('llms.txt describes the site in Markdown, and all its links work', async () => {
  const site = await readTestSite()
  const text = await site.read('/llms.txt')
  expect(text).toMatch(/^# Plateworthy\n\n> /)
  const links = [...text.matchAll(/\]\(https:\/\/plates\.test([^)]*)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(20)
  for (const path of links) expect([path, (await site.ask(path)).status]).toEqual([path, 200])
})

async function structured(site: ReadableSite, path: string) {
  const scripts = parse(await site.read(path)).querySelectorAll('script[type="application/ld+json"]')
  const documents = scripts.map((script) => JSON.parse(script.textContent))
  for (const document of documents) expect(document['@context']).toBe('https://schema.org')
  const expanded = await Promise.all(
    documents.map((document) =>
      jsonld.expand(document, {
        documentLoader: async (url) => ({
          documentUrl: url,
          document: { '@context': { '@vocab': 'https://schema.org/' } },
        }),
      }),
    ),
  )
  expect(JSON.stringify(expanded)).not.toContain('undefined')
  const objects = documents.flatMap((document) => document['@graph'] ?? [document])
  const types = expanded.flat().flatMap((node) => node['@type'] as string[])
  expect(types).toEqual(objects.map((object) => `https://schema.org/${object['@type']}`))
  return objects
}

test('the home page has structured data about the dealer and the site', async () => {
  const site = await readTestSite()
  const [organisation, website] = await structured(site, '/')
  expect(organisation).toMatchObject({
    '@type': 'Organization',
    '@id': `${ORIGIN}/#organization`,
    name: 'Plateworthy',
    foundingDate: '1993',
  })
  expect(website).toMatchObject({ '@type': 'WebSite', publisher: { '@id': organisation['@id'] } })
})

test.each([
  [JB1, 'NewsArticle', 'Latest News'],
  ['/info/what-are-q-plates', 'Article', 'Information & Guides'],
  ['/plate-stories/dy1-uks-first-number-plate', 'Article', 'Plate Stories'],
])('%s has structured data with its place in the site', async (path, type, parent) => {
  const site = await readTestSite()
  const objects = await structured(site, path)
  const article = objects.find((object) => object['@type'] === type)
  const page = parse(await site.read(path))
  expect(article).toMatchObject({
    headline: page.querySelector('h1')?.textContent,
    datePublished: page.querySelector('time')?.getAttribute('datetime'),
    mainEntityOfPage: ORIGIN + path,
    publisher: { name: 'Plateworthy' },
  })
  const trail = objects.find((object) => object['@type'] === 'BreadcrumbList')
  const names = trail.itemListElement.map((step: { name: string }) => step.name)
  expect(names).toEqual(['Home', parent, page.querySelector('h1')?.textContent])
  const picture = await site.ask(article.image.replace(ORIGIN, ''))
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
})

test('a share image is 1200 by 630', async () => {
  const site = await readTestSite()
  for (const path of [
    '/share/house.png',
    '/share/guides/what-are-q-plates.png',
    '/share/stories/vip1-number-plate.png',
    '/share/plate/1%20KP.png',
  ]) {
    const bytes = Buffer.from(await (await site.ask(path)).arrayBuffer())
    expect([path, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([path, 1200, 630])
    expect(bytes.length).toBeGreaterThan(8_000)
  }
  for (const path of [
    '/share/guides/nothing.png',
    '/share/plate/ZZ%2099.png',
    '/share/plate/1%20KP',
    '/share/nothing/x.png',
  ])
    expect([path, (await site.ask(path)).status]).toEqual([path, 404])
})

test('every page has the metadata of a shared link', async () => {
  const site = await readTestSite()
  for (const path of [
    '/',
    '/plates',
    '/plate/7%20W',
    JB1,
    '/info',
    '/about',
    '/sales-explorer',
    '/sales-explorer/data',
    '/contact',
  ]) {
    const page = parse(await site.read(path))
    const meta = (name: string) =>
      page.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ??
      page.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
    expect(meta('og:title')).toBe(page.querySelector('title')?.textContent)
    expect(meta('og:description')).toBe(meta('description'))
    expect(meta('og:url')).toBe(ORIGIN + path.replace(/^\/$/, '/'))
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect(meta('og:image')).toBe(meta('twitter:image'))
    const picture = await site.ask((meta('og:image') ?? '').replace(ORIGIN, ''))
    expect([path, picture.status]).toEqual([path, 200])
  }
  const page = parse(await site.read(JB1))
  expect(page.querySelector('meta[name=author]')?.getAttribute('content')).toBe('Plateworthy')
  expect(page.querySelector('meta[property="article:published_time"]')?.getAttribute('content')).toBe(
    '2025-07-12',
  )
  expect(page.querySelector('meta[name=keywords]')?.getAttribute('content')).toContain('JB 1')
})
