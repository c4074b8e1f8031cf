/** What the tables themselves hold, whoever writes. */
import { expect, it } from 'vitest'
import { addRows, deleteRows, type TableName, type Values } from '../rows.ts'
import { openContract } from './open-contract.ts'

const contract = openContract({})
const [NOT_NULL, UNIQUE, CHECK] = ['23502', '23505', '23514']

type Row = Values<TableName> & Record<string, string | number | boolean | null>

const PLATE: Row = { plate_number: 'A 1', price: 1 }
const SALE: Row = { plate_number: 'A 1', sale_year: 2020, selection: 'reported' }
const ENQUIRY: Row = {
  reference: 'ENQ-0000-0001',
  idempotency_key: 'a key of a form',
  kind: 'contact',
  name: 'Ann',
  email: 'a@b.test',
  subject: 's',
  inquiry_type: 'other',
  message: 'm',
}
const ARTICLE: Row = { section: 'news', slug: 'a' }
const PERSON: Row = { email: 'ann@plates.test', name: 'Ann', role: 'owner', security_stamp: 'x'.repeat(32) }
const SEARCH: Row = { day: '2026-11-22', list: 'stock', term: 'SAM', searches: 1 }
const CORRECTION: Row = {
  explorer: 'uk',
  plate_number: 'A 1',
  kind: 'edited',
  change: 'x',
  reason: 'x',
}
const ENTRY: Row = { person: 'ann', command: 'x', change: 'x' }
const PAGE: Row = { day: '2026-11-23', path: '/plates', views: 3 }
const SETTING: Row = { name: 'strapline', value: '1', person: 'Ann' }

const add = (table: TableName, ...rows: Row[]) =>
  addRows(contract().database, table, rows as Values<TableName>[]).then(
    () => 'added',
    ({ code }) => String(code),
  )

it.each<[table: TableName, row: Row, code: string | undefined, faults: Row[]]>([
  ['plates', PLATE, NOT_NULL, [{ plate_number: null }, { is_available: null }, { is_feature: null }]],
  [
    'plates',
    PLATE,
    CHECK,
    [
      { price: null },
      { price: -1 },
      { plate_number: '  ' },
      { price_reason: '' },
      { price_reason: 'é'.repeat(301) },
      { price_reason: 'a\nb' },
      { price_reason: 'a\r' },
    ],
  ],
  ['sales', SALE, NOT_NULL, [{ sale_year: null }, { selection: null }]],
  [
    'sales',
    SALE,
    CHECK,
    [
      { sale_year: 1899 },
      { sale_year: 10_000 },
      { sale_month: 0 },
      { sale_month: 13 },
      { hammer_price: -1 },
      { total_price: -1 },
      { price_basis: 'guess' },
      { plate_number: '' },
    ],
  ],
  ['jersey_sales', SALE, CHECK, [{ total_price: -1 }, { price_basis: '' }]],
  ['enquiries', ENQUIRY, NOT_NULL, [{ name: null }]],
  [
    'enquiries',
    ENQUIRY,
    CHECK,
    [
      { kind: 'newsletter' },
      { name: '' },
      { email: 'nobody' },
      { message: null },
      { inquiry_type: 'complaint' },
      { reference: 'mine' },
      { delivery: 'sent' },
      { delivery: 'quarantined' },
      { kind: 'valuation', ownership: null },
      { kind: 'valuation', ownership: false },
    ],
  ],
  [
    'articles',
    ARTICLE,
    CHECK,
    [
      { section: 'blog' },
      { slug: 'A plate' },
      { status: 'published' },
      { status: 'scheduled' },
      { preview_token: 'x' },
      { publish_at: '2026-12-01T10:00:00Z' },
    ],
  ],
  ['people', PERSON, CHECK, [{ email: 'Ann@plates.test' }, { role: 'admin' }, { name: '' }]],
  [
    'unmet_searches',
    SEARCH,
    CHECK,
    [
      { term: 'Sophie' },
      { term: 'A' },
      { term: 'ANN@X.CO' },
      { term: 'ABCDEFGHIJKLMNOPQ' },
      { list: 'STOCK' },
      { day: 'today' },
      { searches: 0 },
    ],
  ],
  [
    'corrections',
    CORRECTION,
    CHECK,
    [
      { explorer: 'france' },
      { plate_number: ' ' },
      { kind: 'added' },
      { change: '' },
      { reason: '' },
      { change: 'x'.repeat(2001) },
      { reason: 'x'.repeat(1001) },
    ],
  ],
  ['audit', ENTRY, CHECK, [{ person: '' }, { command: 'x'.repeat(101) }, { change: 'x'.repeat(2001) }]],
  ['page_views', PAGE, CHECK, [{ day: 'today' }]],
])('a row of %s that breaks a rule is refused, and all rows beside it', async (table, row, code, faults) => {
  for (const fault of faults) {
    const other = table === 'plates' ? { ...row, plate_number: 'B 2' } : row
    expect([fault, await add(table, other, { ...row, ...fault })]).toEqual([fault, code])
  }
  expect(await contract().sql(`SELECT * FROM ${table} WHERE false`)).toEqual([])
})

it.each<[table: TableName, row: Row]>([
  ['plates', PLATE],
  ['sales', SALE],
  ['jersey_sales', { ...SALE, sale_month: 3, where_sold: 'Drieu', total_price: 7 }],
  ['enquiries', ENQUIRY],
  ['articles', ARTICLE],
  ['people', PERSON],
  ['unmet_searches', SEARCH],
  ['page_views', PAGE],
  ['settings', SETTING],
])('a row of %s is unique by the key of its table', async (table, row) => {
  expect([await add(table, row), await add(table, row)]).toEqual(['added', UNIQUE])
})

it('a sale is a duplicate only if its complete natural key is equal', async () => {
  const { database } = contract()
  await deleteRows(database, 'sales')
  for (const pair of [
    [{ sale_month: 1 }, { sale_month: 2 }],
    [{ where_sold: '' }, { where_sold: 'Bonhams' }],
    [
      { hammer_price: 0, total_price: null },
      { hammer_price: null, total_price: 0 },
    ],
    [{ sale_year: 2021 }, { plate_number: 'a 1' }],
  ])
    expect(await add('sales', ...pair.map((part) => ({ ...SALE, ...part }) as Row))).toBe('added')
})
