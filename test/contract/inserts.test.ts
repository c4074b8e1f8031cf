import { beforeEach, describe, expect, it } from 'vitest'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
beforeEach(() => contract().fill({}))

const representation = { Prefer: 'return=representation' }
const object = 'application/vnd.pgrst.object+json'

async function post(path: string, body: unknown, headers?: Record<string, string>): Promise<unknown[]> {
  const response = await contract().write('POST', path, body, headers)
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  const refusal = response.ok ? answer : [answer.code, answer.message]
  return [response.status, response.headers.get('content-range'), refusal]
}

async function stored(table: string, columns: string): Promise<unknown> {
  const { data } = await contract().service.from(table).select(columns).order('plate_number').throwOnError()
  return data
}

it('a new row is stored, with defaults for missing columns', async () => {
  const { data, status } = await contract()
    .service.from('plates')
    .insert({ plate_number: 'NEW 1', price: 5 })
    .select()
    .single()
  expect(status).toBe(201)
  expect(data).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    plate_number: 'NEW 1',
    price: 5,
    category: null,
    description: null,
    detailed_description: null,
    image_url: null,
    price_reason: null,
    is_available: true,
    is_feature: false,
    is_demonstration: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d*[1-9])?\+00:00$/),
    updated_at: expect.stringMatching(/\+00:00$/),
  })
})

it('a new row keeps its own values', async () => {
  const row = {
    id: id(1),
    plate_number: 'NEW 1',
    price: 0,
    is_available: false,
    created_at: '2020-02-29T12:00:00.5+00:00',
    updated_at: '2021-01-01T00:00:00+00:00',
  }
  const { data } = await contract().service.from('plates').insert(row).select(Object.keys(row).join())
  expect(data).toEqual([row])
})

it('a new row returns nothing by default', async () => {
  expect(await post('/plates', { plate_number: 'NEW 1', price: 5 })).toEqual([201, '*/*', null])
})

it('a new row returns its columns, or its URL, on request', async () => {
  expect(
    await post('/plates?select=price,plate_number', { plate_number: 'NEW 1', price: 5 }, representation),
  ).toEqual([201, '*/*', [{ price: 5, plate_number: 'NEW 1' }]])
  const headersOnly = { Prefer: 'return=headers-only' }
  const one = await contract().write(
    'POST',
    '/plates',
    { id: id(2), plate_number: 'NEW 2', price: 5 },
    headersOnly,
  )
  expect(one.headers.get('location')).toBe(`/plates?id=eq.${id(2)}`)
  const two = await contract().write(
    'POST',
    '/plates',
    [3, 4].map((number) => ({ plate_number: `NEW ${number}`, price: 5 })),
    headersOnly,
  )
  expect([two.status, two.headers.get('location'), await two.text()]).toEqual([201, null, ''])
})

it('a new row reports the applied preferences', async () => {
  const { headers } = await contract().write(
    'POST',
    '/plates?on_conflict=plate_number',
    { plate_number: 'NEW 1', price: 5 },
    {
      Prefer:
        'count=exact, handling=strict, return=representation, missing=default, resolution=merge-duplicates, tx=commit',
    },
  )
  expect(headers.get('preference-applied')).toBe(
    'resolution=merge-duplicates, missing=default, return=representation, count=exact, handling=strict',
  )
  expect(headers.get('content-range')).toBe('*/1')
})

it('several rows are stored in one transaction, and returned in their order', async () => {
  const rows = ['C 3', 'A 1', 'B 2'].map((plate_number) => ({ plate_number, price: 1 }))
  expect(await post('/plates?select=plate_number,price', rows, representation)).toEqual([201, '*/*', rows])
})

it('several rows may exceed the maximum of one read', async () => {
  const rows = Array.from({ length: 1100 }, (_, number) => ({
    plate_number: `N ${number}`,
    price: number + 1,
  }))
  const [status, range, answer] = await post('/plates?select=price', rows, {
    Prefer: 'return=representation, count=exact',
  })
  expect([status, range, (answer as unknown[]).length]).toEqual([201, '*/1100', 1100])
})

it('several rows are not stored if one of them is rejected', async () => {
  const rows = [
    { plate_number: 'A 1', price: 1 },
    { plate_number: 'B 2', price: -1 },
  ]
  expect((await post('/plates', rows))[0]).toBe(400)
  expect(await stored('plates', 'plate_number')).toEqual([])
})

it('several rows may have their keys in any order', async () => {
  const rows = [
    { plate_number: 'A 1', price: 1 },
    { price: 2, plate_number: 'B 2' },
  ]
  expect((await post('/plates', rows))[0]).toBe(201)
  expect(await stored('plates', 'plate_number, price')).toEqual(rows)
})

it('several rows from the client get null for keys that only others have', async () => {
  const { error, status } = await contract()
    .service.from('plates')
    .insert([
      { plate_number: 'A 1', price: 1, category: 'x' },
      { plate_number: 'B 2', price: 2 },
    ])
  expect([status, error]).toEqual([201, null])
  expect(await stored('plates', 'category')).toEqual([{ category: 'x' }, { category: null }])
})

it('several rows get their defaults if the client requests it', async () => {
  const rows = [
    { plate_number: 'A 1', price: 1, is_available: false },
    { plate_number: 'B 2', price: 2 },
  ]
  const { error } = await contract().service.from('plates').insert(rows)
  expect(error).toMatchObject({ code: '23502' })
  await contract().service.from('plates').insert(rows, { defaultToNull: false }).throwOnError()
  expect(await stored('plates', 'is_available')).toEqual([{ is_available: false }, { is_available: true }])
})

it.each([['[]'], ['5'], ['"x"'], ['null']])('%s is not a row', async (body) => {
  expect(await post('/plates', body, representation)).toEqual([201, '*/*', []])
})

it('the keys that the parameter “columns” names are stored, and other keys are ignored', async () => {
  const row = { plate_number: 'A 1', price: 1, category: 'unseen', nope: 1 }
  expect(
    await post('/plates?columns=plate_number,"price"&select=price,category', row, representation),
  ).toEqual([201, '*/*', [{ price: 1, category: null }]])
})

it('the parameter “columns” allows rows with different keys', async () => {
  const rows = [
    { plate_number: 'A 1', price: 1 },
    { price: 2, nope: 1, plate_number: 'B 2' },
  ]
  expect((await post('/plates?columns=plate_number,price', rows))[0]).toBe(201)
})

it.each([
  ['columns=', 'PGRST100', '"failed to parse columns parameter ()"'],
  ['columns=price,', 'PGRST100', '"failed to parse columns parameter (price,)"'],
  ['columns=*', 'PGRST100', '"failed to parse columns parameter (*)"'],
  ['columns=plate_number,nope', 'PGRST204', "Column 'nope' of relation 'plates' does not exist"],
])('%s is refused', async (query, code, message) => {
  expect(await post(`/plates?${query}`, { plate_number: 'A 1' })).toEqual([
    400,
    null,
    [code, expect.stringContaining(message)],
  ])
})

it.each([
  ['{"plate_number":"A 1","price":"7"}', { price: 7 }],
  ['{"plate_number":"A 1","price":" 7 "}', { price: 7 }],
  ['{"plate_number":"A 1","price":-0,"is_available":false}', { price: 0 }],
  ['{"plate_number":1.50,"price":1}', { plate_number: '1.50' }],
  ['{"plate_number":12345678901234567890,"price":1}', { plate_number: '12345678901234567890' }],
  ['{"plate_number":1e3,"price":1}', { plate_number: '1e3' }],
  ['{"plate_number":true,"price":1}', { plate_number: 'true' }],
  ['{"plate_number":"A 1","price":1,"is_available":0}', { is_available: false }],
  ['{"plate_number":"A 1","price":1,"is_available":"off"}', { is_available: false }],
  ['{"plate_number":"A 1","price":1,"category":""}', { category: '' }],
  ['{"plate_number":"A 1","price":1,"category":null}', { category: null }],
  ['{"plate_number":"A 1","price":1,"price":2}', { price: 2 }],
  ['{"plate_number":"\\u00e9\\ud83d\\ude97","price":1}', { plate_number: 'é🚗' }],
  [
    '{"plate_number":"A 1","price":1,"description":"\\"a\\" \\\\ \\n\\t\'b\'"}',
    { description: '"a" \\ \n\t\'b\'' },
  ],
  ['{"plate_number":"A 1","price":1,"created_at":"2020-01-01"}', { created_at: '2020-01-01T00:00:00+00:00' }],
  [
    '{"plate_number":"A 1","price":1,"created_at":"2020-1-2 3:4:5.1234567+2"}',
    { created_at: '2020-01-02T01:04:05.123457+00:00' },
  ],
  [`{"plate_number":"A 1","price":1,"id":"{${id(7).toUpperCase()}}"}`, { id: id(7) }],
  [' { "plate_number" : "A 1" , "price" : 1 } ', { price: 1 }],
])('%s is stored as %j', async (body, expected) => {
  const [status, , rows] = await post('/plates', body, representation)
  expect([status, (rows as unknown[])[0]]).toEqual([201, expect.objectContaining(expected)])
})

it('a very long text is stored', async () => {
  const description = 'é'.repeat(100_000)
  const [, , rows] = await post(
    '/plates?select=description',
    { plate_number: 'A', price: 1, description },
    representation,
  )
  expect(rows).toEqual([{ description }])
})

it.each([
  ['{"price":"abc"}', '22P02', 'invalid input syntax for type integer: "abc"'],
  ['{"price":1.5}', '22P02', 'invalid input syntax for type integer: "1.5"'],
  ['{"price":1.0}', '22P02', 'invalid input syntax for type integer: "1.0"'],
  ['{"price":1e2}', '22P02', 'invalid input syntax for type integer: "1e2"'],
  ['{"price":true}', '22P02', 'invalid input syntax for type integer: "true"'],
  ['{"price":{}}', '22P02', 'invalid input syntax for type integer: "{}"'],
  ['{"price":[1.0]}', '22P02', undefined],
  ['{"price":99999999999}', '22003', 'value "99999999999" is out of range for type integer'],
  ['{"price":2147483648}', '22003', 'value "2147483648" is out of range for type integer'],
  ['{"is_available":"maybe"}', '22P02', 'invalid input syntax for type boolean: "maybe"'],
  ['{"created_at":"soon"}', '22007', 'invalid input syntax for type timestamp with time zone: "soon"'],
  ['{"created_at":"2020-02-30"}', '22008', 'date/time field value out of range: "2020-02-30"'],
  ['{"id":"1"}', '22P02', 'invalid input syntax for type uuid: "1"'],
  ['{"plate_number":"A\\u0000"}', '22P05', 'unsupported Unicode escape sequence'],
])('%s is refused with %s', async (body, code, message) => {
  const [status, , refusal] = await post('/plates', body)
  expect([status, (refusal as string[])[0]]).toEqual([400, code])
  if (message) expect((refusal as string[])[1]).toBe(message)
})

it('values are parsed in all rows before constraints are checked', async () => {
  expect((await post('/plates', [{ price: -1 }, { price: 'x' }]))[2]).toEqual([
    '22P02',
    'invalid input syntax for type integer: "x"',
  ])
})

describe('bodies', () => {
  const invalid = 'Empty or invalid json'
  const differ = 'All object keys must match'

  it.each([
    ['', invalid],
    ['{', invalid],
    ['{} x', invalid],
    ['\ufeff{}', invalid],
    ['NaN', invalid],
    ["{'a':1}", invalid],
    ['[{"price":1},]', invalid],
    ['{"price":01}', invalid],
    ['{"plate_number":"a\tb"}', invalid],
    ['{"plate_number":"\\ud800"}', invalid],
    ['{"plate_number":"\\x41"}', invalid],
    ['[5]', differ],
    ['[null]', differ],
    ['[[{"price":1}]]', differ],
    ['[{"price":1},{"price":1,"category":"x"}]', differ],
    ['[{"price":1,"category":"x"},{"price":1}]', differ],
    ['[{"price":1},{"category":"x"}]', differ],
  ])('the body %j is refused', async (body, message) => {
    expect(await post('/plates', body)).toEqual([400, null, ['PGRST102', message]])
  })

  it('a body of invalid UTF-8 is refused', async () => {
    const { ask, serviceKey } = contract()
    const response = await ask('/plates', {
      method: 'POST',
      body: Buffer.from('7b22706c6174655f6e756d626572223a22ff227d', 'hex'),
      headers: { Authorization: `Bearer ${serviceKey}`, 'Content-Type': 'application/json' },
    })
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST102'])
  })

  it.each([
    ['application/json; charset=utf-8', '23502'],
    ['application/json;x', '23502'],
    ['text/plain', 'PGRST102'],
    ['APPLICATION/JSON', 'PGRST102'],
    ['application/octet-stream', 'PGRST102'],
    ['application/vnd.pgrst.object+json', 'PGRST102'],
  ])('a body of the type %s gives %s', async (type, code) => {
    const [status, , refusal] = await post('/plates', '{"price":1}', { 'Content-Type': type })
    expect([status, (refusal as string[])[0]]).toEqual([400, code])
    if (code === 'PGRST102') expect(refusal).toEqual([code, `Content-Type not acceptable: ${type}`])
  })

  it('a body with an unknown key is refused', async () => {
    for (const key of ['nope', 'Price', ''])
      expect(await post('/plates', { [key]: 1 })).toEqual([
        400,
        null,
        ['PGRST204', `Column '${key}' of relation 'plates' does not exist`],
      ])
  })
})

describe('the rules of the data', () => {
  const sale = { plate_number: 'A 1', sale_year: 2020, selection: 'reported' }
  const missing = (table: string, column: string) =>
    `null value in column "${column}" of relation "${table}" violates not-null constraint`
  const broken = (table: string, column: string) =>
    `new row for relation "${table}" violates check constraint "${table}_${column}_check"`

  it.each([
    ['plates', {}, '23502', missing('plates', 'plate_number')],
    ['plates', { plate_number: 'A 1' }, '23514', broken('plates', 'price')],
    ['plates', { plate_number: null, price: 1 }, '23502', missing('plates', 'plate_number')],
    [
      'plates',
      { plate_number: 'A 1', price: 1, is_available: null },
      '23502',
      missing('plates', 'is_available'),
    ],
    ['plates', { plate_number: ' ', is_feature: null }, '23502', missing('plates', 'is_feature')],
    ['plates', { plate_number: 'A 1', price: -1 }, '23514', broken('plates', 'price')],
    ['plates', { plate_number: '  ', price: 1 }, '23514', broken('plates', 'plate_number')],
    [
      'plates',
      { plate_number: 'A 1', price: 1, price_reason: '' },
      '23514',
      broken('plates', 'price_reason'),
    ],
    [
      'plates',
      { plate_number: 'A 1', price: 1, price_reason: 'é'.repeat(301) },
      '23514',
      broken('plates', 'price_reason'),
    ],
    [
      'plates',
      { plate_number: 'A 1', price: 1, price_reason: 'a\nb' },
      '23514',
      broken('plates', 'price_reason'),
    ],
    [
      'plates',
      { plate_number: 'A 1', price: 1, price_reason: 'a\r' },
      '23514',
      broken('plates', 'price_reason'),
    ],
    ['sales', { plate_number: 'A 1' }, '23502', missing('sales', 'sale_year')],
    ['sales', { ...sale, sale_year: 1899 }, '23514', broken('sales', 'sale_year')],
    ['sales', { ...sale, sale_year: 10000 }, '23514', broken('sales', 'sale_year')],
    ['sales', { ...sale, sale_month: 0 }, '23514', broken('sales', 'sale_month')],
    ['sales', { ...sale, sale_month: 13 }, '23514', broken('sales', 'sale_month')],
    ['sales', { ...sale, hammer_price: -1 }, '23514', broken('sales', 'hammer_price')],
    ['sales', { ...sale, total_price: -1 }, '23514', broken('sales', 'total_price')],
    ['sales', { ...sale, price_basis: 'guess' }, '23514', broken('sales', 'price_basis')],
    ['sales', { ...sale, plate_number: '' }, '23514', broken('sales', 'plate_number')],
    ['jersey_sales', { ...sale, total_price: -1 }, '23514', broken('jersey_sales', 'total_price')],
    ['jersey_sales', { ...sale, price_basis: '' }, '23514', broken('jersey_sales', 'price_basis')],
  ])('%s: %j is refused with %s', async (table, row, code, message) => {
    expect(await post(`/${table}`, row)).toEqual([400, null, [code, message]])
  })

  it.each([
    [
      'plates',
      { plate_number: 'A 1', price: 1 },
      'plates_plate_number_key',
      'Key (plate_number)=(A 1) already exists.',
    ],
    [
      'plates',
      { id: id(1), plate_number: 'B 2', price: 1 },
      'plates_pkey',
      `Key (id)=(${id(1)}) already exists.`,
    ],
    [
      'sales',
      sale,
      'sales_natural_key',
      'Key (plate_number, sale_year, sale_month, where_sold, hammer_price, total_price)=(A 1, 2020, null, null, null, null) already exists.',
    ],
    [
      'jersey_sales',
      { ...sale, sale_month: 3, where_sold: 'Drieu', total_price: 7 },
      'jersey_sales_natural_key',
      'Key (plate_number, sale_year, sale_month, where_sold, total_price)=(A 1, 2020, 3, Drieu, 7) already exists.',
    ],
  ])(
    '%s: %j twice is refused with 23505',
    async (table, row: Record<string, unknown>, constraint, details) => {
      await contract()
        .service.from('plates')
        .insert({ id: id(1), plate_number: 'A 1', price: 1 })
        .throwOnError()
      if (table !== 'plates') await contract().service.from(table).insert(row).throwOnError()
      const { error, status } = await contract().service.from(table).insert(row)
      expect([status, { ...error }]).toEqual([
        409,
        expect.objectContaining({
          code: '23505',
          message: `duplicate key value violates unique constraint "${constraint}"`,
          details,
          hint: null,
        }),
      ])
    },
  )

  it('a sale is a duplicate only if its complete natural key is equal', async () => {
    const rows = [
      {},
      { sale_month: 1 },
      { where_sold: '' },
      { where_sold: 'Bonhams' },
      { hammer_price: 0 },
      { total_price: 0 },
      { sale_year: 2021 },
      { plate_number: 'a 1' },
    ].map((difference) => ({
      ...sale,
      sale_month: null,
      where_sold: null,
      hammer_price: null,
      total_price: null,
      ...difference,
    }))
    expect((await post('/sales', rows))[0]).toBe(201)
  })
})

describe('a single object', () => {
  it('one row is an object', async () => {
    expect(
      await post('/plates?select=price', [{ plate_number: 'A 1', price: 1 }], {
        Accept: object,
        ...representation,
      }),
    ).toEqual([201, '*/*', { price: 1 }])
  })

  it('several rows are refused and none is stored, returned or not', async () => {
    const rows = ['A 1', 'B 2'].map((plate_number) => ({ plate_number, price: 1 }))
    for (const headers of [representation, {}])
      expect(await post('/plates', rows, { Accept: object, ...headers })).toEqual([
        406,
        null,
        ['PGRST116', 'JSON object requested, multiple (or no) rows returned'],
      ])
    expect(await stored('plates', 'plate_number')).toEqual([])
  })
})

describe('the order of errors', () => {
  it.each([
    ['/plates?price=foo', '{', {}, 400, 'PGRST100'],
    ['/plates?limit=-1', '{}', {}, 416, 'PGRST103'],
    ['/plates', '{', { Accept: 'text/html' }, 400, 'PGRST102'],
    ['/plates', '{"nope":1}', { Accept: 'text/html' }, 400, 'PGRST204'],
    ['/plates', '{"price":"x"}', { Accept: 'text/html' }, 415, 'PGRST107'],
    ['/plates?select=nope', '{"nope":1}', representation, 400, 'PGRST204'],
    ['/plates?select=nope', '{"price":"x"}', representation, 400, '42703'],
    ['/plates?select=nope', '{"price":"x"}', {}, 400, '22P02'],
    ['/plates?nope=eq.1', '{"price":"x"}', {}, 400, '22P02'],
  ])('%s with %s gives %j with %i %s', async (path, body, headers, status, code) => {
    const [answered, , refusal] = await post(path, body, headers as Record<string, string>)
    expect([answered, (refusal as string[])[0]]).toEqual([status, code])
  })
})
