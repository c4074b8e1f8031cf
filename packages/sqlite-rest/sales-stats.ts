/**
 * The functions `sales_figures` and `jersey_sales_figures`: counts, medians and quartiles of a selection of sales,
 * as the SQL functions of the same names in supabase/migrations. One query; every value is bound.
 */
import { argumentUnknown, bodyInvalid, textWithNul, valueInvalid } from './errors.ts'
import { MAX_LIST, MAX_PATTERN_LENGTH } from './limits.ts'
import { decodeJson, summarizeValue } from './parse-body.ts'
import type { Value } from './plan.ts'
import type { Query } from './query.ts'

const FUNCTIONS = {
  sales_figures: { table: 'sales', lists: ['sellers', 'categories', 'types'] },
  jersey_sales_figures: { table: 'jersey_sales', lists: ['sellers'] },
} as const

export type StatsFunction = keyof typeof FUNCTIONS

export const isStatsFunction = (name: string): name is StatsFunction => Object.hasOwn(FUNCTIONS, name)

/** `null` means no filter. */
export interface StatsArguments {
  search: string | null
  sellers: string[] | null
  categories: string[] | null
  types: string[] | null
  year_from: number | null
  year_to: number | null
}

const LIST_COLUMNS = { sellers: 'where_sold', categories: 'category', types: 'type' } as const

/** Every argument is optional. @throws RestError */
export function parseArguments(name: StatsFunction, body: Uint8Array): StatsArguments {
  const sent = parseObject(body)
  const { lists } = FUNCTIONS[name]
  const known = ['search', ...lists, 'year_from', 'year_to']
  for (const key of Object.keys(sent)) if (!known.includes(key)) throw argumentUnknown(name, key)
  return {
    search: text(sent.search),
    sellers: list(sent.sellers),
    categories: list(sent.categories),
    types: list(sent.types),
    year_from: year(sent.year_from),
    year_to: year(sent.year_to),
  }
}

function parseObject(body: Uint8Array): Record<string, unknown> {
  const sent = decodeJson(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw bodyInvalid()
  return sent as Record<string, unknown>
}

function text(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.length > MAX_PATTERN_LENGTH)
    throw valueInvalid('text', summarizeValue(value))
  if (value.includes('\0')) throw textWithNul()
  return value
}

function list(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > MAX_LIST) throw valueInvalid('text', summarizeValue(value))
  return value.map((entry) => text(entry) ?? '')
}

function year(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (!Number.isInteger(value) || Math.abs(value as number) > 2_147_483_647)
    throw valueInvalid('integer', summarizeValue(value))
  return value as number
}

/** A total that counts towards medians: neither a hammer price nor of unclear basis. As in the view sales_reported. */
const REPORTED = `total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'))`

/** Interpolated between the two nearest totals, in whole pounds, halves rounded up. */
const quartile = (fraction: number) => `CAST(percentile_cont(total_price, ${fraction}) + 0.5 AS INTEGER)`
const SPREAD = `count(*) AS priced, coalesce(sum(total_price), 0) AS total, ${quartile(0.25)} AS lower_quartile,
    ${quartile(0.5)} AS median, ${quartile(0.75)} AS upper_quartile`
const SPREAD_JSON =
  "'priced', coalesce(priced, 0), 'lower_quartile', lower_quartile, 'median', median, 'upper_quartile', upper_quartile"

type Bind = (value: Value) => string

/** What scale/stats-sources.ts replaces in a large database; what is missing is read from the table itself. */
export interface StatsSources {
  /** A SELECT of sale_year, where_sold, category and sales, the number of sales of that kind. */
  readonly kinds?: string | undefined
  /** The tables to read prices from: those of the whole selection, and those of each year. */
  readonly byTotal?: string
  readonly byYear?: string
  /** Narrows the rows by the search text before its pattern decides. */
  readonly searchCondition?: string
}

export interface SourceRequest {
  readonly table: 'sales' | 'jersey_sales'
  readonly search: string | null
  /** The WHERE clause of sellers, categories, types and years. */
  readonly listConditions: string
  readonly bind: Bind
}

/** One row: `rows`, always 1, and `body`, the statistics as JSON. */
export function statsQuery(
  name: StatsFunction,
  asked: StatsArguments,
  chooseSources: (request: SourceRequest) => StatsSources = () => ({}),
): Query {
  const { table } = FUNCTIONS[name]
  const values: Value[] = []
  const bind = (value: Value) => `?${values.push(value)}`
  const lists = listConditions(name, asked, bind)
  const search = asked.search ? [searchPattern(table, asked.search, bind)] : []
  const request = { table, search: asked.search || null, listConditions: where(lists), bind }
  const { searchCondition, kinds, byTotal = table, byYear = table } = chooseSources(request)
  if (searchCondition) search.push(searchCondition)
  const matching = where([...search, ...lists])
  const reported = where([REPORTED, ...search, ...lists])
  const category = table === 'sales' ? 'category' : 'NULL AS category'
  const eachSale = `SELECT sale_year, where_sold, ${category}, 1 AS sales FROM ${table}${matching}`
  const shares = (column: string) => `SELECT json_group_array(
      json_object('name', name, 'sales', sales) ORDER BY sales DESC, name)
    FROM (SELECT nullif(trim(${column}), '') AS name, sum(sales) AS sales FROM kinds GROUP BY 1)`
  const text = `WITH kinds AS MATERIALIZED (${kinds ?? eachSale})
  SELECT 1 AS rows, json_object(
    'sales', (SELECT coalesce(sum(sales), 0) FROM kinds), 'total', total, ${SPREAD_JSON},
    'highest', json((SELECT json_object('id', id, 'plate_number', plate_number, 'where_sold', where_sold,
        'sale_year', sale_year, 'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis)
      FROM ${byTotal}${reported} ORDER BY total_price DESC, id LIMIT 1)),
    'years', json((SELECT json_group_array(json_object('sale_year', sale_year, 'sales', sales, ${SPREAD_JSON})
        ORDER BY sale_year)
      FROM (SELECT sale_year, sum(sales) AS sales FROM kinds GROUP BY 1)
      LEFT JOIN (SELECT sale_year, ${SPREAD} FROM ${byYear}${reported} GROUP BY sale_year)
        USING (sale_year))),
    'sellers', json((${shares('where_sold')})),
    'categories', json((${table === 'sales' ? shares('category') : `SELECT '[]'`}))) AS body
  FROM (SELECT ${SPREAD} FROM ${byTotal}${reported})`
  return { text, values }
}

const where = (conditions: string[]) => (conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '')

/** Blank values match every list. The plus keeps SQLite from choosing the column's index. */
function listConditions(name: StatsFunction, asked: StatsArguments, bind: Bind): string[] {
  const conditions = FUNCTIONS[name].lists.flatMap((argument) => {
    const chosen = asked[argument]
    const column = LIST_COLUMNS[argument]
    if (chosen === null) return []
    return [
      `(trim(coalesce(${column}, '')) = '' OR +${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(chosen))})))`,
    ]
  })
  if (asked.year_from !== null) conditions.push(`sale_year >= ${bind(asked.year_from)}`)
  if (asked.year_to !== null) conditions.push(`sale_year <= ${bind(asked.year_to)}`)
  return conditions
}

/** Matches the text anywhere, ignoring the case of A to Z. */
function searchPattern(table: 'sales' | 'jersey_sales', search: string, bind: Bind): string {
  const pattern = bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`)
  const held = `plate_number LIKE ${pattern} ESCAPE '\\'`
  return table === 'sales' ? held : `(${held} OR where_sold LIKE ${pattern} ESCAPE '\\')`
}
