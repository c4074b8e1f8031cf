import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeStock } from '#test/synthetic-stock.ts'
import { parsePrice, type StockView, WHOLE_STOCK } from './definitions.ts'
import { formatsFor } from './formats.ts'
import { activeFilters, parseStockView, stockQuery, viewStock } from './plate-view.ts'

const view = (query: string) => parseStockView(new URLSearchParams(query))

const stock = [
  { registration: '7 W', priceGbp: 285_000, description: null, isFeature: true },
  { registration: 'AL 63', priceGbp: 34_000, description: 'Short for Alan.', isFeature: true },
  { registration: 'S4 NDY', priceGbp: 14_950, description: null, isFeature: false },
  { registration: 'MEG 4N', priceGbp: 9_500, description: null, isFeature: false },
  { registration: 'H34 VEN', priceGbp: 4_950, description: null, isFeature: false },
  { registration: 'BIG 5926', priceGbp: 2_750, description: null, isFeature: false },
  { registration: 'GR25 NER', priceGbp: 1_450, description: null, isFeature: false },
  { registration: 'A 9', priceGbp: 0, description: null, isFeature: false },
  { registration: 'A 10', priceGbp: 0, description: null, isFeature: false },
]
const shown = (query: string) => viewStock(stock, view(query)).shown.map(({ plate }) => plate.registration)
const all = stock.map(({ registration }) => registration)

test.each([
  // [query, its canonical form]
  ['', ''],
  ['q=heaven', '?q=heaven'],
  ['q=+big++day%E2%80%8B+', '?q=big+day'],
  ['q=&from=&to=&format=&sort=', ''],
  ['from=£5,000&to=10k', '?from=5000&to=10000'],
  ['featured=on&format=Northern Ireland', '?format=northern-ireland&featured=yes'],
  ['sort=cheapest&page=3', '?sort=cheapest&page=3'],
  // The default order is omitted.
  ['sort=dearest', ''],
  ['q=al&sort=dearest', '?q=al&sort=dearest'],
  ['q=al&sort=best', '?q=al'],
  // An invalid query gives the nearest valid view.
  ['q=!!!', ''],
  ['from=9000&to=100', '?from=100&to=9000'],
  ['from=-5&to=abc', ''],
  ['format=hovercraft&sort=;drop table plates&page=-1', ''],
  ['page=1.5&featured=perhaps', ''],
  ['page=99999999999999999999', ''],
  // Several pages shown together, five at most.
  ['page=1-3', '?page=1-3'],
  ['sort=a-z&page=6-7', '?sort=a-z&page=6-7'],
  ['page=3-3', '?page=3'],
  ['page=4-2', '?page=4'],
  ['page=2-900', '?page=2-6'],
  ['page=0-2', '?page=1-2'],
  ['page=1-', ''],
])('the URL %s of a list of plates is %s', (typed, query) => {
  expect(stockQuery(view(typed))).toBe(query)
})

test('the URL of a list of plates round-trips every view', () => {
  const anyView = fc.record({
    search: fc.constantFrom('', 'heaven', 'big day', 'd4vid'),
    priceFrom: fc.option(fc.integer({ min: 1, max: 900 })),
    priceTo: fc.option(fc.integer({ min: 901, max: 5_000_000 })),
    format: fc.constantFrom(null, 'prefix' as const, 'northern-ireland' as const),
    isFeatureOnly: fc.boolean(),
    sort: fc.constantFrom(null, 'cheapest' as const, 'shortest' as const, 'a-z' as const),
    page: fc.integer({ min: 1, max: 50 }),
    together: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(anyView, ({ together, ...rest }) => {
      const of: StockView = { ...rest, lastPage: rest.page + together - 1 }
      expect(view(stockQuery(of).slice(1))).toEqual(of)
    }),
  )
})

test.each([
  ['5000', 5000],
  ['£5,000', 5000],
  [' 4.5k ', 4500],
  ['1m', 1_000_000],
  ['10 000', 10_000],
  ['10\u00a0000', 10_000],
  ["10'000", 10_000],
  ['4999.50', 5000],
  ['99999999999', 2_147_483_647],
  ['1,2500', null],
  ['five', null],
  ['5000-6000', null],
  ['', null],
])('the URL of a list of plates reads the price %s as %s', (typed, price) => {
  expect(parsePrice(typed)).toBe(price)
})

test.each([
  ['to=lots', { to: 'lots' }],
  ['from=-5&to=5k', { from: '-5' }],
  ['from= x &to=ten', { from: 'x', to: 'ten' }],
  ['to=1,2500', { to: '1,2500' }],
  ['from=£&to=', undefined],
  ['to=0', undefined],
])('the view of the list keeps what is no price in %s, so that the page can say so', (query, unread) => {
  expect(view(query).unread).toEqual(unread)
})

describe('the list', () => {
  test('the list of plates is the whole stock in its default order without filters', () => {
    expect(shown('')).toEqual(all)
    expect(viewStock(stock, WHOLE_STOCK)).toMatchObject({ count: 9, page: 1, pages: 1, alternatives: null })
  })

  test.each([
    ['q=heaven', ['H34 VEN']],
    ['format=prefix', ['S4 NDY', 'H34 VEN']],
    ['format=northern-ireland', ['BIG 5926']],
    ['featured=yes', ['7 W', 'AL 63']],
    // A plate without a price is outside every price range.
    ['to=5000', ['H34 VEN', 'BIG 5926', 'GR25 NER']],
    ['from=9500&to=34000', ['AL 63', 'S4 NDY', 'MEG 4N']],
    ['q=n&format=prefix&to=5000', ['H34 VEN']],
  ])('the list of plates shows what matches %s', (query, registrations) => {
    expect(shown(query)).toEqual(registrations)
  })

  test('the list of plates is sorted', () => {
    expect(shown('sort=cheapest')).toEqual([...all.slice(0, 7).reverse(), 'A 9', 'A 10'])
    expect(shown('sort=shortest').slice(0, 4)).toEqual(['7 W', 'A 9', 'A 10', 'AL 63'])
    expect(shown('sort=a-z')).toEqual([
      '7 W',
      'A 9',
      'A 10',
      'AL 63',
      'BIG 5926',
      'GR25 NER',
      'H34 VEN',
      'MEG 4N',
      'S4 NDY',
    ])
    expect(shown('q=9')).toEqual(['A 9', 'BIG 5926'])
    expect(shown('q=9&sort=dearest')).toEqual(['BIG 5926', 'A 9'])
  })

  test('the list of plates is paginated, and a page past the end is the last one', () => {
    const large = makeStock(450)
    const registrations = [1, 2, 3].flatMap((page) =>
      viewStock(large, { ...WHOLE_STOCK, page }, 200).shown.map(({ plate }) => plate.registration),
    )
    expect(registrations).toEqual(large.map(({ registration }) => registration))
    expect(viewStock(large, { ...WHOLE_STOCK, page: 99 }, 200)).toMatchObject({
      page: 3,
      lastPage: 3,
      pages: 3,
      count: 450,
    })
  })

  test('the list of plates shows several pages together, in one order, as far as there are any', () => {
    const large = makeStock(450)
    const together = viewStock(large, view('page=2-4'), 100)
    expect(together).toMatchObject({ page: 2, lastPage: 4, pages: 5 })
    expect(together.shown.map(({ plate }) => plate)).toEqual(large.slice(100, 400))
    const atEnd = viewStock(large, view('page=4-8'), 100)
    expect(atEnd).toMatchObject({ page: 4, lastPage: 5, pages: 5 })
    expect(atEnd.shown.map(({ plate }) => plate)).toEqual(large.slice(300))
  })

  const alternatives = (query: string, of = stock) => {
    const { count, alternatives } = viewStock(of, view(query))
    return [count, alternatives?.why, alternatives?.shown.map(({ plate }) => plate.registration)]
  }

  test('the list of plates offers alternatives if nothing matches: near misses, then initials, then the same start', () => {
    expect(alternatives('q=hevean')).toEqual([0, 'near', ['H34 VEN']])
    expect(alternatives('q=wendy')).toEqual([0, 'initials', ['7 W']])
    expect(alternatives('q=metropolitan')).toEqual([0, 'start', ['MEG 4N']])
    expect(alternatives('q=xqzzj')).toEqual([
      0,
      'fitting',
      ['7 W', 'AL 63', 'S4 NDY', 'MEG 4N', 'H34 VEN', 'BIG 5926'],
    ])
    expect(viewStock([], view('q=heaven'))).toMatchObject({ count: 0, alternatives: null })
  })

  test('the list of plates keeps the filters for alternatives, and says how many plates match without them', () => {
    expect(alternatives('q=heaven&from=9000')).toEqual([0, 'fitting', ['7 W', 'AL 63', 'S4 NDY', 'MEG 4N']])
    expect(viewStock(stock, view('q=heaven&from=9000')).alternatives?.outside).toBe(1)
    expect(alternatives('q=wendy&to=5000')).toEqual([0, 'fitting', ['H34 VEN', 'BIG 5926', 'GR25 NER']])
    expect(viewStock(stock, view('q=heaven')).alternatives).toBeNull()
  })

  test('the list of plates drops the other filters before the price filter if no plate satisfies all of them', () => {
    expect(alternatives('format=suffix&to=5000')).toEqual([
      0,
      'other-kind',
      ['H34 VEN', 'BIG 5926', 'GR25 NER'],
    ])
    expect(alternatives('q=heaven&format=suffix&to=5000')).toEqual([0, 'other-kind', ['H34 VEN']])
    expect(alternatives('from=900000')).toEqual([0, 'none', []])
    expect(alternatives('q=heaven&from=900000')).toEqual([0, 'none', []])
  })

  test('the list of plates shows each plate at most once, only plates in stock, and none outside the prices, for every query', () => {
    const large = makeStock(300)
    const query = fc.record({
      q: fc.constantFrom('', 'a', 'da', 'sam', 'heaven', '7', 'xqzzj'),
      from: fc.constantFrom('', '500', '2000', '999999'),
      to: fc.constantFrom('', '700', '9000'),
      format: fc.constantFrom('', 'prefix', 'current', 'q'),
      sort: fc.constantFrom('', 'dearest', 'cheapest', 'shortest', 'a-z'),
      featured: fc.constantFrom('', 'yes'),
    })
    fc.assert(
      fc.property(query, (fields) => {
        const page = viewStock(large, parseStockView(new URLSearchParams(fields)))
        const plates = (page.alternatives?.shown ?? page.shown).map(({ plate }) => plate)
        const { priceFrom, priceTo } = parseStockView(new URLSearchParams(fields))
        const isPriced = ({ priceGbp }: { priceGbp: number }) =>
          priceGbp >= (priceFrom ?? 0) && priceGbp <= (priceTo ?? Number.POSITIVE_INFINITY)
        expect(plates.every(isPriced)).toBe(true)
        expect(plates.length > 0).toBe(large.some(isPriced))
        expect(new Set(plates).size).toBe(plates.length)
        for (const plate of plates) expect(large).toContain(plate)
      }),
      { numRuns: 200 },
    )
  })
})

test('active filters are described, and each can be removed on its own', () => {
  const filters = activeFilters(
    view('q=big day&format=prefix&from=1000&to=5000&featured=yes&sort=a-z&page=2'),
  )
  expect(filters.map(({ label, without }) => [label, stockQuery(without)])).toEqual([
    ['“BIG DAY”', '?format=prefix&from=1000&to=5000&featured=yes&sort=a-z'],
    ['Prefix', '?q=big+day&from=1000&to=5000&featured=yes&sort=a-z'],
    ['From £1,000', '?q=big+day&format=prefix&to=5000&featured=yes&sort=a-z'],
    ['Up to £5,000', '?q=big+day&format=prefix&from=1000&featured=yes&sort=a-z'],
    ['Featured', '?q=big+day&format=prefix&from=1000&to=5000&sort=a-z'],
  ])
  expect(activeFilters(WHOLE_STOCK)).toEqual([])
})

test('active filters offer the common formats, and any other that is in stock or selected', () => {
  const common = ['dateless', 'suffix', 'prefix', 'current', 'northern-ireland']
  expect(formatsFor(stock, null)).toEqual(common)
  expect(formatsFor(stock, 'trade')).toEqual([...common, 'trade'])
  const manx = { registration: 'MAN 1', priceGbp: 0, description: null, isFeature: false }
  expect(formatsFor([manx], null)).toEqual([...common, 'isle-of-man'])
})
