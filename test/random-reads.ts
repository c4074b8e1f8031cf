/** Random reads of random rows, mostly valid: both backends give the same, and no server fails. */
import fc from 'fast-check'
import { tables } from '#db/schema.ts'
import { id } from './contract/fixture.ts'

const texts = [
  ...['', ' ', '\t', 'a b', 'a  b', 'A 1', 'Ab 1', 'A\u0301', '[a-z]', 'eq.1', 'a"b', 'a\\b', '\\', "'"],
  ...'A a AB ab B b Z 1 01 10 2 Ä ä é É ß ẞ İ Ω 名 🚗 A🚗 null true not and'.split(' '),
  ...'% _ * " , . ( ) { } a,b (a) 50% a_b - + & = : ; ?'.split(' '),
]
const numbers = [0, 1, 2, 7, 10, 11, 99, 100, 101, 1000, 45_000, 2_147_483_647]

const text = fc.constantFrom(...texts)
const longer = fc.array(text, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const number = fc.constantFrom(...numbers)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: null })
const moments = [
  '2020-01-01T00:00:00+00:00',
  '2026-11-20T18:59:36.285+00:00',
  '2026-11-20T18:59:36.285264+00:00',
]
const moment = fc.constantFrom(...moments)

export const plateRow = fc
  .record({
    price: maybe(number),
    category: maybe(text),
    description: maybe(longer),
    detailed_description: maybe(longer),
    image_url: maybe(text),
    price_reason: maybe(fc.constantFrom('Why, 100%', 'É́té', 'null', 'a_b')),
    is_available: fc.boolean(),
    is_feature: fc.boolean(),
    is_demonstration: fc.boolean(),
    created_at: moment,
    updated_at: moment,
  })
  .map((row) => ({ ...row, is_available: row.is_available && Number(row.price) >= 1 }))
export const detailsRow = fc.record({
  status: fc.constantFrom('draft', 'for_sale', 'reserved', 'sold', 'withdrawn'),
  cost: maybe(number),
  document: maybe(fc.constantFrom('V750', 'V778', 'vehicle')),
  document_expires_on: maybe(fc.constantFrom('2026-11-20', '2027-01-31')),
  document_checked_on: maybe(fc.constantFrom('2026-11-20', '2027-01-31')),
  holder: maybe(fc.constantFrom('us', 'Ann Lee')),
  notes: maybe(fc.constantFrom('Why, 100%', 'É́té', 'null', 'a_b')),
  created_at: moment,
  updated_at: moment,
})
export const saleRow = fc.record({
  where_sold: maybe(text),
  type: maybe(text),
  category: maybe(text),
  selection: fc.constantFrom('sample', 'reported', 'own'),
  sale_year: fc.integer({ min: 1990, max: 2026 }),
  sale_month: maybe(fc.integer({ min: 1, max: 12 })),
  hammer_price: maybe(number),
  total_price: maybe(number),
  price_basis: maybe(fc.constantFrom('both', 'total', 'hammer', 'unclear')),
  source_url: maybe(text),
  note: maybe(longer),
  created_at: moment,
  updated_at: moment,
})

export const numbered = (rows: object[]) =>
  rows.map((row, index) => ({
    id: id(index + 1),
    plate_number: `${texts[index % texts.length]?.trim() || 'P'} ${index}`,
    ...row,
  }))

/** Without the log of corrections, because nothing empties it, and without what is not public, which answers 42501 first. */
const tableNames = [...tables.values()]
  .filter(({ name, anonReads }) => anonReads !== 'none' && name !== 'corrections')
  .map(({ name }) => name)
const columnsOf = (table: string) => [...(tables.get(table)?.columns.values() ?? [])]

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

function valueFor(columnType: string): fc.Arbitrary<string> {
  const type = columnType === 'bigint' ? 'integer' : columnType
  // Grouped digits (1_000) are a listed difference.
  const texts = type === 'integer' ? longer.filter((text) => !/\d_\d/.test(text)) : longer
  const fitting: Record<string, fc.Arbitrary<string>> = {
    text: longer,
    integer: fc.oneof(
      number.map(String),
      fc.integer({ min: 1990, max: 2026 }).map(String),
      fc.constantFrom(' 7 ', '+7', '-1', '007', '2147483648', '-2147483649', '1.5', '7 7', '٣'),
    ),
    boolean: fc.constantFrom(' on ', ...'true false t F yes of o 1 0 2 TRUE null'.split(' ')),
    uuid: fc.oneof(
      fc.integer({ min: 1, max: 90 }).map(id),
      fc.constantFrom(
        ...[id(3).toUpperCase(), id(3).replaceAll('-', ''), id(3).slice(1)],
        ...[`{${id(3)}}`, `${id(3)} `, `{${id(3)}`],
      ),
    ),
    timestamptz: fc.oneof(
      moment,
      fc.constantFrom(
        ...[
          '2026-11-20 18:59:36.285264',
          ' 2026-11-20 ',
          '2026-11-20T1:2:3 GMT',
          '2026-11-20T19:59:36.285+01',
        ],
        ...'2026-11-20 2020-1-1 2026-11-20T18:59:36.2852644Z 2026-11-20T24:00 2026-11-20T24:01'.split(' '),
        ...'2026-11-31 2026-13-01 2026-11-20T18:60 2026-11-20T00:00+16 2026-11-20T00:00+0530'.split(' '),
        ...'soon 2026-11 0001-01-01 9999-12-31'.split(' '),
      ),
    ),
  }
  return fc.oneof(
    { weight: 200, arbitrary: fitting[type] ?? texts },
    { weight: 1, arbitrary: fc.constantFrom('null', '', 'x', 'true') },
    // Other timestamp formats are a listed difference, and many texts with a number parse as one.
    { weight: 1, arbitrary: type === 'timestamptz' ? fc.constantFrom('later', '-') : texts },
  )
}

const anyColumn = (table: string) =>
  fc.oneof(
    { weight: 200, arbitrary: fc.constantFrom(...columnsOf(table)) },
    { weight: 1, arbitrary: fc.constant({ name: 'nope', type: 'text', nullable: true }) },
  )

const negation = fc.constantFrom('', '', 'not.')

/** `column` and `operator.value`; `isInner` inside or=(…). */
function condition(table: string, isInner: boolean): fc.Arbitrary<[string, string]> {
  return anyColumn(table).chain(({ name, type }) => {
    const value = valueFor(type)
    const plain = isInner
      ? value.chain((text) =>
          fc.constantFrom(quoted(text), /^[^,()"\\{}]*$/.test(text) ? text : quoted(text)),
        )
      : value
    const element = value.chain((text) =>
      fc.constantFrom(quoted(text), /^[^,()"\\]+$/.test(text) ? text : quoted(text)),
    )
    const compared = fc
      .tuple(fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'), plain)
      .map(([operator, text]) => `${operator}.${text}`)
    const listed = fc.array(element, { maxLength: 4 }).map((list) => `in.(${list.join()})`)
    const is = fc
      .constantFrom(...(type === 'boolean' ? ['true', 'false', 'unknown', 'TRUE'] : ['null', 'NULL']), 'null')
      .map((text) => `is.${text}`)
    const pattern = fc
      .tuple(
        fc.constantFrom('like', 'ilike'),
        fc.array(fc.oneof(text, fc.constantFrom('*', '%', '_', '\\%', '\\_', '\\\\', '\\a')), {
          maxLength: 4,
        }),
      )
      // A trailing backslash is a listed difference.
      .map(([operator, parts]) => [operator, parts.join('').replace(/\\+$/, '')] as const)
      .map(([operator, text]) => `${operator}.${isInner ? quoted(text) : text}`)
    const operation = fc.oneof(
      { weight: 40, arbitrary: compared },
      { weight: 20, arbitrary: listed },
      { weight: 10, arbitrary: is },
      { weight: type === 'text' ? 40 : 1, arbitrary: pattern },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ...['', 'foo.1', 'eq', 'not.not.eq.1', 'in.1', 'EQ.1', 'is.foo', 'is.true', 'is.nul', 'is.'],
        ),
      },
    )
    return fc.tuple(negation, operation).map(([not, text]): [string, string] => [name, not + text])
  })
}

function inner(table: string, depth: number): fc.Arbitrary<string> {
  const leaf = condition(table, true).map(([name, text]) => `${name}.${text}`)
  if (depth === 0) return leaf
  const group = fc
    .tuple(
      negation,
      fc.constantFrom('and', 'or'),
      fc.array(inner(table, depth - 1), { minLength: 1, maxLength: 3 }),
    )
    .map(([not, join, parts]) => `${not}${join}(${parts.join()})`)
  return fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: group })
}

const logic = (table: string) =>
  fc
    .tuple(negation, fc.constantFrom('and', 'or'), fc.array(inner(table, 2), { minLength: 1, maxLength: 3 }))
    .map(([not, join, parts]): [string, string] => [not + join, `(${parts.join()})`])

const order = (table: string) =>
  fc
    .array(
      fc.tuple(
        anyColumn(table),
        fc.constantFrom('', '.asc', '.desc'),
        fc.constantFrom('', '.nullsfirst', '.nullslast'),
      ),
      { maxLength: 3 },
    )
    .map((keys): [string, string] => [
      'order',
      [
        ...keys.map(([column, direction, nulls]) => column.name + direction + nulls),
        ...(tables.get(table)?.identity ?? []),
      ].join(),
    ])

const select = (table: string): fc.Arbitrary<[string, string][]> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom<[string, string][]>([], [['select', '*']], [['select', '']]) },
    {
      weight: 10,
      arbitrary: fc
        .array(anyColumn(table), { minLength: 1, maxLength: 4 })
        .map((columns): [string, string][] => [['select', columns.map(({ name }) => name).join()]]),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<[string, string][]>(
        [['select', 'price,']],
        [['select', 'id,count()']],
        [['select', 'price.sum()']],
        [['select', 'nope(*)']],
      ),
    },
  )

const rangeNumber = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 12 }).map(String) },
  { weight: 3, arbitrary: fc.integer({ min: -12, max: 100 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['', 'x', '1.5', ' 3 ', '+3', '1e1', '007'],
      ...['9223372036854775807', '9223372036854775808', '-9223372036854775809'],
    ),
  },
)
const range = fc
  .tuple(fc.option(rangeNumber, { nil: null, freq: 2 }), fc.option(rangeNumber, { nil: null, freq: 1 }))
  .map(([limit, offset]) => [
    ...(limit === null ? [] : [['limit', limit] as [string, string]]),
    ...(offset === null ? [] : [['offset', offset] as [string, string]]),
  ])

const oftenFirst = (usual: string[], odd: string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  )

const headers = fc.record(
  {
    Prefer: oftenFirst(
      ['count=exact', 'count=exact, handling=strict'],
      ['handling=strict, foo=bar', 'count=foo'],
    ),
    Accept: oftenFirst(['*/*', 'application/json', 'application/vnd.pgrst.object+json'], ['image/png']),
    Range: oftenFirst(['0-4', '2-', '0-0', '3-30'], ['5-3', '100-200', 'x']),
  },
  { requiredKeys: [] },
)

export interface Read {
  method: string
  path: string
  headers: Record<string, string>
}

export const randomRead: fc.Arbitrary<Read> = fc
  .oneof(
    { weight: 30, arbitrary: fc.constantFrom('plates', 'sales') },
    { weight: 10, arbitrary: fc.constantFrom(...tableNames) },
    { weight: 1, arbitrary: fc.constant('nope') },
  )
  .chain((table) => {
    const known = tables.has(table) ? table : 'plates'
    return fc
      .tuple(
        select(known),
        order(known),
        fc.array(condition(known, false), { maxLength: 2 }),
        fc.array(logic(known), { maxLength: 1 }),
        range,
        fc.option(headers, { freq: 2, nil: {} }),
        fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD'),
      )
      .map(([selected, ordered, conditions, trees, ranged, sent, method]) => ({
        method,
        path: `/${table}?${[...selected, ...conditions, ...trees, ordered, ...ranged]
          .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
          .join('&')}`,
        headers: sent as Record<string, string>,
      }))
  })
