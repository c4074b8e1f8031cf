import { expect, it } from 'vitest'
import { type ExplorerView, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { UK } from '#test/seed-sales.ts'
import { describeView } from './describe-view.ts'

const facets = facetsOf(UK)
const sellers = facets.seller.map(({ value }) => value)

it.each<[Partial<ExplorerView>, string]>([
  [{}, 'All sales. Sorted by total price, highest first.'],
  [{ search: 'singh', sort: 'sale_date' }, 'Search: “singh”. Sorted by date, latest first.'],
  [
    { seller: ['Bonhams', 'Stags'], yearFrom: 2012, sort: 'plate_number', isDescending: false },
    'Seller: Bonhams and Stags. Years: 2012 to 2025. Sorted by number plate, A to Z.',
  ],
  [
    { seller: sellers.filter((name) => name !== 'Bonhams'), yearFrom: 2012, yearTo: 2012 },
    'Seller: all but Bonhams. Year: 2012. Sorted by total price, highest first.',
  ],
  [
    { selection: ['own', 'reported'], category: [] },
    'Category: none. Selection: Sold by us and Made the news. Sorted by total price, highest first.',
  ],
])('describes %j in words', (view, words) => {
  expect(describeView({ ...WHOLE_VIEW, ...view }, facets, 'uk')).toBe(words)
})
