import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { readTestSite } from '../open-test-site.ts'

/** Pages of one kind, such as those of registrations and prefilled forms, differ only in their text. */
const MAX_OF_A_KIND = 12

/** '/plate/1%20KP?a=1&b=2' → '/plate/: a b'. Each article is a kind of its own. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'https://plates.test')
  const names = [...new Set(searchParams.keys())].sort()
  return [pathname.replace(/^\/(plate|registration)\/[^/]+/, '/$1/:'), ...names].join(' ')
}

test('no link is broken, and every page can be indexed', async () => {
  const site = await readTestSite()
  const pages = new Map<string, HTMLElement>()
  const faults: string[] = []
  const links: [from: string, to: string][] = []
  const counts = new Map<string, number>()
  const sitemap = await site.read('/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>https:\/\/plates\.test([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path || '/',
  )
  const waiting = ['/', '/news/example', '/info/example', '/plate-stories/example', ...listed]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const kind = kindOf(path)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count > MAX_OF_A_KIND) continue
    const response = await site.ask(path)
    if (response.status !== 200) faults.push(`${path} answers ${response.status}`)
    const text = await response.text()
    // A search's feed contains no head and no links of the site.
    if (response.headers.get('Content-Type')?.includes('xml')) continue
    const page = parse(text)
    pages.set(path, page)
    for (const link of page.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href') ?? ''
      // Searches are unbounded, so robots are asked not to follow them.
      if (link.getAttribute('rel') === 'nofollow') continue
      if (/^(https?:\/\/|mailto:)/.test(href)) continue
      if (link.hasAttribute('download')) {
        if ((await site.ask(href)).status !== 200) faults.push(`${path} offers ${href}, which is not there`)
        continue
      }
      const { pathname, search, hash } = new URL(href, `https://plates.test${path}`)
      links.push([path, pathname + search + hash])
      waiting.push(pathname + search)
    }
  }

  for (const [from, to] of links) {
    const [address = '', id] = to.split('#')
    const page = pages.get(address)
    if (id && page && !page.querySelector(`[id="${id}"]`))
      faults.push(`${from} links to ${to}: no such place`)
  }

  const seenTitles = new Map<string, string>()
  const seenDescriptions = new Map<string, string>()
  for (const [path, page] of pages) {
    const fault = (message: string) => faults.push(`${path} ${message}`)
    const title = page.querySelector('head > title')?.textContent ?? ''
    const description = page.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
    const isFound = !page.querySelector('meta[name=robots][content*=noindex]')
    if (page.querySelectorAll('h1').length !== 1) fault('has not one h1')
    if (page.querySelectorAll('head > title').length !== 1) fault('has not one title')
    if (description.length > 160) fault(`has a description of ${description.length} characters`)
    if (isFound) {
      if (!description) fault('has no description')
      if (seenTitles.has(title)) fault(`has the title of ${seenTitles.get(title)}: ${title}`)
      if (seenDescriptions.has(description))
        fault(`has the description of ${seenDescriptions.get(description)}`)
      const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href')
      if (!canonical) fault('has no canonical address')
      if (!sitemap.includes(`<loc>${canonical}</loc>`)) fault(`is not in the sitemap as ${canonical}`)
      seenTitles.set(title, path)
      seenDescriptions.set(description, path)
    }
    for (const image of page.querySelectorAll('img'))
      if (!image.getAttribute('alt')) fault('has a picture without text')
    for (const drawing of page.querySelectorAll('svg'))
      if (
        drawing.getAttribute('aria-hidden') !== 'true' &&
        !drawing.closest('[aria-hidden=true]') &&
        !drawing.closest('figure')?.querySelector('figcaption') &&
        !drawing.getAttribute('aria-label')
      )
        fault('has a drawing without text')
    const ids = page.querySelectorAll('[id]').map((element) => element.id)
    for (const id of ids.filter((id, index) => ids.indexOf(id) !== index))
      fault(`has two places called ${id}`)
    if (page.querySelector('[style]')) fault('has an inline style, which the policy forbids')
    let rank = 0
    for (const heading of page.querySelectorAll('main h1, main h2, main h3, main h4')) {
      const own = Number(heading.tagName.slice(1))
      if (own > rank + 1) fault(`skips a rank before "${heading.textContent.trim()}"`)
      rank = own
    }
    for (const link of page.querySelectorAll('main a[href]'))
      if (!link.textContent.trim() && !link.getAttribute('aria-label')) fault(`has a link without words`)
  }
  expect(faults).toEqual([])
  for (const kind of ['/registration/:', '/plate/:', '/contact plate type'])
    expect([kind, counts.get(kind)]).toEqual([kind, expect.any(Number)])
  expect(pages.size).toBeGreaterThan(100)
  expect(site.faults).toEqual([])
}, 300_000)
