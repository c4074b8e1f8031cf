/**
 * A view of an explorer as queries of the contract, for more records than a live read holds. What comes back is
 * what explorer-view.ts and sales-figures.ts would make of all records (test/contract/explorer.test.ts holds them
 * together).
 */

import type { BackendClient } from '../../../shared/backend/client.ts'
import { DataError } from '../../../shared/backend/data-error.ts'
import type { LogError } from '../../../shared/backend/with-fallback.ts'
import {
  type ExplorerName,
  type ExplorerPage,
  type ExplorerView,
  type FacetKey,
  type Facets,
  facetsOfKinds,
  type KindCount,
  LIVE_READ_CAP,
  PAGE_SIZE,
  pageBounds,
  type Selection,
  type SortKey,
  TOP_SALES,
  WHOLE_VIEW,
} from '../explorer/explorer-view.ts'
import type { DocumentedSale } from '../sale.ts'
import {
  byCountDesc,
  fillMissingYears,
  MIN_SALES_FOR_MEDIAN,
  type Quartiles,
  type SelectionFigures,
  type Share,
  UNKNOWN_CATEGORY,
  UNKNOWN_SELLER,
} from '../sales-stats.ts'
import { COLUMNS, parseRows, requireRows, TABLES } from './sale-records.ts'

/** The range asked for lies beyond what there is. */
const BEYOND = 'PGRST103'

/** What there is to choose from: counted by the backend, not here. @throws DataError */
export async function readFacets(client: BackendClient, explorer: ExplorerName): Promise<Facets> {
  const table = TABLES[explorer]
  const [sellers, categories, types, years] = await Promise.all([
    readView(client, `${table}_sellers`, 'where_sold'),
    explorer === 'uk' ? readView(client, `${table}_categories`, 'category') : [],
    explorer === 'uk' ? readView(client, `${table}_types`, 'category') : [],
    readView(client, `${table}_years`, 'sale_year', 'sale_year,sales'),
  ])
  const numbers = years.map((row) => Number(row.sale_year))
  const kind = (row: Row): KindCount => ({
    whereSold: text(row.where_sold),
    category: text(row.category),
    type: text(row.type),
    count: Number(row.sales),
  })
  return {
    seller: facetsOfKinds(sellers.map(kind)).seller,
    category: facetsOfKinds(categories.map(kind)).category,
    type: facetsOfKinds(types.map(kind)).type,
    yearMin: numbers.length > 0 ? Math.min(...numbers) : null,
    yearMax: numbers.length > 0 ? Math.max(...numbers) : null,
    total: years.reduce((sum, row) => sum + Number(row.sales), 0),
  }
}

type Row = Record<string, unknown>

async function readView(client: BackendClient, view: string, order: string, columns = '*'): Promise<Row[]> {
  const { data, error, status } = await client.from(view).select(columns).order(order, { nullsFirst: false })
  return requireRows(data, error, status) as Row[]
}

/** What all sales of a view say together. @throws DataError */
export async function readFigures(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  { report, signal }: Asking,
): Promise<SelectionFigures> {
  const { search, seller, category, type, yearFrom, yearTo } = view
  const ofBoth = { search, sellers: seller, year_from: yearFrom, year_to: yearTo }
  const asked = explorer === 'uk' ? { ...ofBoth, categories: category, types: type } : ofBoth
  const query = client.rpc(`${TABLES[explorer]}_figures`, asked)
  const { data, error, status } = await (signal ? query.abortSignal(signal) : query)
  if (error) throw new DataError(error, status)
  const { years, sellers, categories, highest, ...all } = parseFigures(data, status)
  return {
    summary: {
      count: all.sales,
      priced: all.priced,
      quartiles: quartilesIn(all),
      highest: highest === null ? null : (parseRows([highest], report)[0] ?? null),
      totalGbp: all.total,
    },
    years: fillMissingYears(
      years.map((year) => ({
        year: year.sale_year,
        count: year.sales,
        priced: year.priced,
        quartiles: quartilesIn(year),
      })),
    ),
    sellers: sharesIn(sellers, UNKNOWN_SELLER),
    categories: sharesIn(categories, UNKNOWN_CATEGORY),
  }
}

interface QuartileColumns {
  priced: number
  lower_quartile: number
  median: number
  upper_quartile: number
}

interface Figures extends QuartileColumns {
  sales: number
  total: number
  highest: unknown
  years: (QuartileColumns & { sale_year: number; sales: number })[]
  sellers: { name: string | null; sales: number }[]
  categories: { name: string | null; sales: number }[]
}

/** @throws DataError where it is anything else */
function parseFigures(data: unknown, status: number): Figures {
  const figures = data as Figures | null
  const areRows = (rows: unknown, ...numbers: string[]) =>
    Array.isArray(rows) && rows.every((row) => numbers.every((name) => Number.isFinite(row?.[name])))
  const isWhole =
    areRows([figures], 'sales', 'priced', 'total') &&
    areRows(figures?.years, 'sale_year', 'sales', 'priced') &&
    areRows(figures?.sellers, 'sales') &&
    areRows(figures?.categories, 'sales')
  if (!figures || !isWhole)
    throw new DataError({ message: 'The backend did not answer with figures' }, status)
  return figures
}

const quartilesIn = ({
  priced,
  lower_quartile,
  median,
  upper_quartile,
}: QuartileColumns): Quartiles | null =>
  priced < MIN_SALES_FOR_MEDIAN
    ? null
    : { lowerQuartile: Number(lower_quartile), median: Number(median), upperQuartile: Number(upper_quartile) }

const sharesIn = (rows: Figures['sellers'], unknown: string): Share[] =>
  byCountDesc(rows.map(({ name, sales }) => ({ name: text(name) ?? unknown, count: sales })))

/**
 * Sales of a view, as many as a live read holds: all of them, or where there are more those whose ids come first,
 * which is as good as by lot. @throws DataError
 */
export async function readSample(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  { count, report, signal }: Asking & { count: number },
): Promise<DocumentedSale[]> {
  const some = filtered(client, explorer, view, facets, COLUMNS[explorer])
  // Among many each may pass, and few need be looked at; where few pass, the walk of an index finds them.
  const query = (count > LIVE_READ_CAP ? some.order('id') : ordered(some, explorer, view)).limit(
    LIVE_READ_CAP,
  )
  const { data, error, status } = await (signal ? query.abortSignal(signal) : query)
  return parseRows(requireRows(data, error, status), report)
}

interface Asking {
  report: LogError
  signal?: AbortSignal
}

/** One page of a view, with the exact number of what passes. @throws DataError */
export async function readPage(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  { report, signal }: Asking,
): Promise<ExplorerPage> {
  const ask = async (page: number) => {
    const first = (page - 1) * PAGE_SIZE
    const query = passing(client, explorer, view, facets, COLUMNS[explorer], 'exact').range(
      first,
      first + PAGE_SIZE - 1,
    )
    return signal ? query.abortSignal(signal) : query
  }
  let answer = await ask(view.page)
  const isBeyond = answer.error?.code === BEYOND || (answer.data?.length === 0 && (answer.count ?? 0) > 0)
  if (isBeyond) {
    const { count } = await passing(client, explorer, view, facets, 'id', 'exact').limit(1)
    answer = await ask(pageBounds(count ?? 0, view.page).page)
  }
  const { data, error, status, count } = answer
  const rows = parseRows(requireRows(data, error, status), report)
  if (!Number.isInteger(count)) throw new DataError({ message: 'The backend did not count' }, status)
  return { rows, count: Number(count), total: facets.total, ...pageBounds(Number(count), view.page) }
}

/**
 * All rows of a view, a thousand at a time. A backend may cut a page shorter than we ask, so the end is a page without
 * rows. @throws DataError
 */
export async function* readEvery(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  report: LogError,
): AsyncGenerator<DocumentedSale[]> {
  for (let first = 0; ; ) {
    const query = passing(client, explorer, view, facets, '*').range(first, first + LIVE_READ_CAP - 1)
    const { data, error, status } = await query
    const rows = requireRows(data, error, status)
    if (rows.length === 0) return
    yield parseRows(rows, report)
    first += rows.length
  }
}

/** The fifty dearest by total price. @throws DataError */
export async function readTop(
  client: BackendClient,
  facets: Facets,
  report: LogError,
): Promise<DocumentedSale[]> {
  const { data, error, status } = await passing(client, 'uk', WHOLE_VIEW, facets, COLUMNS.uk).limit(TOP_SALES)
  return parseRows(requireRows(data, error, status), report)
}

const FACET_COLUMNS: Record<FacetKey, string> = { seller: 'where_sold', category: 'category', type: 'type' }

type Passing = [
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  columns: string,
  count?: 'exact',
]

function passing(...asked: Passing) {
  const [, explorer, view] = asked
  return ordered(filtered(...asked), explorer, view)
}

function filtered(...[client, explorer, view, facets, columns, count]: Passing) {
  let query = select(client, `${TABLES[explorer]}_listed`, columns, count)
  if (view.search !== '') {
    const pattern = `%${likeText(view.search)}%`
    // An asterisk cannot be written in a pattern of the contract: this column has another sign for it.
    const plate = view.search.includes('*') ? 'plate_starless' : 'plate_number'
    query =
      explorer === 'uk'
        ? query.ilike(plate, pattern)
        : query.or(`${plate}.ilike.${quoted(pattern)},where_sold.ilike.${quoted(pattern)}`)
  }
  for (const facet of Object.keys(FACET_COLUMNS) as FacetKey[]) {
    const condition = blankOrSelected(FACET_COLUMNS[facet], view[facet], facets[facet])
    if (condition) query = query.or(condition)
  }
  if (view.yearFrom !== null) query = query.gte('sale_year', view.yearFrom)
  if (view.yearTo !== null) query = query.lte('sale_year', view.yearTo)
  return query
}

const select = (client: BackendClient, table: string, columns: string, count?: 'exact') =>
  client.from(table).select(columns, count && { count })

type Query = ReturnType<typeof select>

/** Text goes by its small letters. */
const ORDERS: Partial<Record<SortKey, string>> = { plate_number: 'plate_order', where_sold: 'seller_order' }

/** Missing counts as 0, the least there is; ties by id, turned round with everything else. */
function ordered(query: Query, explorer: ExplorerName, { sort, isDescending }: ExplorerView): Query {
  const way = { ascending: !isDescending, nullsFirst: !isDescending }
  let sorted =
    sort === 'sale_date'
      ? query.order('sale_year', way).order('sale_month', way)
      : query.order(ORDERS[sort] ?? sort, way)
  if (sort === 'sale_date' && explorer === 'uk')
    sorted = sorted.order('hammer_price', { ascending: false, nullsFirst: false })
  return sorted.order('id', { ascending: isDescending })
}

/** Whichever is shorter: the values that are ticked, or those that are not. */
function blankOrSelected(column: string, selection: Selection, values: readonly { value: string }[]) {
  if (selection === null) return null
  const left = values.map(({ value }) => value).filter((value) => !selection.includes(value))
  if (left.length < selection.length) return `${column}.is.null,${column}.not.in.(${left.map(quoted).join()})`
  return `${column}.is.null,${column}.in.(${['', ...selection].map(quoted).join()})`
}

/** Text as it stands in a pattern, with the sign that the backend has for an asterisk. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '\u{e000}')
}

/** A value within `or=(…)`. */
function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
