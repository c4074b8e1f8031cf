import { describe, expect, test } from 'vitest'
import { fillStock } from '../fill-stock.ts'
import { openTestSite, readTestSite, shareTestSite, textOf } from '../open-test-site.ts'
import { makeStock, type SyntheticPlate } from '../synthetic-stock.ts'
import { sharedDataDir } from '../temporary-folder.ts'

const cards = (html: string) =>
  [...html.matchAll(/aria-label="Registration ([^"]+)"/g)].map(([, registration]) => registration)

const status = (html: string) => textOf(html.match(/<p role="status"[\s\S]*?<\/p>/)?.[0] ?? '').trim()

const link = (html: string, rel: 'next' | 'prev') =>
  html.match(new RegExp(`<a [^>]*rel="${rel}"[^>]*>`))?.[0].match(/href="([^"]*)"/)?.[1]

function dataDirWith(plates: SyntheticPlate[]): string {
  const dataDir = sharedDataDir()
  fillStock(dataDir, plates)
  return dataDir
}

test('the plate list without script finds plates by any spelling, and shows how each reads', async () => {
  const site = await readTestSite()
  const html = await site.read('/plates?q=heaven')
  expect(cards(html)).toEqual(['H34 VEN'])
  expect(textOf(html)).toContain('Reads as HEAVEN')
  expect(status(html)).toBe('1 plate')
  expect(cards(await site.read('/plates?q=BIG+DAY&from=&to=&format=&sort='))).toEqual(['B16 DAY'])
})

test('the plate list without script keeps every field of the form as submitted', async () => {
  const site = await readTestSite()
  const html = await site.read('/plates?q=n&format=prefix&from=1000&to=20000&featured=yes&sort=a-z')
  for (const field of [
    /name="q"[^>]* value="n"/,
    /<option value="prefix" selected="">/,
    /name="from"[^>]* value="1000"/,
    /name="to"[^>]* value="20000"/,
    /<option value="a-z" selected="">/,
    /<input type="checkbox" name="featured" checked="" value="yes"/,
  ])
    expect(html).toMatch(field)
  // Its fields are below the count on a phone, so that the plates are near the top.
  expect(html).toMatch(/<details class="toolbar-more"><summary[^>]*>Filters(?:<!-- -->)? \(/)
  expect(html).toMatch(/<form[^>]* action="\/plates" method="get"/)
})

test('the plate list without script shows the active filters, each with a link that removes it', async () => {
  const site = await readTestSite()
  const html = await site.read('/plates?q=n&format=prefix&to=20000')
  const chips = html.match(/<ul [^>]*aria-label="Filters in use"[\s\S]*?<\/ul>/)?.[0] ?? ''
  expect(textOf(chips).trim()).toBe('Remove “N” Remove Prefix Remove Up to £20,000 Clear all')
  expect([...chips.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replace(/&amp;/g, '&'))).toEqual([
    '/plates?format=prefix&to=20000',
    '/plates?q=n&to=20000',
    '/plates?q=n&format=prefix',
    '/plates',
  ])
})

test('the plate list without script offers near misses or other plates if nothing matches, but never outside the price range', async () => {
  const site = await readTestSite()
  const close = await site.read('/plates?q=garden')
  expect(status(close)).toBe('No plate reads exactly as GARDEN, but these come close.')
  expect(cards(close)).toContain('G4 RDN')
  const outside = await site.read('/plates?q=heaven&from=100000')
  expect(status(outside)).toBe(
    'No plate at £100,000 or more reads as HEAVEN, but these have the same initial. One plate outside your filters reads as HEAVEN.',
  )
  expect(cards(outside)).toEqual(['H 8'])
  const nothing = await site.read('/plates?q=xqzzj')
  expect(status(nothing)).toBe('No plate reads as XQZZJ. Here are some of our others.')
  expect(textOf(nothing)).toContain('Tell us what you are looking for')
  expect(cards(nothing)).toHaveLength(6)
})

describe.each([
  ['that the browser filters', 130],
  ['that the server filters', 620],
])('a stock %s (%i plates)', (_, count) => {
  const plates = makeStock(count)
  const pages = Math.ceil(count / 48)
  const siteOf = shareTestSite({ environment: () => ({ DATA_DIR: dataDirWith(plates) }) })

  test('a list of plates has pages of 48, each plate on one of them, in one order, and a link to the next page', async () => {
    const site = siteOf()
    const all: (string | undefined)[] = []
    for (let page = 1; page <= pages; page++) {
      const html = await site.read(page === 1 ? '/plates' : `/plates?page=${page}`)
      const last = Math.min(page * 48, count)
      expect(status(html)).toBe(
        `${count} plates, highest price first, ${(page - 1) * 48 + 1} to ${last} shown`,
      )
      expect(link(html, 'next')).toBe(page < pages ? `/plates?page=${page + 1}` : undefined)
      expect(link(html, 'prev')).toBe(
        page > 2 ? `/plates?page=${page - 1}` : page === 2 ? '/plates' : undefined,
      )
      all.push(...cards(html))
    }
    const prices = new Map(plates.map(({ registration, priceGbp }) => [registration, priceGbp]))
    expect(new Set(all).size).toBe(count)
    expect(all.map((registration) => prices.get(registration ?? ''))).toEqual(
      plates.map(({ priceGbp }) => priceGbp),
    )
  })

  test('a list of plates gives each page a title and a canonical URL, and a page past the end those of the last', async () => {
    const site = siteOf()
    const head = async (query: string) => {
      const html = await site.read(`/plates${query}`)
      return [
        html.match(/<title>([^<]*)</)?.[1],
        html.match(/<link rel="canonical" href="https:\/\/plates\.test([^"]*)"/)?.[1],
      ]
    }
    const whole = await head('')
    const [title = ''] = whole
    const numbered = (page: number) => [title.replace(' | ', `, page ${page} | `), `/plates?page=${page}`]
    expect(whole).toEqual([expect.stringContaining(' | '), '/plates'])
    expect(await head('?page=2')).toEqual(numbered(2))
    expect(await head('?page=1-2')).toEqual(whole)
    const last = numbered(pages)
    expect(await head(`?page=${pages}`)).toEqual(last)
    expect(await head('?page=9999')).toEqual(last)
    expect(await head('?page=2&sort=cheapest')).toEqual(whole)
  })

  test('a list of plates shows several pages together', async () => {
    const site = siteOf()
    const together = await site.read('/plates?page=1-2')
    expect(status(together)).toBe(`${count} plates, highest price first, 1 to 96 shown`)
    expect(cards(together)).toEqual([
      ...cards(await site.read('/plates')),
      ...cards(await site.read('/plates?page=2')),
    ])
    expect(link(together, 'next')).toBe('/plates?page=3')
  })
})

test('a large stock is searched and filtered completely, and never shows unavailable plates', async () => {
  const plates = makeStock(620)
  const dataDir = dataDirWith(plates)
  const site = await openTestSite({ DATA_DIR: dataDir })
  const sought = plates[555]?.registration ?? ''
  const find = async () => cards(await site.read(`/plates?q=${encodeURIComponent(sought.toLowerCase())}`))
  expect((await find())[0]).toBe(sought)
  const cheapest = await site.read('/plates?sort=cheapest')
  expect(cards(cheapest)).toHaveLength(48)
  expect(cheapest).toContain('href="/plates?sort=cheapest&amp;page=2"')
  fillStock(
    dataDir,
    plates.filter(({ registration }) => registration !== sought),
  )
  expect(await find()).not.toContain(sought)
})

test('the page of a plate shows the facts of the registration', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read('/plate/H34%20VEN'))
  for (const expected of [
    'Reads as HEAVEN',
    'Format Prefix',
    'Issued August 1990 to July 1991',
    'Place EN, Manchester',
    'May go on Vehicles first registered in August 1990 or later',
  ])
    expect(text).toContain(expected)
  expect(textOf(await site.read('/plate/KWB%20527'))).not.toContain('Reads as')
})

test('the page of a plate shows up to four similar plates, without the plate itself', async () => {
  const site = await readTestSite()
  const html = await site.read('/plate/WD%201')
  expect(textOf(html)).toContain('Similar plates')
  const alike = cards(html)
  expect(alike).toHaveLength(4)
  expect(alike).not.toContain('WD 1')
  expect(alike).toContain('1 KP')
})

test('the page of a plate shows its past sales, with the kind of each price', async () => {
  const site = await openTestSite({
    DATA_DIR: dataDirWith([
      {
        id: crypto.randomUUID(),
        registration: 'JB 1',
        priceGbp: 700_000,
        category: null,
        description: null,
        isFeature: false,
      },
      {
        id: crypto.randomUUID(),
        registration: 'AB 1',
        priceGbp: 200_000,
        category: null,
        description: null,
        isFeature: false,
      },
      {
        id: crypto.randomUUID(),
        registration: 'AB 2',
        priceGbp: 90_000,
        category: null,
        description: null,
        isFeature: false,
      },
    ]),
  })
  expect(textOf(await site.read('/plate/JB%201'))).toContain(
    'July 2025 , Bonhams Hammer £530,000 computed, total £608,600 reported',
  )
  expect(textOf(await site.read('/plate/AB%201'))).toContain(
    'August 2017 , Private Sale £160,000 as reported',
  )
  expect(textOf(await site.read('/plate/AB%202'))).not.toContain('Past Sales')
})

test('the page of a plate omits data that cannot be read', async () => {
  const pageReads: typeof fetch = async (input) => {
    const url = new URL(String(input))
    if (url.searchParams.get('plate_number') === 'eq.AB 1' && url.pathname.endsWith('/plates'))
      return Response.json([
        { id: '1', plate_number: 'AB 1', price: 5, is_available: true, is_feature: false },
      ])
    return Response.json({ message: 'away' }, { status: 503 })
  }
  const site = await openTestSite({}, { pageReads })
  const html = await site.read('/plate/AB%201')
  const text = textOf(html)
  expect(html).toContain('id="enquire"')
  expect(text).not.toContain('Past Sales')
  expect(text).not.toContain('Similar plates')
  expect(site.faults.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['Error fetching similar plates', 'Error fetching past sales']),
  )
})

test('the shortlist is stored in the browser, so without script its page explains it and links to the stock', async () => {
  const site = await readTestSite()
  const html = await site.read('/shortlist')
  expect(html).toContain('<title>Shortlist | Plateworthy</title>')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(textOf(html)).toContain('Your shortlist is saved in your browser')
})

test('the icons all exist in the sizes that the manifest and the page name', async () => {
  const site = await readTestSite()
  const manifest = await site.ask('/site.webmanifest')
  expect(manifest.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/)
  const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string; type: string }[] }
  for (const { src, sizes, type } of [
    ...icons,
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
  ]) {
    const response = await site.ask(src)
    expect([src, response.headers.get('Content-Type')?.split(';')[0]]).toEqual([src, type])
    const picture = Buffer.from(await response.arrayBuffer())
    if (type === 'image/png')
      expect([src, `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`]).toEqual([src, sizes])
  }
  expect((await site.ask('/favicon.ico')).status).toBe(200)
  const html = await site.read('/')
  for (const href of ['/favicon.ico', '/icon.svg', '/apple-touch-icon.png', '/site.webmanifest'])
    expect(html).toContain(`href="${href}"`)
})
