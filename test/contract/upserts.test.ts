import { beforeEach, expect, it } from 'vitest'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

beforeEach(() =>
  contract().fill({
    plates: [
      { id: id(1), plate_number: 'A 1', price: 1, category: 'kept' },
      { id: id(2), plate_number: 'B 2', price: 2, category: 'kept' },
    ],
    sales: [
      {
        id: id(1),
        plate_number: 'A 1',
        sale_year: 2020,
        selection: 'reported',
        sale_month: null,
        where_sold: null,
        note: 'old',
      },
    ],
  }),
)

const merge = 'resolution=merge-duplicates'
const ignore = 'resolution=ignore-duplicates'
const saleKey = 'plate_number,sale_year,sale_month,where_sold,hammer_price,total_price'

async function upsert(path: string, body: unknown, ...prefer: string[]): Promise<unknown[]> {
  const response = await contract().write('POST', path, body, {
    Prefer: ['return=representation', ...prefer].join(', '),
  })
  const answer = await response.json()
  return [response.status, response.headers.get('content-range'), response.ok ? answer : answer.code]
}

const plates = '/plates?select=plate_number,price,category&on_conflict=plate_number'

it('merging updates existing rows and keeps columns that were not sent: 200', async () => {
  expect(await upsert(plates, { plate_number: 'A 1', price: 9 }, merge)).toEqual([
    200,
    '*/*',
    [{ plate_number: 'A 1', price: 9, category: 'kept' }],
  ])
})

it('merging adds new rows: 201', async () => {
  const rows = [
    { plate_number: 'C 3', price: 3 },
    { plate_number: 'A 1', price: 9 },
  ]
  expect(await upsert(plates, rows, merge, 'count=exact')).toEqual([
    201,
    '*/2',
    [
      { plate_number: 'C 3', price: 3, category: null },
      { plate_number: 'A 1', price: 9, category: 'kept' },
    ],
  ])
})

it('merging keeps id and created_at, and sets updated_at', async () => {
  const read = async () =>
    (
      await contract()
        .service.from('plates')
        .select('id,created_at,updated_at')
        .eq('plate_number', 'A 1')
        .single()
    ).data as Record<string, string>
  const before = await read()
  await upsert(plates, { plate_number: 'A 1', price: 9 }, merge)
  const after = await read()
  expect([after.id, after.created_at]).toEqual([before.id, before.created_at])
  expect(Date.parse(after.updated_at as string)).toBeGreaterThanOrEqual(
    Date.parse(before.updated_at as string),
  )
})

it('merging uses the primary key by default', async () => {
  expect((await upsert('/plates', { id: id(1), plate_number: 'Z 9', price: 9 }, merge))[0]).toBe(200)
  expect(await upsert('/plates', { plate_number: 'B 2', price: 9 }, merge)).toEqual([409, null, '23505'])
})

it('merging uses the natural key of a sale, in any order, where nulls count as equal', async () => {
  const path = (key: string) => `/sales?select=id,note&on_conflict=${key}`
  const row = { plate_number: 'A 1', sale_year: 2020, selection: 'reported', note: 'new' }
  expect(await upsert(path(saleKey), row, merge)).toEqual([200, '*/*', [{ id: id(1), note: 'new' }]])
  const reversed = saleKey.split(',').reverse().join()
  expect((await upsert(path(reversed), { ...row, where_sold: '' }, merge))[0]).toBe(201)
  expect((await upsert(path(reversed), { ...row, where_sold: null, total_price: null }, merge))[0]).toBe(200)
})

it('merging works through the client', async () => {
  const { data, status } = await contract()
    .service.from('plates')
    .upsert([{ plate_number: 'A 1', price: 7 }], { onConflict: 'plate_number' })
    .select('price')
  expect([status, data]).toEqual([200, [{ price: 7 }]])
})

it('merging of no rows is 200', async () => {
  expect(await upsert(plates, [], merge)).toEqual([200, '*/*', []])
})

it('merging cannot affect a row twice', async () => {
  const twice = (plate_number: string) => [
    { plate_number, price: 8 },
    { plate_number, price: 9 },
  ]
  for (const number of ['A 1', 'NEW 1'])
    expect(await upsert(plates, twice(number), merge)).toEqual([400, null, '21000'])
  const { data } = await contract().service.from('plates').select('price').order('id')
  expect(data).toEqual([{ price: 1 }, { price: 2 }])
})

it('merging fills in defaults on request', async () => {
  await contract().service.from('plates').update({ is_feature: true }).eq('id', id(1)).throwOnError()
  expect(
    await upsert(
      '/plates?select=is_feature&on_conflict=plate_number&columns=plate_number,price,is_feature',
      { plate_number: 'A 1', price: 1 },
      merge,
      'missing=default',
    ),
  ).toEqual([200, '*/*', [{ is_feature: false }]])
})

it('merging obeys the constraints', async () => {
  expect((await upsert(plates, { plate_number: 'A 1', price: -1 }, merge)).slice(2)).toEqual(['23514'])
  expect((await upsert(plates, { plate_number: 'A 1' }, merge)).slice(2)).toEqual(['23514'])
  expect((await upsert(plates, { plate_number: null, price: 1 }, merge)).slice(2)).toEqual(['23502'])
  expect((await upsert(plates, { id: id(2), plate_number: 'A 1', price: 1 }, merge)).slice(2)).toEqual([
    '23505',
  ])
})

it('ignoring duplicates keeps existing rows, and returns new ones: 201', async () => {
  const rows = ['A 1', 'C 3', 'C 3'].map((plate_number) => ({ plate_number, price: 9 }))
  expect(await upsert(plates, rows, ignore, 'count=exact')).toEqual([
    201,
    '*/1',
    [{ plate_number: 'C 3', price: 9, category: null }],
  ])
  expect(await upsert(plates, { plate_number: 'A 1', price: 9 }, ignore)).toEqual([201, '*/*', []])
})

it('ignoring duplicates still obeys the constraints', async () => {
  expect(await upsert(plates, { plate_number: 'A 1', price: -1 }, ignore)).toEqual([400, null, '23514'])
})

it('ignoring duplicates ignores only conflicts of the given key', async () => {
  expect(await upsert('/plates', { plate_number: 'A 1', price: 1 }, ignore)).toEqual([409, null, '23505'])
})

it.each([
  ['price', 400, '42P10'],
  ['plate_number,price', 400, '42P10'],
  ['nope', 400, '42703'],
  ['', 400, 'PGRST100'],
  ['plate_number,', 400, 'PGRST100'],
])('the key on_conflict=%s is refused', async (key, status, code) => {
  expect(await upsert(`/plates?on_conflict=${key}`, { plate_number: 'A 1', price: 1 }, merge)).toEqual([
    status,
    null,
    code,
  ])
})

it.each(['plate_number,plate_number', '"plate_number"', ' plate_number '])(
  'the key on_conflict=%s is plate_number',
  async (key) => {
    expect((await upsert(`/plates?on_conflict=${key}`, { plate_number: 'A 1', price: 1 }, merge))[0]).toBe(
      200,
    )
  },
)

it('the key is ignored without a resolution, or with an unknown one', async () => {
  const row = { plate_number: 'A 1', price: 1 }
  expect((await upsert(plates, row))[2]).toBe('23505')
  expect((await upsert(plates, row, 'resolution=foo'))[2]).toBe('23505')
})

it('the key is used with the first of two resolutions', async () => {
  expect((await upsert(plates, { plate_number: 'A 1', price: 9 }, ignore, merge))[2]).toEqual([])
})
