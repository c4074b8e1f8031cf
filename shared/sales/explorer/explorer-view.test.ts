import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sale } from '../sale.ts'
import { type ExplorerView, WHOLE_VIEW } from './definitions.ts'
import {
  type Change,
  changeView,
  countActiveFilters,
  countsBeside,
  describeFilters,
  describeGroups,
  describeRange,
  filterSales,
  knownCounts,
  matchingRows,
  PAGE_SIZE,
  sortSales,
  topSales,
  viewSales,
  yearPresets,
} from './explorer-view.ts'
import { facetsOf, listedValues, selected } from './facets.ts'

const sale = (registration: string, values: Partial<Sale> = {}): Sale => ({
  id: registration,
  registration,
  whereSold: 'Bonhams',
  category: 'Number 1',
  type: 'Letters First',
  saleYear: 2020,
  saleMonth: null,
  hammerPriceGbp: null,
  totalPriceGbp: null,
  selection: 'reported',
  priceBasis: 'both',
  ...values,
})
const view = (values: Partial<ExplorerView> = {}): ExplorerView => ({ ...WHOLE_VIEW, ...values })
const names = (sales: readonly Sale[]) => sales.map(({ registration }) => registration).join(', ')
const found = (records: Sale[], values: Partial<ExplorerView>, explorer: 'uk' | 'jersey' = 'uk') =>
  names(filterSales(records, view(values), explorer))

describe('the search', () => {
  const records = [sale('JB 1'), sale('AJB 22', { whereSold: 'jb & Sons' }), sale('X 1', { whereSold: null })]
  it.each([
    // UK: a substring of the registration, ignoring case and spaces
    ['uk', 'jb', 'JB 1, AJB 22'],
    ['uk', 'B 2', 'AJB 22'],
    ['uk', 'jb1', 'JB 1'],
    ['uk', '1', 'JB 1, X 1'],
    ['uk', '2 2', 'AJB 22'],
    ['uk', 'x-1', 'X 1'],
    ['uk', ' ', 'JB 1, AJB 22, X 1'],
    ['uk', 'J8', ''],
    ['uk', '', 'JB 1, AJB 22, X 1'],
    ['uk', 'Bonhams', ''],
    // Jersey: the registration or where it was sold
    ['jersey', 'SONS', 'AJB 22'],
    ['jersey', '1', 'JB 1, X 1'],
  ] as const)('the search of %s for “%s” finds %s', (explorer, search, expected) => {
    expect(found(records, { search }, explorer)).toBe(expected)
  })
})

describe('look-alikes of the search', () => {
  const records = [
    sale('S1 NGH', { totalPriceGbp: 1 }),
    sale('51 NGH', { totalPriceGbp: 3 }),
    sale('SIN 6H', { totalPriceGbp: 2 }),
    sale('J8 1', { whereSold: 'Singh & Sons', totalPriceGbp: 4 }),
    ...['BOR 11S', 'X 4', 'A 1'].map((registration) => sale(registration)),
  ]
  const groups = (search: string, values: Partial<ExplorerView> = {}, explorer: 'uk' | 'jersey' = 'uk') => {
    const page = viewSales(records, view({ search, ...values }), explorer)
    const matching = matchingRows(page)
    return `${names(page.rows.slice(0, matching))} | ${names(page.rows.slice(matching))}`
  }

  it.each([
    ['SINGH', ' | 51 NGH, SIN 6H, S1 NGH'],
    ['s1ngh', 'S1 NGH | 51 NGH, SIN 6H'],
    ['51 n', '51 NGH | SIN 6H, S1 NGH'],
    ['X4A', ' | '],
    ['A1', 'A 1 | '], // too short for look-alikes
    ['A', 'A 1 | '],
  ])('look-alikes of the search for %s follow the matches: %s', (search, expected) => {
    expect(groups(search)).toBe(expected)
  })

  it('look-alikes of the search are sorted within their group, and filtered like the matches', () => {
    expect(groups('s1ngh', { isDescending: false })).toBe('S1 NGH | SIN 6H, 51 NGH')
    expect(groups('s1ngh', { seller: [] })).toBe(' | ')
  })

  it('look-alikes of the search exclude sales in Jersey whose seller matches', () => {
    expect(groups('SINGH', {}, 'jersey')).toBe('J8 1 | 51 NGH, SIN 6H, S1 NGH')
  })

  it.each([
    ['s1ngh', '1 sale matches; 2 more read as S1NGH'],
    ['SIN6', '1 sale matches; 2 more read as SIN6'],
    ['SINGH', 'No sale matches; 3 read as SINGH'],
    ['A1', null],
    ['', null],
  ])('look-alikes of the search are counted separately for %s: %s', (search, expected) => {
    expect(describeGroups(viewSales(records, view({ search }), 'uk'), search)).toBe(expected)
  })

  it('look-alikes of the search come after the matches on the pages', () => {
    const many = [
      ...Array.from({ length: 49 }, (_, n) => sale(`ABI ${n}`)),
      ...Array.from({ length: 60 }, (_, n) => sale(`AB1 ${n}`)),
    ]
    const counts = [1, 2, 3, 9].map((page) => {
      const made = viewSales(many, view({ search: 'abi', page }), 'uk')
      return [matchingRows(made), made.rows.length, made.page]
    })
    expect(counts).toEqual([
      [49, 50, 1],
      [0, 50, 2],
      [0, 9, 3],
      [0, 9, 3],
    ])
  })
})

describe('the filters', () => {
  const records = [
    sale('A 1', { whereSold: 'Bonhams', category: 'Single-Single', type: 'Letter First', saleYear: 2001 }),
    sale('B 2', { whereSold: null, category: '', type: '  ', saleYear: 2005 }),
    sale('CAR 14D', { whereSold: 'DVLA Auction', category: 'Suffix', type: 'Two Numbers', saleYear: 2010 }),
  ]
  it.each([
    // a record passes if its value is blank or selected
    [{ seller: ['Bonhams'] }, 'A 1, B 2'],
    [{ seller: [] }, 'B 2'],
    [{ category: ['Suffix'] }, 'B 2, CAR 14D'],
    [{ type: ['Letter First'] }, 'A 1, B 2'],
    // sale_year between From and To inclusive; without a limit, the data's own range applies
    [{ yearFrom: 2001, yearTo: 2005 }, 'A 1, B 2'],
    [{ yearFrom: 2005 }, 'B 2, CAR 14D'],
    [{ yearTo: 2001 }, 'A 1'],
    [{ yearFrom: 2010, yearTo: 2001 }, ''],
  ] as [Partial<ExplorerView>, string][])('the filters %j pass %s', (values, expected) => {
    expect(found(records, values)).toBe(expected)
  })
})

describe('categories and types', () => {
  const facets = facetsOf([
    sale('AB 1', { category: 'Number 1', type: 'Letters First' }),
    sale('1 A', { category: 'Number 1', type: 'Letter Last' }),
    sale('ABC 1', { category: '3x1', type: 'Letters First' }),
    sale('J35 TER', { category: 'Prefix', type: 'Two Numbers' }),
    sale('X', { category: null, type: 'Odd' }),
  ])
  const types = (of: ExplorerView) => selected(of, facets, 'type').join(', ')
  const following = (...changes: Change[]) =>
    changes.reduce((current, change) => changeView(current, facets, change), view())

  it('categories and types are all selected when the data load', () => {
    expect(selected(view(), facets, 'category')).toEqual(['Number 1', '3x1', 'Prefix'])
    expect(types(view())).toBe('Letter Last, Letters First, Odd, Two Numbers')
  })
  it.each([
    [
      'unticking a category removes its types',
      [['category', 'Prefix', false]],
      'Letter Last, Letters First, Odd',
    ],
    [
      'but not those that a ticked category has as well',
      [['category', 'Number 1', false]],
      'Letters First, Odd, Two Numbers',
    ],
    [
      'and those, too, once no category has them',
      [
        ['category', 'Number 1', false],
        ['category', '3x1', false],
      ],
      'Odd, Two Numbers',
    ],
    [
      'ticking one adds its types',
      [
        ['type', 'Letters First', false],
        ['category', '3x1', false],
        ['category', '3x1', true],
      ],
      'Letter Last, Letters First, Odd, Two Numbers',
    ],
  ] as [string, ['category' | 'type', string, boolean][], string][])(
    'a click on the categories and types selects what it says: %s',
    (_, ticks, expected) => {
      expect(
        types(
          following(...ticks.map(([facet, value, isOn]): Change => ({ do: 'tick', facet, value, isOn }))),
        ),
      ).toBe(expected)
    },
  )
  it('Select All of the categories selects all types as well', () => {
    const all = following(
      { do: 'none', facet: 'category' },
      { do: 'none', facet: 'type' },
      { do: 'all', facet: 'category' },
    )
    expect([all.category, all.type]).toEqual([null, null])
  })
  it('Deselect All of the categories clears the categories, and their types', () => {
    const none = following({ do: 'none', facet: 'category' })
    expect(none).toMatchObject({ category: [], type: ['Odd'] })
    expect(describeFilters(none, facets)).toContain('Category: 0/3, Type: 0/4')
    expect(describeFilters(view({ category: [] }), facets)).toContain('Category: 0/3, Type: 0/4')
    expect(
      types(changeView(none, facets, { do: 'tick', facet: 'category', value: 'Prefix', isOn: true })),
    ).toBe('Odd, Two Numbers')
  })
  it('the Type panel lists only types of the selected categories, and none without any', () => {
    const of = (current: ExplorerView) => listedValues(current, facets, 'type').map(({ value }) => value)
    expect(of(following({ do: 'tick', facet: 'category', value: 'Number 1', isOn: false }))).toEqual([
      'Letters First',
      'Two Numbers',
    ])
    expect(of(following({ do: 'none', facet: 'category' }))).toEqual([])
  })
  it('Select All of the types selects the listed ones, Deselect All clears them', () => {
    const onlyPrefix: Change[] = ['Number 1', '3x1'].map((value) => ({
      do: 'tick',
      facet: 'category',
      value,
      isOn: false,
    }))
    expect(types(following(...onlyPrefix, { do: 'none', facet: 'type' }))).toBe('')
    expect(types(following(...onlyPrefix, { do: 'none', facet: 'type' }, { do: 'all', facet: 'type' }))).toBe(
      'Two Numbers',
    )
  })
})

describe('the sort', () => {
  const records = [
    sale('b 1', { totalPriceGbp: 10, hammerPriceGbp: 5, saleYear: 2010, saleMonth: 5, whereSold: 'delta' }),
    sale('A 1', {
      totalPriceGbp: null,
      hammerPriceGbp: 9,
      saleYear: 2010,
      saleMonth: 5,
      whereSold: 'Charlie',
    }),
    sale('C 1', {
      totalPriceGbp: 30,
      hammerPriceGbp: null,
      saleYear: 2010,
      saleMonth: null,
      whereSold: null,
    }),
    sale('D 1', { totalPriceGbp: 0, hammerPriceGbp: 7, saleYear: 2009, saleMonth: 12, whereSold: 'alpha' }),
  ]
  it.each([
    ['total_price', true, 'C 1, b 1, D 1, A 1'], // a missing price counts as 0, and comes after an actual 0
    ['total_price', false, 'A 1, D 1, b 1, C 1'],
    ['hammer_price', true, 'A 1, D 1, b 1, C 1'],
    ['plate_number', true, 'D 1, C 1, b 1, A 1'], // ignoring case
    ['plate_number', false, 'A 1, b 1, C 1, D 1'],
    ['where_sold', false, 'C 1, D 1, A 1, b 1'],
    // year * 100 + month, a missing month as 0; ties by the higher hammer price, in either direction
    ['sale_date', true, 'A 1, b 1, C 1, D 1'],
    ['sale_date', false, 'D 1, C 1, A 1, b 1'],
  ] as const)('the sort by %s, descending %s, gives %s', (sort, isDescending, expected) => {
    expect(names(sortSales(records, view({ sort, isDescending })))).toBe(expected)
  })
  it('the sort is by total price, descending, by default', () => {
    expect(WHOLE_VIEW).toMatchObject({ sort: 'total_price', isDescending: true, page: 1 })
  })
  it('the sort is reversed on the active column, and descending at first on another', () => {
    const facets = facetsOf(records)
    const flipped = changeView(view(), facets, { do: 'sort', key: 'total_price' })
    expect(flipped).toMatchObject({ sort: 'total_price', isDescending: false })
    expect(changeView(flipped, facets, { do: 'sort', key: 'total_price' }).isDescending).toBe(true)
    expect(changeView(flipped, facets, { do: 'sort', key: 'plate_number' })).toMatchObject({
      sort: 'plate_number',
      isDescending: true,
    })
  })
  it('the sort returns to page 1, and so do search, filters and years', () => {
    const facets = facetsOf(records)
    const page = (change: Change) => changeView(view({ page: 3 }), facets, change).page
    for (const change of [
      { do: 'sort', key: 'plate_number' },
      { do: 'sort', key: 'total_price' },
      { do: 'search', text: 'a' },
      { do: 'tick', facet: 'seller', value: 'alpha', isOn: false },
      { do: 'all', facet: 'type' },
      { do: 'none', facet: 'category' },
      { do: 'years', from: 2010, to: null },
    ] as Change[])
      expect(page(change)).toBe(1)
  })
})

describe('the pages', () => {
  const records = Array.from({ length: 120 }, (_, n) => sale(`A ${n}`, { totalPriceGbp: 1_000 - n }))
  it.each([
    [1, 'Showing 1-50 of 120 sales', 1],
    [3, 'Showing 101-120 of 120 sales', 3],
    [99, 'Showing 101-120 of 120 sales', 3], // Next cannot go past the last page
    [-5, 'Showing 1-50 of 120 sales', 1], // Previous cannot go before the first
  ])('the page %d of the sales: %s', (page, text, shown) => {
    const made = viewSales(records, view({ page }), 'uk')
    expect([describeRange(made, '', 'uk'), made.page, made.pages]).toEqual([text, shown, 3])
  })
  it('the pages show the total that a search has filtered', () => {
    const made = viewSales(records, view({ search: '11' }), 'uk')
    expect(describeRange(made, '11', 'uk')).toBe('Showing 1-11 of 11 sales (filtered from 120 total)')
    expect(describeRange(made, '11', 'jersey')).toBe(
      'Showing 1 to 11 of 11 entries (filtered from 120 total entries)',
    )
    expect(describeRange(made, '', 'jersey')).toBe('Showing 1 to 11 of 11 entries')
  })
  it('the pages without results are one empty page', () => {
    const made = viewSales([], view({ page: 4 }), 'uk')
    expect([made.page, made.pages, describeRange(made, '', 'uk')]).toEqual([1, 1, 'Showing 0-0 of 0 sales'])
  })
})

describe('the Filters button', () => {
  const facets = facetsOf([
    sale('A 1', { saleYear: 1989 }),
    sale('B 1', { saleYear: 2025, whereSold: 'Other', category: 'Suffix', type: 'One Number' }),
  ])
  it('the Filters button shows how much of each filter is selected', () => {
    expect(describeFilters(view(), facets)).toBe('Seller: 2/2, Category: 2/2, Type: 2/2, Years: 1989-2025')
    const narrowed = view({ seller: ['Other'], category: [], type: [], yearFrom: 2000 })
    expect(describeFilters(narrowed, facets)).toBe('Seller: 1/2, Category: 0/2, Type: 0/2, Years: 2000-2025')
  })
  it('the Filters button counts the active filters on small screens', () => {
    expect(countActiveFilters(view({ search: 'a', sort: 'sale_date' }), facets)).toBe(0)
    expect(countActiveFilters(view({ seller: [], type: [], yearFrom: 2000, yearTo: 2001 }), facets)).toBe(3)
  })
  it('the Filters button counts a category that is ticked or unticked with its types as one', () => {
    const tick = (isOn: boolean) => ({ do: 'tick', facet: 'category', value: 'Suffix', isOn }) as const
    expect(countActiveFilters(changeView(WHOLE_VIEW, facets, tick(false)), facets)).toBe(1)
    const none = changeView(WHOLE_VIEW, facets, { do: 'none', facet: 'category' })
    expect(
      [none, changeView(none, facets, tick(true))].map((one) => countActiveFilters(one, facets)),
    ).toEqual([1, 1])
  })
  it('the filter of years offers four presets, of which this year is disabled while there are no sales of it', () => {
    expect(yearPresets(facets, 2025)[0]).toEqual({
      text: 'This year',
      from: 2025,
      to: 2025,
      isDisabled: false,
    })
    expect(yearPresets(facets, 2026)).toEqual([
      { text: 'This year', from: 2026, to: 2026, isDisabled: true },
      { text: 'Last 5 years', from: 2021, to: 2025 },
      { text: 'Last 10 years', from: 2016, to: 2025 },
      { text: 'All years', from: null, to: null },
    ])
  })
  it('the filter of years is correct if the years of a URL lie outside the data', () => {
    const changed = changeView(view(), facets, { do: 'years', from: 2026, to: 2026 })
    expect(describeFilters(changed, facets)).toContain('Years: 2026-2026')
  })
})

const anySale: fc.Arbitrary<Sale> = fc.record({
  id: fc.uuid(),
  registration: fc.constantFrom('A 1', 'ab 1', 'AB 12', 'B 7', 'JB 1', 'X 99'),
  whereSold: fc.constantFrom('Bonhams', 'DVLA Auction', 'ebay', '', null),
  category: fc.constantFrom('Number 1', '3x1', 'Prefix', '', null),
  type: fc.constantFrom('Letters First', 'Letter Last', 'Two Numbers', '', null),
  saleYear: fc.integer({ min: 1989, max: 2026 }),
  saleMonth: fc.option(fc.integer({ min: 1, max: 12 })),
  hammerPriceGbp: fc.option(fc.integer({ min: 0, max: 5 })),
  totalPriceGbp: fc.option(fc.integer({ min: 0, max: 5 })),
  selection: fc.constantFrom('complete', 'sample', 'highest', 'reported', 'own'),
  priceBasis: fc.constantFrom('both', 'total', 'hammer', 'unclear', null),
})
const anyRecords = fc.array(anySale, { maxLength: 140 })
const anySelection = (values: string[]) => fc.option(fc.subarray(values))
const anyView: fc.Arbitrary<ExplorerView> = fc.record({
  search: fc.constantFrom('', 'a', 'B 1', 'zzz', 'bon'),
  seller: anySelection(['Bonhams', 'DVLA Auction', 'ebay']),
  category: anySelection(['Number 1', '3x1', 'Prefix']),
  type: anySelection(['Letters First', 'Letter Last', 'Two Numbers']),
  selection: anySelection(['complete', 'sample', 'highest', 'reported', 'own']),
  yearFrom: fc.option(fc.integer({ min: 1980, max: 2030 })),
  yearTo: fc.option(fc.integer({ min: 1980, max: 2030 })),
  isTotalMissing: fc.boolean(),
  sort: fc.constantFrom('plate_number', 'hammer_price', 'total_price', 'sale_date'),
  isDescending: fc.boolean(),
  page: fc.integer({ min: -1, max: 5 }),
})

describe('the counts beside the values of a filter', () => {
  const records = [
    sale('A 1', { category: '3x1', type: 'Letters Last', whereSold: 'Bonhams', saleYear: 2020 }),
    sale('B 1', { category: '3x1', type: 'Letters First', whereSold: 'Other', saleYear: 2025 }),
    sale('C 1', { category: 'Prefix', type: 'Letters Last', whereSold: 'Other', saleYear: 2025 }),
    sale('D 1', { category: null, type: 'Letters Last', whereSold: 'Other', saleYear: 2025 }),
  ]
  const facets = facetsOf(records)
  const entries = (counts: ReadonlyMap<string, number> | null) => counts && Object.fromEntries(counts)
  const one = view({ category: ['3x1'], type: ['Letters First', 'Letters Last'] })

  it.each([
    ['seller', one, { Bonhams: 1, Other: 2 }, null],
    ['category', one, { '3x1': 2, Prefix: 1 }, { '3x1': 2, Prefix: 1 }],
    ['type', one, { 'Letters First': 1, 'Letters Last': 2 }, { 'Letters First': 1, 'Letters Last': 2 }],
    ['type', view({ ...one, yearFrom: 2025 }), { 'Letters First': 1, 'Letters Last': 1 }, null],
    ['seller', view({ search: 'c1' }), { Other: 1 }, null],
    ['seller', WHOLE_VIEW, { Bonhams: 1, Other: 3 }, { Bonhams: 1, Other: 3 }],
  ] as const)(
    'the counts beside each %s are of the other filters, and known or not without the sales',
    (key, asked, counts, known) => {
      expect(entries(countsBeside(records, asked, 'uk')[key])).toEqual(counts)
      expect(entries(knownCounts(asked, facets)[key])).toEqual(known)
    },
  )
})

it('the sales without a total are counted in the order by total, and shown alone, the newest first', () => {
  const made = [
    sale('A 1', { totalPriceGbp: 500, saleYear: 2025, saleMonth: 11 }),
    sale('B 1', { totalPriceGbp: null, saleYear: 2024, saleMonth: 3 }),
    sale('C 1', { totalPriceGbp: null, saleYear: 2025, saleMonth: 10 }),
  ]
  const page = (asked: ExplorerView) => viewSales(made, asked, 'uk')
  expect([page(WHOLE_VIEW).untotalled, page({ ...WHOLE_VIEW, sort: 'sale_date' }).untotalled]).toEqual([2, 0])
  const missing = changeView(WHOLE_VIEW, facetsOf(made), { do: 'total', isMissing: true })
  expect(names(page(missing).rows)).toBe('C 1, B 1')
  expect(changeView(missing, facetsOf(made), { do: 'total', isMissing: false })).toEqual(WHOLE_VIEW)
})

it('the pages together are the filtered records, each once, with at most fifty to a page', () => {
  fc.assert(
    fc.property(anyRecords, anyView, (records, asked) => {
      const passed = sortSales(filterSales(records, asked, 'uk'), asked)
      const { pages } = viewSales(records, asked, 'uk')
      const shown = Array.from(
        { length: pages },
        (_, n) => viewSales(records, { ...asked, page: n + 1 }, 'uk').rows,
      )
      expect(shown.flat()).toEqual(passed)
      expect(Math.max(...shown.map((rows) => rows.length))).toBeLessThanOrEqual(PAGE_SIZE)
    }),
  )
})
it('a filter never adds rows', () => {
  fc.assert(
    fc.property(anyRecords, anyView, (records, asked) => {
      const narrow = filterSales(records, asked, 'uk')
      for (const loose of [
        { search: '' },
        { seller: null },
        { category: null },
        { type: null },
        { yearFrom: null },
        { yearTo: null },
      ]) {
        const wide = new Set(filterSales(records, { ...asked, ...loose }, 'uk'))
        expect(narrow.every((record) => wide.has(record))).toBe(true)
      }
    }),
  )
})
it('a sort keeps every record, and what it has sorted is sorted, downwards', () => {
  fc.assert(
    fc.property(anyRecords, anyView, (records, asked) => {
      const once = sortSales(records, { ...asked, isDescending: true })
      expect(sortSales(once, { ...asked, isDescending: true })).toEqual(once)
      expect(new Set(sortSales(records, asked))).toEqual(new Set(records))
    }),
  )
})
it('the order of filtering and sorting does not matter', () => {
  fc.assert(
    fc.property(anyRecords, anyView, (records, asked) => {
      expect(filterSales(sortSales(records, asked), asked, 'uk')).toEqual(
        sortSales(filterSales(records, asked, 'uk'), asked),
      )
    }),
  )
})
it('every sequence of clicks in an explorer leads to a valid view', () => {
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ do: fc.constant('search' as const), text: fc.string() }),
    fc.record({
      do: fc.constant('tick' as const),
      facet: fc.constantFrom('seller' as const, 'category' as const, 'type' as const),
      value: fc.constantFrom('Bonhams', 'Number 1', 'Letters First', 'nothing'),
      isOn: fc.boolean(),
    }),
    fc.record({
      do: fc.constantFrom('all' as const, 'none' as const),
      facet: fc.constantFrom('seller' as const, 'category' as const, 'type' as const),
    }),
    fc.record({
      do: fc.constant('sort' as const),
      key: fc.constantFrom('sale_date' as const, 'total_price' as const),
    }),
    fc.record({ do: fc.constant('page' as const), page: fc.integer() }),
  )
  fc.assert(
    fc.property(anyRecords, fc.array(change, { maxLength: 12 }), (records, changes) => {
      const facets = facetsOf(records)
      const last = changes.reduce((current, next) => changeView(current, facets, next), view())
      const page = viewSales(records, last, 'uk')
      expect(page.rows.length).toBe(page.count === 0 ? 0 : page.to - page.from + 1)
      expect(page.page).toBeGreaterThanOrEqual(1)
      expect(page.page).toBeLessThanOrEqual(page.pages)
    }),
  )
})
it('selecting a category never hides a row of another selected category', () => {
  fc.assert(
    fc.property(anyRecords, fc.constantFrom('Number 1', '3x1', 'Prefix'), (records, value) => {
      const facets = facetsOf(records)
      const without = changeView(view(), facets, { do: 'tick', facet: 'category', value, isOn: false })
      // A row without a category is filtered by its type alone.
      const placed = (rows: readonly Sale[]) => rows.filter(({ category }) => category)
      expect(placed(filterSales(records, without, 'uk'))).toEqual(
        placed(records).filter(({ category }) => category !== value),
      )
      const back = changeView(without, facets, { do: 'tick', facet: 'category', value, isOn: true })
      expect(filterSales(records, back, 'uk')).toEqual(records)
    }),
  )
})
it('the top list is the fifty most expensive sales', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const top = topSales(records, 'uk')
      expect(top).toHaveLength(Math.min(50, records.length))
      const least = top.at(-1)?.totalPriceGbp ?? 0
      expect(
        records.filter((record) => (record.totalPriceGbp ?? 0) > least).every((one) => top.includes(one)),
      ).toBe(true)
    }),
  )
})
