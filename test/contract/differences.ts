/**
 * Differences between the embedded backend and PostgREST 12: the rows of the table in docs/contract.md, each with calls
 * that show it. `there` and `here` are the two responses: status, and code, rows or message.
 */
import { signToken } from '#packages/sqlite-rest/auth.ts'
import {
  MAX_BODY_BYTES,
  MAX_CONDITIONS,
  MAX_FUNCTION_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_LIST,
  MAX_LOGIC_DEPTH,
  MAX_ORDER_TERMS,
  MAX_PARAMETERS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERNS,
} from '#packages/sqlite-rest/limits.ts'
import { id } from './fixture.ts'

export interface Example {
  method?: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Default: the public key for reads and the service key for writes. */
  token?: 'anon' | 'none' | ((secret: string) => string)
  /** Null: the rows of `here` in an order that varies. */
  there: string | null
  here: string
  differsInDetails?: boolean
  differsInHint?: boolean
  rangeHere?: string
  /** Compares bodies as text, not as JSON. */
  isLiteral?: boolean
  /** Identifies the responses by the constraint in their message. */
  namesConstraint?: boolean
  /** The first PostgreSQL version with this difference. */
  sincePostgres?: number
  second?: Example
}

const NO_FIGURES = JSON.stringify({
  sales: 0,
  highest: null,
  typical: null,
  kinds: [],
  auctions: [],
  selections: [],
  sellers: [],
  categories: [],
})

const read = (query: string, there: string, here: string, more: Partial<Example> = {}): Example => ({
  path: `/plates?select=price&${query}`,
  there,
  here,
  ...more,
})

const post = (
  path: string,
  body: unknown,
  there: string,
  here: string,
  more: Partial<Example> = {},
): Example => ({
  method: 'POST',
  path,
  body,
  there,
  here,
  ...more,
})

const many = (count: number, text: string, join: string) => Array(count).fill(text).join(join)
const all = '200 10 rows'
const none = '200 []'
const fair = { plate_number: 'NEW 1', price: 1 }

/** Keyed by the first cell of the table in docs/contract.md. */
export const differences: Record<string, Example[]> = {
  'no key': [
    read('limit=1&order=id', '200 [{"price":90000}]', '401 PGRST302', { token: 'none' }),
    read('limit=1&order=id', '200 [{"price":90000}]', '401 PGRST302', {
      token: 'none',
      headers: { Authorization: 'Basic abc' },
    }),
    post('/plates', fair, '401 42501', '401 PGRST302', { token: 'none' }),
  ],
  '`apikey` without a bearer token': [
    read('limit=1&order=id', '200 [{"price":90000}]', '401 PGRST301', {
      token: 'none',
      headers: { apikey: 'wrong' },
    }),
  ],
  'a token without a role': [
    read('limit=1&order=id', '200 [{"price":90000}]', '401 PGRST302', {
      token: (secret) => signToken({}, secret),
    }),
  ],
  'a token of another role': [
    read('limit=1', '400 22023', '400 22023', { token: (secret) => signToken({ role: 'nobody' }, secret) }),
    read('limit=1', '403 42501', '400 22023', { token: (secret) => signToken({ role: 'postgres' }, secret) }),
  ],
  'aliases, casts, `->`, `->>`': [
    {
      path: '/plates?select=cost:price&limit=1&order=id',
      there: '200 [{"cost":90000}]',
      here: '400 PGRST100',
    },
    {
      path: '/plates?select=price::text&limit=1&order=id',
      there: '200 [{"price":"90000"}]',
      here: '400 PGRST100',
    },
    { path: '/plates?select=price->a&limit=1&order=id', there: '200 [{"a":null}]', here: '400 PGRST100' },
    { path: '/plates?select=price->>a&limit=1&order=id', there: '200 [{"a":null}]', here: '400 PGRST100' },
    read('price->a=eq.1', none, '400 PGRST100'),
    read('or=(price->a.eq.1)', none, '400 PGRST100'),
    read('order=price->a', all, '400 PGRST100'),
  ],
  'other operators: `fts` `match` `isdistinct` `cs` … `eq(any)` `like(all)`': [
    read('plate_number=fts.a', none, '400 PGRST100'),
    read('plate_number=match.A', '200 [{"price":90000}]', '400 PGRST100'),
    read('plate_number=imatch.a', '200 [{"price":90000}]', '400 PGRST100'),
    read('plate_number=isdistinct.a', all, '400 PGRST100'),
    read('plate_number=cs.{a}', '404 42883', '400 PGRST100'),
    read('price=eq(any).{90000,2}', '200 [{"price":90000}]', '400 PGRST100'),
    read('plate_number=like(all).{A*,*1}', '200 [{"price":90000}]', '400 PGRST100'),
  ],
  'text after a complete term, or in place of one: `in.(1)x`, `or=(…)x`, `is.nullx`, `columns=a::b`, `select=,`, `or=a.eq.1`':
    [
      read('price=in.(1)x', '200 [{"price":1}]', '400 PGRST100'),
      read('or=(price.eq.1)x', '200 [{"price":1}]', '400 PGRST100'),
      read('price=is.nullx', none, '400 PGRST100'),
      { path: '/plates?select=(', there: all, here: '400 PGRST100' },
      { path: '/plates?select=,', there: all, here: '400 PGRST100' },
      { path: '/plates?select=*a', there: all, here: '400 PGRST100' },
      read('price!=eq.1', '200 [{"price":1}]', '400 PGRST100'),
      read('or=price.eq.1', '400 42703', '400 PGRST100'),
      post('/plates?columns=plate_number,price::text', fair, '201', '400 PGRST100'),
    ],
  'the position and the text of PGRST100': [
    read('price=not', '400 PGRST100', '400 PGRST100', { differsInDetails: true }),
    { path: '/plates?select=price!', there: '400 PGRST100', here: '400 PGRST100', differsInDetails: true },
    { path: '/plates?select=%20', there: '400 PGRST100', here: '400 PGRST100', differsInDetails: true },
  ],
  '`limit=0x1`, `limit=(3)`': [
    read('order=id&limit=0x1', '200 [{"price":90000}]', all),
    read('order=id&limit=(1)', '200 [{"price":90000}]', all),
  ],
  '`text/csv`, `nulls=stripped`, GeoJSON': [
    read('limit=1&order=id', '200 price\n90000', '415 PGRST107', { headers: { Accept: 'text/csv' } }),
    read('limit=1', '404 42883', '415 PGRST107', { headers: { Accept: 'application/geo+json' } }),
    read('limit=1&order=id', '200 {"price":90000}', '415 PGRST107', {
      headers: { Accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
    }),
  ],
  '`%zz`': [read('plate_number=eq.%zz', none, '400 22021'), read('plate_number=eq.%', none, '400 22021')],
  '`%00`': [
    read('plate_number=eq.A 1%00x', '200 [{"price":90000}]', '400 22021'),
    read('plate_number=in.(a%00b)', none, '400 22021'),
  ],
  'broken UTF-8': [
    read('plate_number=eq.%ff', '500 Something went wrong', '400 22021'),
    read('plate_number=like.%c3', '500 Something went wrong', '400 22021'),
  ],
  'a pattern that ends in a backslash': [
    read('description=like.zzz\\', none, '400 22025'),
    read('description=like.*\\', '400 22025', '400 22025'),
  ],
  'other spellings of a timestamp: `now`, `20 Nov 2026`, `2026/11/20`, a bare number': [
    read('created_at=gt.now', none, '400 22007'),
    read('created_at=gt.20 Nov 2026', all, '400 22007'),
    read('created_at=gt.2026/11/20', all, '400 22007'),
    read('created_at=gt.20261120', all, '400 22007'),
    read('created_at=gt.2147483648', '400 22008', '400 22007'),
    read('created_at=gt.%2B2020-01-01', '400 22009', '400 22007'),
    read('created_at=lt.infinity', all, '400 22007'),
  ],
  '`0x1f`, `0o7`, `0b1`, `1_000` as an integer': [
    read('price=eq.0x1c2', '200 [{"price":450}]', '400 22P02', { sincePostgres: 16 }),
    read('price=in.(0b1,4_50)&order=price', '200 [{"price":1},{"price":450}]', '400 22P02', {
      sincePostgres: 16,
    }),
  ],
  'timestamps before the year 1 or after 9999': [
    read('created_at=lt.10000-01-01', all, '400 22007'),
    read('created_at=gt.0001-01-01T00:00%2B01', all, '400 22008'),
    read('created_at=gt.2020-01-01 BC', all, '400 22007'),
  ],
  '`/plates/`, `/plates/1`, writing to an unknown table or to the root': [
    { path: '/plates/', there: '404 {}', here: '404 PGRST125' },
    { path: '/plates/1', there: '404 {}', here: '404 PGRST125' },
    { path: '//plates', there: '404 {}', here: '404 PGRST125' },
    { path: '/a/b/c', there: '404 {}', here: '404 PGRST125' },
    post('/', fair, '404 PGRST202', '404 PGRST125'),
    post('/nope', fair, '404 {}', '404 42P01'),
  ],
  'an unknown table and an invalid body': [post('/nope', '{', '400 PGRST102', '404 42P01')],
  '`count=planned`, `count=estimated`': [
    read('limit=1&order=id&price=gt.1', '206 [{"price":90000}]', '206 [{"price":90000}]', {
      headers: { Prefer: 'count=planned' },
      rangeHere: '0-0/9',
    }),
  ],
  'hints that propose a column, another operator or a date style': [
    read('pric=eq.1', '400 42703', '400 42703', { differsInHint: true }),
    read('created_at=gt.2020-13-01', '400 22008', '400 22008', { differsInHint: true }),
  ],
  'OPTIONS, PUT': [
    { method: 'OPTIONS', path: '/plates', there: '200', here: '405 PGRST117' },
    {
      method: 'PUT',
      path: `/plates?id=eq.${id(99)}`,
      body: { id: id(99), ...withNulls() },
      there: '204',
      here: '405 PGRST117',
    },
  ],
  'rows in the JSON': [
    {
      path: '/plates?select=id&order=id&limit=2',
      there: `200 [{"id":"${id(1)}"}, \n {"id":"${id(2)}"}]`,
      here: `200 [{"id":"${id(1)}"},{"id":"${id(2)}"}]`,
      isLiteral: true,
    },
  ],
  'rows without an order': [
    // An updated row usually moves to the end of PostgreSQL's table, unless a gap before it has been cleared.
    {
      method: 'PATCH',
      path: `/plates?id=eq.${id(1)}`,
      body: { category: 'moved' },
      there: '204',
      here: '204',
      second: {
        ...read('price=gt.40000', '', '200 [{"price":90000},{"price":45000},{"price":45000}]'),
        there: null,
      },
    },
  ],
  '42501 and another error at once': [
    post('/plates', { nope: 1 }, '400 PGRST204', '401 42501', { token: 'anon' }),
    post('/plates', '{', '400 PGRST102', '401 42501', { token: 'anon' }),
    { method: 'DELETE', path: '/plates?nope=eq.1', token: 'anon', there: '400 42703', here: '401 42501' },
    { method: 'PATCH', path: '/plates?price=eq.1', body: {}, token: 'anon', there: '204', here: '401 42501' },
    { method: 'DELETE', path: '/plates', token: 'anon', there: '401 42501', here: '401 42501' },
  ],
  'a write to a view': [
    post('/sales_types', { category: 'x', sales: 1 }, '500 55000', '403 42501'),
    {
      method: 'PATCH',
      path: '/sales_years?sale_year=eq.2020',
      body: { sales: 1 },
      there: '500 55000',
      here: '403 42501',
    },
    { method: 'DELETE', path: '/sales_sellers?sales=gt.0', there: '500 55000', here: '403 42501' },
  ],
  'PATCH, DELETE without a condition': [
    { method: 'DELETE', path: '/plates', there: '204', here: '400 21000' },
    { method: 'DELETE', path: '/plates?select=id&order=id', there: '204', here: '400 21000' },
    { method: 'DELETE', path: '/plates?limit=1&order=id', there: '204', here: '400 21000' },
    { method: 'PATCH', path: '/plates', body: { price: 1 }, there: '204', here: '400 21000' },
  ],
  'a body as CSV or as a form': [
    post('/plates', 'plate_number,price\nNEW 1,1', '201', '400 PGRST102', {
      headers: { 'Content-Type': 'text/csv' },
    }),
    post('/plates', 'plate_number=NEW&price=1', '201', '400 PGRST102', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
  ],
  '`columns` beside a body that is no JSON of rows': [
    post('/plates?columns=price', '{', '400 22P02', '400 PGRST102'),
    post('/plates?columns=price', '5', '400 22023', '400 PGRST102'),
    post('/plates?columns=price', '[{"price":1},5]', '400 22023', '400 PGRST102'),
  ],
  'an object or a list as the value of a text': [
    post('/plates', '{"plate_number":"NEW 1","price":1,"category":{"a":1}}', '201', '400 22P02'),
    post('/plates', '{"plate_number":["NEW 1"],"price":1}', '201', '400 22P02'),
  ],
  'an invalid value in a PATCH that matches no row': [
    {
      method: 'PATCH',
      path: '/plates?plate_number=eq.NOPE',
      body: { price: 'x' },
      there: '204',
      here: '400 22P02',
    },
  ],
  '`order` beside `return=representation`': [
    {
      method: 'PATCH',
      path: '/plates?price=gt.40000&select=plate_number&order=plate_number.desc&is_available=is.true',
      body: { is_feature: true },
      headers: { Prefer: 'return=representation' },
      there: '200 [{"plate_number":"A 1"},{"plate_number":"B 2"},{"plate_number":"C 3"}]',
      here: '200 [{"plate_number":"C 3"},{"plate_number":"B 2"},{"plate_number":"A 1"}]',
    },
    post('/plates?order=nope', fair, '201', '201'),
  ],
  'several rules broken by one row': [
    post(
      '/sales',
      { plate_number: ' ', sale_year: 1, hammer_price: -1, selection: 'reported' },
      '400 sales_hammer_price_check',
      '400 sales_plate_number_check',
      {
        namesConstraint: true,
      },
    ),
  ],
  'details of 23502 and 23514': [
    post('/plates', { price: 1 }, '400 23502', '400 23502', { differsInDetails: true }),
    post('/plates', { ...fair, price: -1 }, '400 23514', '400 23514', { differsInDetails: true }),
  ],
  'details of PGRST202': [post('/rpc/nope', {}, '404 PGRST202', '404 PGRST202', { differsInDetails: true })],
  '`GET` of a function': [
    {
      method: 'GET',
      path: '/rpc/sales_figures?year_from=2999',
      there: `200 ${NO_FIGURES}`,
      here: '405 PGRST117',
    },
  ],
  'arguments of a function of another type, or beyond the bounds': [
    post('/rpc/sales_figures', { year_from: '2999' }, `200 ${NO_FIGURES}`, '400 22P02'),
    post(
      '/rpc/sales_figures',
      { year_from: 2999, search: 'a'.repeat(MAX_PATTERN_LENGTH + 1) },
      `200 ${NO_FIGURES}`,
      '400 22P02',
    ),
  ],
  'the bounds named above': [
    read(`plate_number=eq.${'%61'.repeat(6_000)}`, none, '414 PGRST100'),
    read(many(MAX_PARAMETERS + 1, 'price=eq.1', '&'), '200 [{"price":1}]', '400 PGRST100'),
    read(`or=(${many(MAX_CONDITIONS + 1, 'price.eq.1', ',')})`, '200 [{"price":1}]', '400 PGRST100'),
    read(
      `or=(${'or('.repeat(MAX_LOGIC_DEPTH)}price.eq.1${')'.repeat(MAX_LOGIC_DEPTH + 1)}`,
      '200 [{"price":1}]',
      '400 PGRST100',
    ),
    read(`price=in.(${many(MAX_LIST + 1, '1', ',')})`, '200 [{"price":1}]', '400 PGRST100'),
    read(many(MAX_PATTERNS + 1, 'plate_number=like.E*', '&'), '200 [{"price":1}]', '400 PGRST100'),
    read(`plate_number=like.${'a'.repeat(MAX_PATTERN_LENGTH + 1)}`, none, '400 54000'),
    read(`price=eq.1&order=${many(MAX_ORDER_TERMS + 1, 'price', ',')}`, '200 [{"price":1}]', '400 PGRST100'),
    post('/plates', { ...fair, description: 'a'.repeat(MAX_BODY_BYTES) }, '201', '413 PGRST102'),
    post(
      '/plates',
      `[{"plate_number":"D 1","price":1,"note":${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}}]`,
      '400 PGRST204',
      '400 PGRST102',
    ),
    post(
      '/rpc/sales_figures',
      { year_from: 2999, sellers: ['a'.repeat(MAX_FUNCTION_BODY_BYTES)] },
      `200 ${NO_FIGURES}`,
      '413 PGRST102',
    ),
  ],
  'a long value in a message, a list or an object there': [
    read(
      `price=eq.${'a'.repeat(201)}`,
      invalidInteger('a'.repeat(201)),
      invalidInteger(`${'a'.repeat(200)}…`),
      { isLiteral: true },
    ),
    post('/plates', '{"price":{"a":1}}', invalidInteger('{\\"a\\":1}'), invalidInteger('{…}'), {
      isLiteral: true,
    }),
  ],
}

function invalidInteger(value: string) {
  return `400 {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type integer: \\"${value}\\""}`
}

function withNulls() {
  return {
    ...fair,
    category: null,
    description: null,
    detailed_description: null,
    image_url: null,
    price_reason: null,
    is_available: true,
    is_feature: false,
    is_demonstration: false,
    created_at: '2020-01-01',
    updated_at: '2020-01-01',
  }
}
