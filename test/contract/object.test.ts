import { expect, it } from 'vitest'
import { plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const object = 'application/vnd.pgrst.object+json'

it('one row as an object has all its fields: booleans as booleans, nulls as nulls, timestamps in UTC', async () => {
  const { data } = await contract().anon.from('plates').select().eq('plate_number', 'C 3').single()
  expect(data).toEqual(plates[2])
})

it('one row as an object has its media type and range', async () => {
  const response = await contract().ask('/plates?plate_number=eq.A 1', { headers: { Accept: object } })
  expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  expect(response.headers.get('content-range')).toBe('0-0/*')
})

it('no row is refused as an object', async () => {
  const { error, status } = await contract().anon.from('plates').select().eq('plate_number', 'NOPE').single()
  expect(status).toBe(406)
  expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' })
})

it('several rows are refused as an object', async () => {
  const { error, status } = await contract().anon.from('plates').select().eq('price', 45000).single()
  expect(status).toBe(406)
  expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' })
})

it('the first of several rows can be read as an object', async () => {
  const response = await contract().ask('/plates?select=price&order=price&limit=1', {
    headers: { Accept: object, Prefer: 'count=exact' },
  })
  expect([response.status, response.headers.get('content-range'), await response.json()]).toEqual([
    206,
    '0-0/10',
    { price: 1 },
  ])
})

it('maybe one row is null when there is none', async () => {
  const { data, error } = await contract()
    .anon.from('plates')
    .select()
    .eq('plate_number', 'NOPE')
    .maybeSingle()
  expect([data, error]).toEqual([null, null])
})

it.each([
  ['select=price,plate_number', ['price', 'plate_number']],
  ['select= price , "id" ', ['price', 'id']],
  ['select=price,price', ['price']],
  ['select=id&select=price', ['id']],
  ['select=', Object.keys(plates[0] as object)],
  ['', Object.keys(plates[0] as object)],
  ['select=*,price', Object.keys(plates[0] as object)],
])('the query “%s” gives the columns %j', async (query, columns) => {
  const response = await contract().ask(`/plates?${query}&limit=1`)
  const [row] = (await response.json()) as [object]
  expect(Object.keys(row).sort()).toEqual([...columns].sort())
})

it.each([
  ['select=nope', 400, '42703'],
  ['select=price,', 400, 'PGRST100'],
  ['select=price!', 400, 'PGRST100'],
  ['select="pri', 400, 'PGRST100'],
  ['select=count()', 400, 'PGRST123'],
  ['select=price.sum()', 400, 'PGRST123'],
  ['select=sales(*)', 400, 'PGRST200'],
  ['select=...sales(*)', 400, 'PGRST200'],
])('the query “%s” is refused with %i %s', async (query, status, code) => {
  const response = await contract().ask(`/plates?${query}`)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code })
})

it.each([
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
  ['application/json;q=0.5, text/html', 'application/json'],
  [`application/json;q=0.1, ${object}`, object],
])('Accept: %s gives %s', async (accept, type) => {
  const response = await contract().ask('/plates?limit=1', { headers: { Accept: accept } })
  expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
})

it.each(['text/html', 'image/png', 'application/*'])('Accept: %s is not available', async (accept) => {
  const response = await contract().ask('/plates', { headers: { Accept: accept } })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  })
})
