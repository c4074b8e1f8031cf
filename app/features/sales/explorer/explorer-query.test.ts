import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ExplorerView, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import type { Change } from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { parseChange, parseView, viewQuery, writeChange } from './explorer-query.ts'

const record = (
  whereSold: string | null,
  category: string | null,
  type: string | null,
  saleYear: number,
) => ({
  id: `${whereSold}${saleYear}`,
  registration: 'A 1',
  whereSold,
  category,
  type,
  saleYear,
  saleMonth: null,
  hammerPriceGbp: null,
  totalPriceGbp: null,
  selection: 'reported',
  priceBasis: null,
})
const facets = facetsOf([
  record('A', 'Number 1', 'Letters First', 1989),
  record('B & C', 'Number 1', 'Letter Last', 2000),
  record("D's", '3x1', 'Letters First', 2010),
  record('É', 'Prefix', 'Two Numbers', 2025),
  record(null, null, null, 2011),
])
const parse = (query: string, explorer: 'uk' | 'jersey' = 'uk') =>
  parseView(new URLSearchParams(query), facets, explorer)

it.each([
  ['', {}],
  ['?q=jb+1', { search: 'jb 1' }],
  ['?seller=A&seller=É', { seller: ['A', 'É'] }],
  ['?no-seller=A', { seller: ['B & C', "D's", 'É'] }],
  ['?seller=', { seller: [] }],
  ['?from=2000&to=2010', { yearFrom: 2000, yearTo: 2010 }],
  ['?sort=sale_date', { sort: 'sale_date' }],
  ['?sort=total_price.asc&page=3', { isDescending: false, page: 3 }],
  // a query equal to the default is empty
  ['?from=1989&to=2025', {}],
  ['?seller=A&seller=B+%26+C&seller=D%27s&seller=É', {}],
  // an invalid query gives the nearest valid view
  ['?from=abc&to=&sort=;drop&page=-1&set=x', {}],
  ['?seller=nobody', {}],
  ['?seller=nobody&seller=A', { seller: ['A'] }],
  ['?page=99999999999999999999', {}],
  ['?page=1e3', {}],
  ['?from=2000.5', { yearFrom: 2001 }],
  ['?from=-5&to=999999999', {}],
  ['?sort=where_sold', {}], // Jersey only
  [`?q=${'x'.repeat(500)}`, { search: 'x'.repeat(40) }],
  ['?q=%00a', { search: 'a' }],
  ['?%zz&=&&a=b', {}],
  ['?total=none', { isTotalMissing: true }],
  ['?total=any', {}],
  ['?set=total.none&page=3', { isTotalMissing: true, sort: 'sale_date' }],
  ['?total=none&sort=sale_date&set=total.any', {}],
  ['?q=%E2%80%8Bbu61%C2%A0abc', { search: 'bu61 abc' }],
] as [string, Partial<ExplorerView>][])(
  'the URL %s of an explorer gives the nearest valid view',
  (query, expected) => {
    expect(parse(query)).toEqual({ ...WHOLE_VIEW, ...expected })
  },
)
it('the URL of the Jersey explorer accepts its own sort keys and no filters', () => {
  expect(parse('?sort=where_sold.asc&seller=A&from=2000', 'jersey')).toEqual({
    ...WHOLE_VIEW,
    sort: 'where_sold',
    isDescending: false,
  })
  expect(parse('?sort=hammer_price', 'jersey')).toEqual(WHOLE_VIEW)
})
it('the URL of an explorer has no query if everything is selected', () => {
  expect(viewQuery(WHOLE_VIEW, facets)).toBe('')
})
it('the URL of an explorer lists the excluded values if that is shorter', () => {
  expect(viewQuery(parse('?seller=A&seller=É&seller=D%27s'), facets)).toBe('?no-seller=B+%26+C')
})

it.each([
  ['?sort=sale_date&set=sort.sale_date', '?sort=sale_date.asc'],
  ['?set=sort.hammer_price', '?sort=hammer_price'],
  ['?seller=&set=all.seller', ''],
  ['?set=none.seller', '?seller='],
  ['?set=page.2', '?page=2'],
  ['?from=1999&set=years.2016-2025', '?from=2016'],
  ['?q=a&no-seller=A&sort=sale_date&set=clear', '?sort=sale_date'],
  // types follow the categories that were selected or cleared since the page was rendered
  [
    '?had-category=Number+1&had-category=3x1&had-category=Prefix&category=Number+1&category=3x1&type=Letters+First&type=Letter+Last&type=Two+Numbers',
    '?no-category=Prefix&no-type=Two+Numbers',
  ],
  ['?had-category=&category=Prefix&type=', '?category=Prefix&type=Two+Numbers'],
])('the form without script that sends %s leads to %s', (query, expected) => {
  expect(viewQuery(parse(query), facets)).toBe(expected)
})
it.each(['all.seller', 'none.type', 'sort.plate_number', 'page.7', 'years.2001-2005', 'years.-', 'clear'])(
  'the button %s of the form without script says what it does',
  (text) => {
    expect(writeChange(parseChange(text, 'uk') as Change)).toBe(text)
  },
)
it.each(['', 'all.price', 'sort.where_sold', 'drop', 'none'])(
  'the button %s of the form without script does nothing',
  (text) => {
    expect(parseChange(text, 'uk')).toBeNull()
  },
)

it('every query of an explorer gives a view whose URL gives the same view', () => {
  const key = fc.constantFrom(
    'q',
    'seller',
    'no-seller',
    'category',
    'no-type',
    'type',
    'from',
    'to',
    'sort',
    'page',
    'set',
    'had-category',
  )
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'A',
      'B & C',
      'Number 1',
      'Letters First',
      '',
      '2001',
      'sale_date.asc',
      '3',
      'all.type',
      'none.category',
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 10 }), (pairs) => {
      const view = parseView(new URLSearchParams(pairs), facets, 'uk')
      const query = viewQuery(view, facets)
      expect(parse(query)).toEqual(view)
      expect(viewQuery(parse(query), facets)).toBe(query)
    }),
  )
})
