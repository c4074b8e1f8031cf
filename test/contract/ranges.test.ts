import { expect, it } from 'vitest'
import { fixture, manyJerseySales } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract({ ...fixture, jersey_sales: manyJerseySales })

async function page(
  query: string,
  headers: Record<string, string> = {},
): Promise<[number, string | null, unknown]> {
  const response = await contract().ask(`/plates?select=price&order=price&${query}`, { headers })
  const body = (await response.json()) as { details: string } & { price: number }[]
  return [
    response.status,
    response.headers.get('content-range'),
    response.ok ? body.map((row) => row.price) : body.details,
  ]
}

const counted = { Prefer: 'count=exact' }
const negative = 'Limit should be greater than or equal to zero.'
const all = [1, 450, 1200, 7000, 7001, 7002, 30000, 45000, 45000, 90000]

it.each([
  ['', 200, '0-9/*', all],
  ['limit=2', 200, '0-1/*', [1, 450]],
  ['limit=2&offset=8', 200, '8-9/*', [45000, 90000]],
  ['limit=5&offset=8', 200, '8-9/*', [45000, 90000]],
  ['limit=0', 200, '*/*', []],
  ['offset=100', 200, '*/*', []],
  ['price=lt.0', 200, '*/*', []],
  ['limit=abc', 200, '0-9/*', all],
  ['limit=', 200, '0-9/*', all],
  ['limit=1.5', 200, '0-9/*', all],
  ['limit=99999999999999999999999', 200, '0-9/*', all],
  ['offset=-1', 200, '0-9/*', all],
  ['offset=abc', 200, '0-9/*', all],
  ['limit=5&limit=1', 200, '0-0/*', [1]],
  ['offset=9223372036854775807', 200, '*/*', []],
  ['limit=-1', 416, null, negative],
  ['limit=3&offset=-1', 200, '0-1/*', [1, 450]],
  ['limit=x&offset=0', 200, '*/*', []],
  ['limit=x&offset=1', 416, null, negative],
  ['limit=0&offset=1', 416, null, negative],
])('%s answers %i with %s, by limit and offset', async (query, status, range, body) => {
  expect(await page(query)).toEqual([status, range, body])
})

it('an offset beyond bigint is out of range', async () => {
  const response = await contract().ask('/plates?offset=99999999999999999999999')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: '22003' })
})

it('the client requests a range by limit and offset', async () => {
  const { data } = await contract().anon.from('plates').select('price').order('price').range(1, 2)
  expect(data).toEqual([{ price: 450 }, { price: 1200 }])
})

it.each([
  ['', 200, '0-9/10', all],
  ['limit=10', 200, '0-9/10', all],
  ['limit=2', 206, '0-1/10', [1, 450]],
  ['limit=2&offset=9', 206, '9-9/10', [90000]],
  ['limit=0', 206, '*/10', []],
  ['offset=10', 206, '*/10', []],
  ['offset=11', 416, '*/10', 'An offset of 11 was requested, but there are only 10 rows.'],
  ['price=lt.0', 200, '*/0', []],
  ['price=lt.0&offset=1', 416, '*/0', 'An offset of 1 was requested, but there are only 0 rows.'],
  ['price=eq.45000&limit=1', 206, '0-0/2', [45000]],
])('%s answers %i with the count %s', async (query, status, range, body) => {
  expect(await page(query, counted)).toEqual([status, range, body])
})

it('the client reads the count from the header', async () => {
  const { count, data, status } = await contract()
    .anon.from('plates')
    .select('*', { count: 'exact' })
    .limit(1)
  expect([status, count, data?.length]).toEqual([206, 10, 1])
})

it('a count can be read without rows', async () => {
  const { count, data, status } = await contract()
    .anon.from('plates')
    .select('*', { count: 'exact', head: true })
  expect([status, count, data]).toEqual([200, 10, null])
})

it('a read with a count reports the applied preferences', async () => {
  const response = await contract().ask('/plates', { headers: counted })
  expect(response.headers.get('preference-applied')).toBe('count=exact')
})

it.each([
  ['0-1', '', 200, '0-1/*', [1, 450]],
  ['8-', '', 200, '8-9/*', [45000, 90000]],
  ['20-29', '', 200, '*/*', []],
  ['1-5', 'limit=3', 200, '1-2/*', [450, 1200]],
  ['00-00', '', 200, '0-0/*', [1]],
  ['bytes=0-1', '', 200, '0-9/*', all],
  ['-1', '', 200, '0-9/*', all],
  ['0-0,1-1', '', 200, '0-9/*', all],
  ['-', '', 200, '0-9/*', all],
  ['x', '', 200, '0-9/*', all],
  ['1', '', 200, '0-9/*', all],
  ['0-1x', '', 200, '0-9/*', all],
  ['items=0-1', '', 200, '0-9/*', all],
  ['bytes=abc', '', 200, '0-9/*', all],
  ['bytes=5-1', '', 200, '0-9/*', all],
  ['bytes=0-0,1-1', '', 200, '0-9/*', all],
  [
    '1-0',
    '',
    416,
    null,
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  ],
  ['1-5', 'limit=1', 416, null, negative],
])('%s with the Range header "%s" answers %i with %s', async (range, query, status, contentRange, body) => {
  expect(await page(query, { Range: range })).toEqual([status, contentRange, body])
})

it('the Range header works like limit and offset', async () => {
  expect(await page('', { Range: '0-0', ...counted })).toEqual([206, '0-0/10', [1]])
  expect(await page('', { Range: '11-12', ...counted })).toEqual([
    416,
    '*/10',
    'An offset of 11 was requested, but there are only 10 rows.',
  ])
})

it('the Range header is ignored by HEAD', async () => {
  const response = await contract().ask('/plates', { method: 'HEAD', headers: { Range: '0-1' } })
  expect(response.headers.get('content-range')).toBe('0-9/*')
})

it('more rows than the maximum of one response are silently limited to a thousand', async () => {
  const { data, status } = await contract().anon.from('jersey_sales').select('id')
  expect([status, data?.length]).toEqual([200, 1000])
  const response = await contract().ask('/jersey_sales?select=id&limit=5000')
  expect(response.headers.get('content-range')).toBe('0-999/*')
})

it('more rows than the maximum of one response are counted completely', async () => {
  const response = await contract().ask('/jersey_sales?select=id', { headers: counted })
  expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-999/1200'])
})

it('more rows than the maximum of one response are returned by the next range', async () => {
  const { data } = await contract()
    .anon.from('jersey_sales')
    .select('total_price')
    .order('total_price')
    .range(1000, 1999)
  expect([data?.length, data?.[0], data?.at(-1)]).toEqual([
    200,
    { total_price: 10000 },
    { total_price: 11990 },
  ])
})
