import { expect, it } from 'vitest'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { parseView } from './explorer/explorer-query.ts'
import { exportFileName } from './export-file-name.ts'

const sold = (whereSold: string, saleYear: number, category = 'Suffix') => ({
  registration: 'A 1',
  whereSold,
  category,
  type: 'One Number',
  selection: 'reported',
  saleYear,
  totalPriceGbp: null,
})

const facets = facetsOf([
  sold('Bonhams', 2012),
  sold('DVLA Auction', 2014, 'Prefix'),
  sold('Simon Drieu & Co', 2016),
  sold('Élan', 2018),
  sold('Six', 2020),
  sold(`${'Long '.repeat(20)}name`, 2025),
])

const nameOf = (query: string, explorer: 'uk' | 'jersey' = 'uk') =>
  exportFileName(explorer, 'csv', parseView(new URLSearchParams(query), facets, explorer), facets)

it.each([
  ['', 'uk-sales.csv'],
  ['sort=sale_date&page=2', 'uk-sales.csv'],
  ['from=2012&to=2012', 'uk-sales-2012.csv'],
  ['from=2025&to=2025', 'uk-sales-2025.csv'],
  ['from=2014', 'uk-sales-2014-2025.csv'],
  ['to=2014', 'uk-sales-2012-2014.csv'],
  ['from=2020&to=2014', 'uk-sales-2020-2014.csv'],
  ['q=JB%201', 'uk-sales-jb-1.csv'],
  ['q=%C2%A3%22%2F..%0D%0A', 'uk-sales-search.csv'],
  ['q=..%2F..%2Fetc', 'uk-sales-etc.csv'],
  ['seller=Bonhams&category=Suffix&from=2012&to=2012', 'uk-sales-bonhams-suffix-2012.csv'],
  ['seller=Simon+Drieu+%26+Co&seller=%C3%89lan', 'uk-sales-simon-drieu-co-elan.csv'],
  ['no-seller=Bonhams', 'uk-sales-not-bonhams.csv'],
  ['seller=Bonhams&seller=Six&seller=%C3%89lan', 'uk-sales-seller-3-of-6.csv'],
  ['seller=', 'uk-sales-no-seller.csv'],
])('the file of “%s” is called %s', (query, name) => {
  expect(nameOf(query)).toBe(name)
})

it('the file of a Jersey search names the search', () => {
  expect(nameOf('q=J%2027', 'jersey')).toBe('jersey-sales-j-27.csv')
})

it('a name has a maximum length and only safe characters', () => {
  const many = facets.seller.slice(0, 2).map(({ value }) => `seller=${encodeURIComponent(value)}`)
  const name = nameOf(
    `q=${'long%20'.repeat(30)}&${many.join('&')}&seller=${'Long%20'.repeat(20)}name&from=2014`,
  )
  expect(name).toMatch(/^[a-z0-9-]{10,80}\.csv$/)
})
