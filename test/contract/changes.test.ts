import { beforeEach, expect, it } from 'vitest'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
beforeEach(() =>
  contract().fill({
    plates: [1, 2, 3].map((number) => ({
      id: id(number),
      plate_number: `P ${number}`,
      price: number,
      category: number === 3 ? null : 'x',
      updated_at: '2020-01-01T00:00:00+00:00',
    })),
  }),
)

const object = 'application/vnd.pgrst.object+json'
const representation = 'return=representation'

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { Prefer: representation },
): Promise<unknown[]> {
  const response = await contract().write(method, path, body, headers)
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  return [response.status, response.headers.get('content-range'), response.ok ? answer : answer.code]
}

const prices = async () =>
  (await contract().service.from('plates').select('price').order('id').throwOnError()).data?.map(
    (plate) => plate.price,
  )

it('a change affects the rows that match its conditions', async () => {
  expect(await send('PATCH', '/plates?category=eq.x&select=price', { price: 9 })).toEqual([
    200,
    '0-1/*',
    [{ price: 9 }, { price: 9 }],
  ])
  expect(await prices()).toEqual([9, 9, 3])
})

it.each([
  ['', 204, '0-0/*', null],
  ['return=minimal', 204, '0-0/*', null],
  ['return=headers-only', 204, '0-0/*', null],
  ['count=exact', 204, '0-0/1', null],
  ['return=representation, count=exact', 200, '0-0/1', [{ price: 9 }]],
])('a change with "%s" answers %i with %s', async (prefer, status, range, rows) => {
  expect(
    await send(
      'PATCH',
      '/plates?plate_number=eq.P 1&select=price',
      { price: 9 },
      prefer ? { Prefer: prefer } : {},
    ),
  ).toEqual([status, range, rows])
})

it('a change of no rows is not an error', async () => {
  expect(await send('PATCH', '/plates?price=gt.100&select=price', { price: 9 })).toEqual([200, '*/*', []])
  expect(await send('PATCH', '/plates?price=gt.100', { price: 9 }, { Prefer: 'count=exact' })).toEqual([
    204,
    '*/0',
    null,
  ])
})

it('a change sets updated_at, unless it is given', async () => {
  const updatedAt = async () =>
    (await contract().service.from('plates').select('updated_at').eq('id', id(1)).single()).data?.updated_at
  const { data } = await contract()
    .service.from('plates')
    .update({ price: 9 })
    .eq('id', id(1))
    .select('updated_at')
    .single()
  expect(Date.parse(data?.updated_at)).toBeGreaterThan(Date.parse('2026-01-01'))
  expect(await updatedAt()).toBe(data?.updated_at)
  await contract().service.from('plates').update({ updated_at: '2021-01-01' }).eq('id', id(1)).throwOnError()
  expect(await updatedAt()).toBe('2021-01-01T00:00:00+00:00')
})

it.each([
  [{}, []],
  [[], []],
  ['5', []],
  ['null', []],
  [[{ price: 8 }, { price: 9 }], [{ price: 8 }]],
])('a change with the body %j answers %j', async (body, rows) => {
  expect((await send('PATCH', '/plates?id=not.is.null&plate_number=eq.P 1&select=price', body))[2]).toEqual(
    rows,
  )
})

it('a change with a columns parameter sets only these columns', async () => {
  const path = '/plates?plate_number=eq.P 1&select=price,category,is_available'
  expect((await send('PATCH', `${path}&columns=price`, { price: 9, category: 'y' }))[2]).toEqual([
    { price: 9, category: 'x', is_available: true },
  ])
  expect((await send('PATCH', `${path}&columns=price,category`, { price: 7 }))[2]).toEqual([
    { price: 7, category: null, is_available: true },
  ])
  expect((await send('PATCH', `${path}&columns=is_available`, { price: 7 }))[2]).toBe('23502')
  await contract().service.from('plates').update({ is_available: false }).eq('id', id(1)).throwOnError()
  const withDefault = { Prefer: `${representation}, missing=default` }
  expect((await send('PATCH', `${path}&columns=is_available`, { price: 7 }, withDefault))[2]).toEqual([
    { price: 7, category: null, is_available: true },
  ])
})

it.each([
  ['/plates?plate_number=eq.P 1', { price: 'x' }, 400, '22P02'],
  ['/plates?plate_number=eq.P 1', { price: null }, 400, '23514'],
  ['/plates?plate_number=eq.P 1', { plate_number: null }, 400, '23502'],
  ['/plates?plate_number=eq.P 1', { price: -1 }, 400, '23514'],
  ['/plates?plate_number=eq.P 1', { plate_number: 'P 2' }, 409, '23505'],
  ['/plates?plate_number=eq.P 1', { id: id(2) }, 409, '23505'],
  ['/plates?plate_number=eq.P 1', { nope: 1 }, 400, 'PGRST204'],
  ['/plates?plate_number=eq.P 1', '', 400, 'PGRST102'],
  ['/plates?plate_number=eq.P 1', [{ price: 1 }, { category: 'x' }], 400, 'PGRST102'],
  ['/plates?nope=eq.1', { price: 1 }, 400, '42703'],
  ['/plates?price=eq.x', { price: 1 }, 400, '22P02'],
  ['/plates?plate_number=eq.P 1&select=nope', { price: 1 }, 400, '42703'],
  ['/plates?plate_number=eq.P 1&limit=-1', { price: 1 }, 416, 'PGRST103'],
  ['/plates?limit=1&price=gt.0', { price: 1 }, 400, 'PGRST109'],
  ['/plates?offset=1&price=gt.0', { price: 1 }, 400, 'PGRST109'],
])('a change by %s with %j is refused with %i %s', async (path, body, status, code) => {
  expect(await send('PATCH', path, body)).toEqual([status, null, code])
  expect(await prices()).toEqual([1, 2, 3])
})

it('a change is rolled back if one row is rejected', async () => {
  expect((await send('PATCH', '/plates?price=gt.0', { plate_number: 'SAME' }))[2]).toBe('23505')
  const { error } = await contract().service.from('plates').update({ plate_number: 'SAME' }).gt('price', 0)
  expect(error).toMatchObject({ details: 'Key (plate_number)=(SAME) already exists.' })
  const { count } = await contract()
    .service.from('plates')
    .select('*', { count: 'exact', head: true })
    .like('plate_number', 'P*')
  expect(count).toBe(3)
})

it('a change names the whole natural key of the existing sale', async () => {
  const sale = { plate_number: 'A 1', sale_year: 2020, selection: 'reported', where_sold: 'Bonhams' }
  await contract()
    .service.from('sales')
    .insert([
      { ...sale, sale_month: 1 },
      { ...sale, sale_month: 2 },
    ])
    .throwOnError()
  const { error } = await contract().service.from('sales').update({ sale_month: 1 }).eq('sale_month', 2)
  expect(error?.details).toBe(
    'Key (plate_number, sale_year, sale_month, where_sold, hammer_price, total_price)=(A 1, 2020, 1, Bonhams, null, null) already exists.',
  )
})

it('a change may be limited if an order is given', async () => {
  expect(
    (
      await send('PATCH', '/plates?price=gt.0&order=price.desc&limit=1&offset=1&select=plate_number', {
        price: 9,
      })
    )[2],
  ).toEqual([{ plate_number: 'P 2' }])
  expect((await send('PATCH', '/plates?price=gt.0&order=id&limit=0', { price: 9 }))[2]).toEqual([])
})

it('a change of a single object is rolled back unless it is one row', async () => {
  for (const Prefer of [representation, 'return=minimal'])
    for (const condition of ['price=gt.0', 'price=gt.100'])
      expect(await send('PATCH', `/plates?${condition}`, { price: 9 }, { Accept: object, Prefer })).toEqual([
        406,
        null,
        'PGRST116',
      ])
  expect(await prices()).toEqual([1, 2, 3])
  const { data } = await contract()
    .service.from('plates')
    .update({ price: 9 })
    .eq('id', id(1))
    .select('price')
    .single()
  expect(data).toEqual({ price: 9 })
})

it('a change reports the applied preferences', async () => {
  const { headers } = await contract().write(
    'PATCH',
    '/plates?id=is.null',
    { price: 1 },
    {
      Prefer:
        'resolution=merge-duplicates, return=representation, missing=default, count=exact, handling=strict',
    },
  )
  expect(headers.get('preference-applied')).toBe(
    'missing=default, return=representation, count=exact, handling=strict',
  )
})

it.each([
  ['', 204, '*/*', null],
  ['return=headers-only', 204, '*/*', null],
  ['count=exact', 204, '*/1', null],
  ['return=representation, count=exact', 200, '*/1', [{ price: 1 }]],
])('a removal with "%s" answers %i with %s', async (prefer, status, range, rows) => {
  expect(
    await send(
      'DELETE',
      '/plates?plate_number=eq.P 1&select=price',
      undefined,
      prefer ? { Prefer: prefer } : {},
    ),
  ).toEqual([status, range, rows])
  expect(await prices()).toEqual([2, 3])
})

it('a removal of no rows is not an error', async () => {
  expect(await send('DELETE', '/plates?price=gt.100')).toEqual([200, '*/*', []])
  expect(await send('DELETE', '/plates?price=gt.100', undefined, { Prefer: 'count=exact' })).toEqual([
    204,
    '*/0',
    null,
  ])
})

it('a removal ignores the body', async () => {
  expect((await send('DELETE', '/plates?plate_number=eq.P 1', '{"x'))[0]).toBe(200)
})

it('a removal may be limited if an order is given', async () => {
  expect((await send('DELETE', '/plates?limit=1&price=gt.0'))[2]).toBe('PGRST109')
  expect((await send('DELETE', '/plates?limit=1&order=price.desc&price=gt.0&select=price'))[2]).toEqual([
    { price: 3 },
  ])
})

it('a removal of a single object is rolled back unless it is one row', async () => {
  expect((await send('DELETE', '/plates?price=gt.0', undefined, { Accept: object }))[2]).toBe('PGRST116')
  expect(await prices()).toEqual([1, 2, 3])
})

it.each([
  ['/plates?price=eq.x', 400, '22P02'],
  ['/plates?nope=eq.1', 400, '42703'],
  ['/nope?id=not.is.null', 404, '42P01'],
])('a removal by %s is refused with %i %s', async (path, status, code) => {
  expect(await send('DELETE', path)).toEqual([status, null, code])
})
