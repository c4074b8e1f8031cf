import { expect, it } from 'vitest'
import { openContract } from './open-contract.ts'

const contract = openContract()

async function inOrder(table: string, column: string, query: string): Promise<unknown> {
  const response = await contract().ask(`/${table}?select=${column}&${query}`)
  const body = (await response.json()) as Record<string, unknown>[]
  return response.ok ? body.map((row) => row[column]) : body
}

it('the order of rows is ascending by default', async () => {
  expect(await inOrder('plates', 'price', 'order=price&limit=3')).toEqual([1, 450, 1200])
  expect(await inOrder('plates', 'price', 'order=price.asc&limit=3')).toEqual([1, 450, 1200])
})

it('a descending order begins with the highest value', async () => {
  expect(await inOrder('plates', 'price', 'order=price.desc&limit=3')).toEqual([90000, 45000, 45000])
})

it('an ascending order puts nulls last', async () => {
  expect(await inOrder('sales', 'sale_month', 'order=sale_month,id')).toEqual([1, 5, 5, 12, null])
})

it('a descending order puts nulls first', async () => {
  expect(await inOrder('sales', 'sale_month', 'order=sale_month.desc,id')).toEqual([null, 12, 5, 5, 1])
})

it('an order puts nulls where they are requested', async () => {
  expect(await inOrder('sales', 'sale_month', 'order=sale_month.nullsfirst')).toEqual([null, 1, 5, 5, 12])
  expect(await inOrder('sales', 'sale_month', 'order=sale_month.desc.nullslast')).toEqual([12, 5, 5, 1, null])
  expect(await inOrder('sales', 'total_price', 'order=total_price.asc.nullsfirst,id')).toEqual([
    null,
    null,
    120,
    120,
    300,
  ])
})

it('sales are ordered by year, then month, latest first, as the explorer reads', async () => {
  const { data } = await contract()
    .anon.from('sales')
    .select('plate_number')
    .order('sale_year', { ascending: false, nullsFirst: false })
    .order('sale_month', { ascending: false, nullsFirst: false })
    .order('id')
  expect(data?.map((sale) => sale.plate_number)).toEqual(['THREE 3', 'FOUR 4', 'ONE 1', 'TWO 2', 'FIVE 5'])
})

it('text sorts by code point: the empty text, capitals, small letters, then what is not ASCII', async () => {
  expect(await inOrder('plates', 'category', 'order=category.asc.nullslast,id')).toEqual([
    '',
    'Prefix',
    'Prefix',
    'Single-Single',
    'Single-Single',
    'Suffix',
    'Suffix',
    'prefix',
    'Ärger',
    null,
  ])
})

it('the first occurrence of a repeated key of an order counts', async () => {
  expect(await inOrder('plates', 'price', 'order=price.asc,price.desc&limit=2')).toEqual([1, 450])
  expect(await inOrder('plates', 'price', 'order=price.asc&order=price.desc&limit=2')).toEqual([1, 450])
})

it('spaces around a column of an order are ignored, and a column may be quoted', async () => {
  expect(await inOrder('plates', 'price', 'order= price , "id".desc&limit=2')).toEqual([1, 450])
})

it.each([
  ['order=', '"failed to parse order ()"'],
  ['order=price,', '"failed to parse order (price,)"'],
  ['order=price.foo', '"failed to parse order (price.foo)"'],
  ['order=price.DESC', '"failed to parse order (price.DESC)"'],
  ['order=price.desc.foo', '"failed to parse order (price.desc.foo)"'],
  ['order=price.nullsfirst.desc', '"failed to parse order (price.nullsfirst.desc)"'],
  ['order=*', '"failed to parse order (*)"'],
])('%s is refused', async (query, message) => {
  expect(await inOrder('plates', 'price', query)).toMatchObject({
    code: 'PGRST100',
    message: expect.stringContaining(message),
  })
})

it('an unknown column of an order is named', async () => {
  expect(await inOrder('plates', 'price', 'order=nope')).toMatchObject({ code: '42703' })
})
