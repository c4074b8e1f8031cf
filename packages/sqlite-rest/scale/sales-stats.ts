/**
 * What a selection of sales says together, as the functions `sales_figures` and `jersey_sales_figures` of
 * supabase/migrations say it: one query, whose text is ours and whose every value is bound.
 */

import { argumentUnknown, bodyInvalid, textWithNul, valueInvalid } from '../errors.ts'
import type { ReadQueries } from '../execute.ts'
import { MAX_LIST, MAX_PATTERN_LENGTH } from '../limits.ts'
import { decodeJson, outlineOf } from '../parse-body.ts'
import type { Value } from '../plan.ts'
import { trigramsOf } from '../query.ts'

const FUNCTIONS = {
  sales_figures: { table: 'sales', lists: ['sellers', 'categories', 'types'] },
  jersey_sales_figures: { table: 'jersey_sales', lists: ['sellers'] },
} as const

export type FigureFunction = keyof typeof FUNCTIONS

export const isFigureFunction = (name: string): name is FigureFunction => Object.hasOwn(FUNCTIONS, name)

/** Null is: whatever. */
export interface Arguments {
  search: string | null
  sellers: string[] | null
  categories: string[] | null
  types: string[] | null
  year_from: number | null
  year_to: number | null
}

const LISTED = { sellers: 'where_sold', categories: 'category', types: 'type' } as const

/** The arguments of a call, none of which must be there. @throws Refusal */
export function parseArguments(name: FigureFunction, body: Uint8Array): Arguments {
  const given = parseObject(body)
  const { lists } = FUNCTIONS[name]
  const known = ['search', ...lists, 'year_from', 'year_to']
  for (const key of Object.keys(given)) if (!known.includes(key)) throw argumentUnknown(name, key)
  return {
    search: text(given.search),
    sellers: list(given.sellers),
    categories: list(given.categories),
    types: list(given.types),
    year_from: year(given.year_from),
    year_to: year(given.year_to),
  }
}

function parseObject(body: Uint8Array): Record<string, unknown> {
  const given = decodeJson(body)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw bodyInvalid()
  return given as Record<string, unknown>
}

function text(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.length > MAX_PATTERN_LENGTH)
    throw valueInvalid('text', outlineOf(value))
  if (value.includes('\0')) throw textWithNul()
  return value
}

function list(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > MAX_LIST) throw valueInvalid('text', outlineOf(value))
  return value.map((entry) => text(entry) ?? '')
}

function year(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (!Number.isInteger(value) || Math.abs(value as number) > 2_147_483_647)
    throw valueInvalid('integer', outlineOf(value))
  return value as number
}

const REPORTED = `total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'))`

/** Quartiles lie between the two totals nearest to them, in whole pounds, a half rounded up. */
const quartile = (share: number) => `CAST(percentile_cont(total_price, ${share}) + 0.5 AS INTEGER)`
const SPREAD = `count(*) AS priced, coalesce(sum(total_price), 0) AS total, ${quartile(0.25)} AS lower_quartile,
    ${quartile(0.5)} AS median, ${quartile(0.75)} AS upper_quartile`
const SPREAD_JSON =
  "'priced', coalesce(priced, 0), 'lower_quartile', lower_quartile, 'median', median, 'upper_quartile', upper_quartile"

/** As a read, so that it runs wherever reads do. Three walks of an index: by year, by price, and for the dearest. */
export function figuresRead(name: FigureFunction, given: Arguments): ReadQueries {
  const { table } = FUNCTIONS[name]
  const isUk = table === 'sales'
  const values: Value[] = []
  const bind = (value: Value) => `?${values.push(value)}`
  const ofKind = kindConditions(name, given, bind)
  const held = given.search ? searchConditions(table, given.search, bind) : []
  const passing = where([...held, ...ofKind])
  const reported = where([REPORTED, ...held, ...ofKind])
  // Trigrams find few; among the others the totals are walked in their order, which needs no sorting.
  const walks = isUk && held.length < 2
  const from = (index: string) => (walks ? `${table} INDEXED BY ${index}` : table)
  const kinds =
    isUk && held.length === 0
      ? `SELECT sale_year, where_sold, category, sales FROM sales_counts${passing}`
      : `SELECT sale_year, where_sold, ${isUk ? 'category' : 'NULL AS category'}, 1 AS sales FROM ${table}${passing}`
  const shares = (column: string) => `SELECT json_group_array(
      json_object('name', name, 'sales', sales) ORDER BY sales DESC, name)
    FROM (SELECT nullif(trim(${column}), '') AS name, sum(sales) AS sales FROM kinds GROUP BY 1)`
  const text = `WITH kinds AS MATERIALIZED (${kinds})
  SELECT 1 AS rows, json_object(
    'sales', (SELECT coalesce(sum(sales), 0) FROM kinds), 'total', total, ${SPREAD_JSON},
    'highest', json((SELECT json_object('id', id, 'plate_number', plate_number, 'where_sold', where_sold,
        'sale_year', sale_year, 'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis)
      FROM ${from('sales_reported_totals')}${reported} ORDER BY total_price DESC, id LIMIT 1)),
    'years', json((SELECT json_group_array(json_object('sale_year', sale_year, 'sales', sales, ${SPREAD_JSON})
        ORDER BY sale_year)
      FROM (SELECT sale_year, sum(sales) AS sales FROM kinds GROUP BY 1)
      LEFT JOIN (SELECT sale_year, ${SPREAD} FROM ${from('sales_reported_years')}${reported} GROUP BY sale_year)
        USING (sale_year))),
    'sellers', json((${shares('where_sold')})),
    'categories', json((${isUk ? shares('category') : `SELECT '[]'`}))) AS body
  FROM (SELECT ${SPREAD} FROM ${from('sales_reported_totals')}${reported})`
  const page = { text, values }
  return { page, few: null, back: null, count: null, countsFirst: false, offset: 0, limit: 1 }
}

type Bind = (value: Value) => string

const where = (conditions: string[]) => (conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '')

/** What is blank passes every list. A plus keeps a column from choosing the index. */
function kindConditions(name: FigureFunction, given: Arguments, bind: Bind): string[] {
  const conditions = FUNCTIONS[name].lists.flatMap((argument) => {
    const chosen = given[argument]
    const column = LISTED[argument]
    if (chosen === null) return []
    return [
      `(trim(coalesce(${column}, '')) = '' OR +${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(chosen))})))`,
    ]
  })
  if (given.year_from !== null) conditions.push(`sale_year >= ${bind(given.year_from)}`)
  if (given.year_to !== null) conditions.push(`sale_year <= ${bind(given.year_to)}`)
  return conditions
}

/** The text as it stands, without regard to case; a second condition where trigrams can look it up. */
function searchConditions(table: string, search: string, bind: Bind): string[] {
  const pattern = bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`)
  if (table === 'jersey_sales')
    return [`(plate_number LIKE ${pattern} ESCAPE '\\' OR where_sold LIKE ${pattern} ESCAPE '\\')`]
  const held = `plate_number LIKE ${pattern} ESCAPE '\\'`
  const trigrams = trigramsOf(search)
  if (trigrams === null) return [held]
  return [held, `rowid IN (SELECT rowid FROM sales_trigrams WHERE sales_trigrams MATCH ${bind(trigrams)})`]
}
