import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseView, viewQuery } from '#app/features/sales/explorer/explorer-query.ts'
import routes from '#app/routes.ts'
import { parseStockView, stockQuery, viewStock } from '#shared/plates/search/plate-view.ts'
import { SORT_KEYS } from '#shared/sales/explorer/definitions.ts'
import { alikeSales, filterSales, sortSales, viewSales } from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { byExplorer, EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { seedSales } from '../seed-sales.ts'
import { amountOf, encoded, FUZZ_LIMIT, mutated, oddText, onWire, openFuzz } from './fuzz.ts'
import type { Answer } from './raw-client.ts'
import { registrations, seedPlates } from './seed-data.ts'
import { openFuzzServer } from './start-site.ts'

const OVER_HTTP = amountOf(100)
const READ = amountOf(300)

const sales = byExplorer(({ name }) => seedSales(name))
const facets = byExplorer(({ name }) => facetsOf(sales[name]))
const stock = seedPlates()

const facetValue = (facet: 'seller' | 'category' | 'type' | 'selection') =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...facets.uk[facet].map(({ value }) => value)) },
    { weight: 1, arbitrary: oddText },
  )
const number = fc.oneof(fc.integer({ min: -3, max: 3_000 }).map(String), fc.double().map(String), oddText)
const search = fc.oneof(fc.constantFrom(...registrations(), 'david', 'heaven', 'jb', '1'), oddText)
const facetPair = fc
  .constantFrom('seller' as const, 'category' as const, 'type' as const, 'selection' as const)
  .chain((facet) => facetValue(facet).map((value) => [facet, value] as const))

const pair = fc.oneof(
  fc.tuple(fc.constantFrom('q'), search),
  facetPair,
  facetPair.map(([name, value]) => [`no-${name}`, value] as const),
  facetPair.map(([, value]) => ['had-category', value] as const),
  fc.tuple(fc.constantFrom('from', 'to', 'page'), number),
  fc.tuple(
    fc.constantFrom('sort'),
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...Object.values(SORT_KEYS).flat()), fc.constantFrom('', '.asc', '.desc'))
        .map((words) => words.join('')),
      fc.constantFrom('best', 'dearest', 'cheapest', 'shortest', 'a-z'),
      oddText,
    ),
  ),
  fc.tuple(
    fc.constantFrom('set'),
    fc.oneof(
      fc.constantFrom('all.seller', 'none.type', 'sort.sale_date', 'page.2', 'years.2021-2025', 'clear'),
      oddText,
    ),
  ),
  fc.tuple(
    fc.constantFrom('format', 'featured'),
    fc.oneof(fc.constantFrom('yes', 'current', 'prefix', 'q'), oddText),
  ),
  fc.tuple(fc.constantFrom('plate', 'type', '_routes', 'index', '__proto__', ''), search),
)
const query = fc
  .array(pair, { maxLength: 6 })
  .map((pairs) => pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&'))
const anyQuery = fc.oneof({ weight: 5, arbitrary: query }, { weight: 2, arbitrary: mutated(query) })

const section = fc.constantFrom('news', 'info', 'plate-stories', 'guides', 'stories', 'plate', 'nope')
const slug = fc.oneof(
  fc.constantFrom(
    'jb1-breaks-record-and-becomes-uks-most-expensive-number-plate',
    'what-are-q-plates',
    'vip1-number-plate',
    'example',
    'what-are-q-plates.png',
    '1%20KP.png',
  ),
  oddText.map(encoded),
)
const registration = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...registrations()).map(encoded) },
  { weight: 2, arbitrary: mutated(fc.constantFrom(...registrations())).map(encoded) },
  { weight: 2, arbitrary: oddText.map(encoded) },
)

const paths = pathsOf(routes)
const fromServer = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/data/sales.json',
  '/data/jersey-sales.json',
  '/favicon.ico',
  '/assets/x.js',
]
const path = fc
  .tuple(fc.constantFrom(...paths, ...paths, ...fromServer), registration, slug, section)
  .map(([address, mark, name, of]) =>
    address
      .replace(':registration', () => mark)
      .replace(':section', () => of)
      .replace(':file', () => name)
      .replace(':slug', () => name),
  )
const ending = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constant('.data') },
  { weight: 1, arbitrary: fc.constantFrom('/', '//', '/_.data', '.json', '%00', '/..', '?') },
)
const address = fc
  .tuple(path, ending, anyQuery)
  .map(([start, end, text]) => `${start}${end}${text && `?${text}`}`)
const anyAddress = fc.oneof(
  { weight: 12, arbitrary: address.map(onWire) },
  { weight: 3, arbitrary: mutated(address).map(onWire) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => `/${onWire(bytes)}`),
  },
)
const visit = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS'),
  address: anyAddress,
  headers: fc.record(
    {
      'Accept-Encoding': fc.constantFrom('br', 'gzip', 'identity;q=0', 'x'),
      'If-None-Match': fc.constantFrom('*', '"x"', 'W/"', ','),
      Range: fc.constantFrom('bytes=0-4', 'bytes=9-2', 'x'),
      'X-Forwarded-Host': fc.constant('evil.example'),
    },
    { requiredKeys: [] },
  ),
})

function pathsOf(entries: typeof routes): string[] {
  return entries.flatMap(({ path: own, children = [] }) => [
    `/${own === '*' ? 'no/such/page' : (own ?? '')}`,
    ...pathsOf(children),
  ])
}

test(
  `${OVER_HTTP} URLs through the server: no 5xx, no crash, complete responses, none over a second`,
  FUZZ_LIMIT,
  async () => {
    const fuzz = openFuzz({ what: 'view URLs', file: 'test/fuzz/views.test.ts' })
    const server = await openFuzzServer()
    const statuses = new Map<number, number>()
    await fuzz.run({
      inputs: visit,
      amount: OVER_HTTP,
      firstBatch: 2,
      async check({ method, address, headers }) {
        const answer = await server.ask(method, address, headers as Record<string, string>)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        checkAnswer(answer, method)
      },
    })
    const megabytes = server.examine()
    fuzz.addNote(
      `${[...statuses]
        .sort()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}; ${megabytes} MB`,
    )
    expect((statuses.get(200) ?? 0) / fuzz.count()).toBeGreaterThan(0.2)
  },
)

function checkAnswer({ status, header, body }: Answer, method: string): void {
  if (status >= 500) throw new Error(`${status} ${body}`)
  if (!/default-src 'none'/.test(header('content-security-policy') ?? ''))
    throw new Error(`${status} without a policy`)
  const location = header('location')
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) throw new Error(`It leads to ${location}`)
  if (method === 'HEAD' || body.length === 0 || header('content-encoding')) return
  const type = header('content-type') ?? ''
  if (type.startsWith('text/html')) {
    const html = body.toString()
    if (!/^<!DOCTYPE html>/i.test(html) || !html.endsWith('</html>'))
      throw new Error(`${status} with half a page`)
    if (/<script>alert\(1\)|<img src=x/i.test(html)) throw new Error(`The page holds what was asked: ${html}`)
  } else if (type.includes('json')) JSON.parse(body.toString())
  else if (type.startsWith('image/png') && body.readUInt32BE(0) !== 0x89504e47)
    throw new Error('This is no picture')
}

test(
  `${READ} queries are read as the nearest valid view, whose own URL gives that view again`,
  FUZZ_LIMIT,
  async () => {
    const fuzz = openFuzz({ what: 'queries of views', file: 'test/fuzz/views.test.ts' })
    await fuzz.run({
      inputs: fc.tuple(anyQuery, fc.constantFrom(...EXPLORER_LIST.map(({ name }) => name))),
      amount: READ,
      check([text, explorer]) {
        const asked = new URLSearchParams(text)
        const view = parseView(asked, facets[explorer], explorer)
        const address = viewQuery(view, facets[explorer])
        expect(
          viewQuery(parseView(new URLSearchParams(address), facets[explorer], explorer), facets[explorer]),
        ).toBe(address)
        const { count, alike } = viewSales(sales[explorer], view, explorer)
        const matching = new Set(sortSales(filterSales(sales[explorer], view, explorer), view))
        const readingAlike = alikeSales(sales[explorer], view, explorer)
        expect([count - alike, alike]).toEqual([matching.size, readingAlike.length])
        expect(readingAlike.filter((sale) => matching.has(sale))).toEqual([])
        const stockView = parseStockView(asked)
        const stockAddress = stockQuery(stockView)
        expect(stockQuery(parseStockView(new URLSearchParams(stockAddress)))).toBe(stockAddress)
        if (stockView.search === '' || text.length % 4 === 0) viewStock(stock, stockView)
      },
    })
  },
)
