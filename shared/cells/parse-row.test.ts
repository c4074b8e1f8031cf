import { expect, it } from 'vitest'
import { STOCK_LIST } from '../plates/columns.ts'
import { headingReader } from './headings.ts'
import { type ParsedRow, rowReader } from './parse-row.ts'
import { type TableSpec, tableSpecs } from './table-specs.ts'

const readerOf =
  (table: TableSpec) =>
  (record: Record<string, unknown>, options = {}) => {
    const headings = headingReader(table)
    const { columns } = headings.assign(Object.keys(record))
    const isVaguePrice = headings.isVaguePrice(columns)
    return rowReader(table, { ...options, columns, isVaguePrice }).read(7, record)
  }
const sale = readerOf(tableSpecs.sales)
const jersey = readerOf(tableSpecs.jersey_sales)
/** A sale of 2020. */
const inYear = (record: Record<string, unknown>, options = {}) => sale({ year: '2020', ...record }, options)
const given = (row: unknown) => (row as ParsedRow).given
const fill = (row: unknown) => (row as ParsedRow).fill

it.each([
  { plate_number: 'AB 1', total_price: '100', sale_year: '2020' },
  { Registration: 'ab1', 'Total (£)': '£100', Year: '2020' },
  { 'Year sold': '2020', 'Price-paid': '100.00', 'Reg. No.': ' AB1 ' },
])('the columns of a list are found by their names: %j', (record) => {
  expect(given(sale(record))).toMatchObject({ plate_number: 'AB 1', total_price: 100, sale_year: 2020 })
})

it('the columns of a list of sales have their own names', () => {
  const row = sale({
    Mark: 'AB1',
    'Sold by': 'Bonhams',
    'Date of sale': '12/07/2025',
    Hammer: '£1,000',
    Total: '1,290',
  })
  expect(given(row)).toEqual({
    plate_number: 'AB 1',
    where_sold: 'Bonhams',
    sale_year: 2025,
    sale_month: 7,
    hammer_price: 1000,
    total_price: 1290,
  })
  expect(fill(row)).toMatchObject({ category: 'Number 1', type: '2 Letter Number 1', price_basis: 'both' })
})

it('columns of a list that are blank have no effect', () => {
  expect(given(inYear({ plate: 'AB 1', type: '', note: ' \u200b', category: null }))).toEqual(
    given(inYear({ plate: 'AB 1' })),
  )
})

it('columns of the database itself are ignored in a list', () => {
  expect(given(inYear({ plate: 'AB 1', id: 'x', created_at: 'x', updated_at: 'x' }))).toEqual(
    given(inYear({ plate: 'AB 1' })),
  )
})

it('columns of a list that are unknown, unnamed, or mean the same thing are questions', () => {
  const names = ['plate', 'registration', 'price', 'lot', '']
  expect(headingReader(STOCK_LIST).assign(names)).toMatchObject({
    unknown: ['lot'],
    unnamed: [''],
    repeated: [{ column: 'plate_number', names: ['plate', 'registration'] }],
  })
})

it('the columns of a list of sales need a year or a date', () => {
  const headings = headingReader(tableSpecs.sales)
  const lacking = (...names: string[]) =>
    headings.lacking(headings.assign(names).columns).map(({ column }) => column)
  expect(lacking('plate')).toEqual(['sale_date'])
  expect(lacking('plate', 'year')).toEqual([])
})

it('a row without a registration is refused', () => {
  expect(inYear({ price: '1' })).toMatchObject({ reason: 'it has no registration' })
})

it('a registration is normalised, and the original spelling is returned', () => {
  expect(inYear({ plate: 'h34ven', price: '1' })).toMatchObject({
    given: { plate_number: 'H34 VEN' },
    written: 'h34ven',
    line: 7,
  })
  expect(inYear({ plate: 'H34 VEN', price: '1' })).toHaveProperty('written', undefined)
})

it('a registration is cleaned before it is read, so that an invisible character hides no date', () => {
  expect(given(inYear({ plate: '\u202aBU61\u3164 A\u0000BC', price: '1' })).plate_number).toBe('BU61 ABC')
  expect(inYear({ plate: '25\u200b-Dec', price: '1' })).toMatchObject({
    reason: expect.stringContaining('“25-Dec” is a date'),
  })
})

it('a registration that fits no system is rejected with the reason, or accepted as it is on request', () => {
  expect(inYear({ plate: 'AVI 2002', price: '1' })).toEqual({
    line: 7,
    registration: 'AVI 2002',
    reason: 'Only Northern Ireland has three letters with four figures, and VI is not one of its codes',
  })
  expect(given(inYear({ plate: 'avi  2002', price: '1' }, { allowDoubtful: true })).plate_number).toBe(
    'AVI 2002',
  )
})

it('a registration in a Jersey sale is read as a Jersey registration', () => {
  expect(given(jersey({ plate: 'j27', year: '2017', price: '73,000' })).plate_number).toBe('J 27')
  expect(jersey({ plate: 'AB51 ABC', year: '2017' })).toMatchObject({
    reason: 'AB51 ABC is not a Jersey registration',
  })
})

it.each(['=1+1', 'AB\u001b[2J1', '<script>', '', '   ', 'A'.repeat(500)])(
  'the registration %j is refused, doubtful or not',
  (plateNumber) => {
    for (const allowDoubtful of [false, true])
      expect(inYear({ plate: plateNumber, price: '1' }, { allowDoubtful })).toHaveProperty('reason')
  },
)

it('a sale is identified by registration, year, month, seller and prices', () => {
  const key = (record: Record<string, unknown>) =>
    (sale({ plate: 'AB 1', year: '2020', ...record }) as ParsedRow).key
  expect(key({ month: '' })).toBe(key({}))
  expect(key({ note: 'x' })).toBe(key({}))
  expect(key({ total: '0' })).not.toBe(key({}))
  expect(
    new Set([key({}), key({ month: '1' }), key({ seller: 'X' }), key({ hammer: '1' }), key({ total: '1' })])
      .size,
  ).toBe(5)
})

it('a sale keeps the values of the source, unknown categories included', () => {
  expect(given(sale({ plate: 'AB 1', year: '2020', category: 'Cherished', type: '3Lx2N' }))).toMatchObject({
    category: 'Cherished',
    type: '3Lx2N',
  })
})

it.each([
  [{ hammer: '1', total: '2' }, 'both'],
  [{ hammer: '1' }, 'hammer'],
  [{ total: '2' }, 'total'],
  [{ price: '2' }, 'unclear'],
  [{ 'Sold for': '2' }, 'unclear'],
  [{ price: '2', hammer: '1' }, 'both'],
  [{}, null],
])('a sale with %j has the basis %s', (prices, basis) => {
  expect(fill(sale({ plate: 'AB 1', year: '2020', ...prices })).price_basis).toBe(basis)
})

it.each([
  [{ year: '' }, 'it has no year'],
  [{ year: '20' }, 'year: “20” is not a year, such as 2025'],
  [{ year: '2020', month: '13' }, 'month: “13” is not a month: 1 to 12, or its name'],
  [{ year: '2020', date: '1/1/2021' }, '“1/1/2021” does not match the year and month columns'],
  [
    { year: '2020', hammer: '2', total: '1' },
    'the hammer price is above the total price: are the columns the right way round?',
  ],
  [{ year: '2020', total: 'POA' }, 'total: “POA” is not a price in pounds, such as 1250 or £1,250'],
  [{ year: '2020', note: 'a\ufffd' }, 'note: it has “\ufffd” where a character was lost'],
  [{ year: '2020', note: { a: 1 } }, '“note” is a list or an object, not a single value'],
])('a sale with %j is rejected: %s', (record, reason) => {
  expect(sale({ plate: 'AB 1', ...record })).toMatchObject({ line: 7, registration: 'AB 1', reason })
})
