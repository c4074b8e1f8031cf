/**
 * The functions `sales_figures`, `jersey_sales_figures` …: counts and typical prices of the matching sales, equivalent to
 * the SQL functions in supabase/current. One query; every value is bound.
 */
import { argumentUnknown, bodyInvalid, textWithNul, valueInvalid } from './errors.ts'
import { MAX_LIST, MAX_PATTERN_LENGTH } from './limits.ts'
import { parseJson } from './parse-json.ts'
import type { Value } from './plan.ts'
import { compactPlate } from './plate-text.ts'
import { type Query, whereText } from './query.ts'
import { type Schema, salesTablesOf } from './schema.ts'

/** What one of the functions reads. */
export interface Figures {
  table: string
  hasHammerPrice: boolean
  /** The arguments that narrow the sales: columns with a view of their values. */
  lists: readonly (keyof typeof LIST_COLUMNS)[]
}

/** @param name 'sales_figures' @returns null if there is no such function */
export function findFigures(schema: Schema, name: string): Figures | null {
  const table = salesTablesOf(schema).find((known) => name === `${known.name}_figures`)
  if (!table) return null
  const lists = LISTS.filter((list) => schema.has(`${table.name}_${list}`))
  return { table: table.name, hasHammerPrice: table.columns.has('hammer_price'), lists }
}

/** `null` means no filter. */
export interface StatsArguments {
  search: string | null
  sellers: string[] | null
  categories: string[] | null
  types: string[] | null
  selections: string[] | null
  year_from: number | null
  year_to: number | null
}

const LIST_COLUMNS = {
  sellers: 'where_sold',
  categories: 'category',
  types: 'type',
  selections: 'selection',
} as const
const LISTS = Object.keys(LIST_COLUMNS) as (keyof typeof LIST_COLUMNS)[]

/** Every argument is optional. @throws RestError */
export function parseArguments(name: string, { lists }: Figures, body: Uint8Array): StatsArguments {
  const sent = parseObject(body)
  const known = ['search', ...lists, 'year_from', 'year_to']
  for (const key of Object.keys(sent)) if (!known.includes(key)) throw argumentUnknown(name, key)
  return {
    search: textOrNull(sent.search),
    sellers: list(sent.sellers),
    categories: list(sent.categories),
    types: list(sent.types),
    selections: list(sent.selections),
    year_from: year(sent.year_from),
    year_to: year(sent.year_to),
  }
}

function parseObject(body: Uint8Array): Record<string, unknown> {
  const sent = parseJson(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw bodyInvalid()
  return sent as Record<string, unknown>
}

/** For an error message, without the content of lists and objects. */
function summarizeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]'
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}'
  return String(value)
}

function textOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.length > MAX_PATTERN_LENGTH)
    throw valueInvalid('text', summarizeValue(value))
  if (value.includes('\0')) throw textWithNul()
  return value
}

function list(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > MAX_LIST) throw valueInvalid('text', summarizeValue(value))
  return value.map((entry) => textOrNull(entry) ?? '')
}

function year(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (!Number.isInteger(value) || Math.abs(value as number) > 2_147_483_647)
    throw valueInvalid('integer', summarizeValue(value))
  return value as number
}

/**
 * The hammer prices for typical prices: those of sales that were not selected by price or fame. A table with one price
 * has it as the total, and it is the hammer price if its basis says so.
 */
const [TWO_PRICES, ONE_PRICE] = [
  ['hammer_price', "nullif(trim(category), '')", "price_basis IS NULL OR price_basis IN ('both', 'hammer')"],
  ['total_price', 'NULL', "price_basis = 'hammer'"],
] as const

/** `prices` is the sorted array of prices of a group. */
const priceAt = (place: string) => `(prices ->> (${place} - 1))`

/** The price at a fraction of the sorted prices, interpolated, in whole pounds, with halves rounded up. */
function quarter(quarters: number): string {
  const below = priceAt(`1 + (priced - 1) * ${quarters} / 4`)
  const above = priceAt(`1 + ((priced - 1) * ${quarters} + 3) / 4`)
  return `CAST(floor(${below} + (${above} - ${below}) * ((priced - 1) * ${quarters} % 4) / 4.0 + 0.5) AS INTEGER)`
}

/** The 95 % confidence interval of a median, by rank: n/2 minus and plus 0.98 √n. */
const MEDIAN_LOW = priceAt('max(1, CAST((priced - 1.96 * sqrt(priced)) / 2 + 0.5 AS INTEGER))')
const MEDIAN_HIGH = priceAt('min(priced, CAST(1.5 + (priced + 1.96 * sqrt(priced)) / 2 AS INTEGER))')

const TYPICAL_JSON =
  "'priced', priced, 'lower_quartile', lower_quartile, 'median', median, 'upper_quartile', upper_quartile, 'median_low', median_low, 'median_high', median_high"

/** The latest, as in supabase/current. */
const MOST_AUCTIONS = 50

/** The typical price of each group of the sales in `unselected`. Sorted arrays: window functions take ten times as long. */
function typicalPrices(columns: readonly string[], condition = ''): string {
  const group = columns.map((column) => `${column}, `).join('')
  const groupBy = columns.length > 0 ? ` GROUP BY ${columns.join(', ')}` : ''
  return `(SELECT ${group}priced, ${quarter(1)} AS lower_quartile, ${quarter(2)} AS median,
    ${quarter(3)} AS upper_quartile, ${MEDIAN_LOW} AS median_low, ${MEDIAN_HIGH} AS median_high
    FROM (SELECT ${group}count(*) AS priced, json_group_array(price ORDER BY price) AS prices
      FROM unselected${condition}${groupBy})
    WHERE priced > 0)`
}

type Bind = (value: Value) => string

/** What scale/queries.ts replaces in a large database; missing parts read the table itself. */
export interface StatsSources {
  /** A SELECT of where_sold, category, selection and sales, the number of sales of that kind. */
  readonly kinds?: string | undefined
  /** Narrows the rows by the search text before its pattern decides. */
  readonly searchCondition?: string
}

export interface SourceRequest {
  readonly table: string
  readonly search: string | null
  /** The WHERE clause for lists and years. */
  readonly listConditions: string
  readonly bind: Bind
}

/** One row: `rows`, always 1, and `body`, the statistics as JSON. */
export function statsQuery(
  figures: Figures,
  request: StatsArguments,
  chooseSources: (request: SourceRequest) => StatsSources = () => ({}),
): Query {
  const { table, hasHammerPrice } = figures
  const [price, kind, isHammer] = hasHammerPrice ? TWO_PRICES : ONE_PRICE
  const values: Value[] = []
  const bind = (value: Value) => `?${values.push(value)}`
  const lists = listConditions(figures, request, bind)
  const compact = compactPlate(request.search ?? '')
  const search = compact ? [searchPattern(hasHammerPrice, compact, request.search ?? '', bind)] : []
  const { searchCondition, kinds } = chooseSources({
    table,
    search: compact || null,
    listConditions: whereText(lists),
    bind,
  })
  if (searchCondition) search.push(searchCondition)
  const matching = whereText([...search, ...lists])
  const category = hasHammerPrice ? 'category' : 'NULL AS category'
  const eachSale = `SELECT where_sold, ${category}, selection, 1 AS sales FROM ${table}${matching}`
  const shares = (column: string) => `SELECT json_group_array(
      json_object('name', name, 'sales', sales) ORDER BY sales DESC, name)
    FROM (SELECT nullif(trim(${column}), '') AS name, sum(sales) AS sales FROM kinds GROUP BY 1)`
  const text = `WITH kinds AS MATERIALIZED (${kinds ?? eachSale}),
  unselected AS MATERIALIZED (
    SELECT ${price} AS price, ${kind} AS category, where_sold, sale_year, sale_month
    FROM ${table}${whereText([`selection IN ('complete', 'sample')`, `${price} > 0`, `(${isHammer})`, ...search, ...lists])})
  SELECT 1 AS rows, json_object(
    'sales', (SELECT coalesce(sum(sales), 0) FROM kinds),
    'highest', json((SELECT json_object('id', id, 'plate_number', plate_number, 'where_sold', where_sold,
        'sale_year', sale_year, 'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis,
        'selection', selection)
      FROM ${table}${whereText(['total_price > 0', ...search, ...lists])} ORDER BY total_price DESC, id LIMIT 1)),
    'typical', json((SELECT json_object(${TYPICAL_JSON}) FROM ${typicalPrices([])})),
    'kinds', json((SELECT json_group_array(json_object('name', category, ${TYPICAL_JSON}) ORDER BY category)
      FROM ${hasHammerPrice ? typicalPrices(['category']) : typicalPrices(['category'], ' WHERE false')})),
    'auctions', json((SELECT json_group_array(json_object('where_sold', where_sold, 'sale_year', sale_year,
        'sale_month', sale_month, ${TYPICAL_JSON}) ORDER BY sale_year, sale_month, where_sold)
      FROM (SELECT * FROM ${typicalPrices(['where_sold', 'sale_year', 'sale_month'], " WHERE trim(coalesce(where_sold, '')) <> '' AND sale_month IS NOT NULL")}
        ORDER BY sale_year DESC, sale_month DESC, where_sold DESC LIMIT ${MOST_AUCTIONS}))),
    'selections', json((${shares('selection')})),
    'sellers', json((${shares('where_sold')})),
    'categories', json((${hasHammerPrice ? shares('category') : `SELECT '[]'`}))) AS body`
  return { text, values }
}

/** How many sales are of the kinds that the arguments allow, without the search. */
export function kindsCount(figures: Figures, request: StatsArguments): Query {
  const values: Value[] = []
  const lists = listConditions(figures, request, (value) => `?${values.push(value)}`)
  return {
    text: `SELECT coalesce(sum(sales), 0) AS total FROM ${figures.table}_counts${whereText(lists)}`,
    values,
  }
}

/** Blank values match every list. The plus keeps SQLite from choosing the column's index. */
function listConditions({ lists }: Figures, request: StatsArguments, bind: Bind): string[] {
  const conditions = lists.flatMap((argument) => {
    const chosen = request[argument]
    const column = LIST_COLUMNS[argument]
    if (chosen === null) return []
    return [
      `(trim(coalesce(${column}, '')) = '' OR +${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(chosen))})))`,
    ]
  })
  if (request.year_from !== null) conditions.push(`sale_year >= ${bind(request.year_from)}`)
  if (request.year_to !== null) conditions.push(`sale_year <= ${bind(request.year_to)}`)
  return conditions
}

/**
 * Matches the text anywhere, ignoring case; in a registration, also ignoring what `plate_compact` leaves out, such as
 * spaces.
 */
function searchPattern(hasHammerPrice: boolean, compact: string, search: string, bind: Bind): string {
  const contains = (column: string, text: string) =>
    `${column} LIKE ${bind(`%${text.replace(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`
  const held = contains('plate_compact', compact)
  return hasHammerPrice ? held : `(${held} OR ${contains('where_sold', search)})`
}
