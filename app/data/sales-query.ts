/**
 * A view of an explorer as queries of the contract, for more records than a live read holds. What comes back is
 * what explorer-view.ts would make of all records (test/contract/explorer.test.ts holds the two together), save
 * that text is sorted by code point, as everywhere in the contract.
 */
import {
  type ExplorerName,
  type ExplorerPage,
  type ExplorerView,
  type FacetKey,
  type Facets,
  facetsOfKinds,
  type Kind,
  PAGE_SIZE,
  pageBounds,
  type Selection,
  TOP_SALES,
  WHOLE_VIEW,
} from '../domain/explorer-view.ts'
import type { DocumentedSale } from '../domain/sale.ts'
import { FEWEST_FOR_MEDIAN, withGaps, type YearFigures } from '../domain/sales-figures.ts'
import type { BackendClient } from './client.ts'
import { DataError } from './data-error.ts'
import { COLUMNS, inOrderOfRows, rowsOf, TABLES } from './sale-records.ts'
import type { Report } from './settle.ts'

/** The range asked for lies beyond what there is. */
const BEYOND = 'PGRST103'

export interface SalesOverview {
  facets: Facets
  years: YearFigures[]
}

/** What there is to choose from, and each year's figures: counted by the backend, not here. @throws DataError */
export async function readOverview(client: BackendClient, explorer: ExplorerName): Promise<SalesOverview> {
  const table = TABLES[explorer]
  const [sellers, categories, types, years] = await Promise.all([
    readView(client, `${table}_sellers`, 'where_sold'),
    explorer === 'uk' ? readView(client, `${table}_categories`, 'category') : [],
    explorer === 'uk' ? readView(client, `${table}_types`, 'category') : [],
    readView(client, `${table}_years`, 'sale_year'),
  ])
  const figures = years.map(toYear)
  const numbers = figures.map(({ year }) => year)
  const kind = (row: Row): Kind => ({
    whereSold: text(row.where_sold),
    category: text(row.category),
    type: text(row.type),
    count: Number(row.sales),
  })
  const facets = facetsOfKinds(types.map(kind))
  return {
    facets: {
      seller: facetsOfKinds(sellers.map(kind)).seller,
      category: facetsOfKinds(categories.map(kind)).category,
      type: facets.type,
      yearMin: numbers.length > 0 ? Math.min(...numbers) : null,
      yearMax: numbers.length > 0 ? Math.max(...numbers) : null,
      total: figures.reduce((sum, { count }) => sum + count, 0),
    },
    years: withGaps(figures),
  }
}

type Row = Record<string, unknown>

async function readView(client: BackendClient, view: string, order: string): Promise<Row[]> {
  const { data, error, status } = await client.from(view).select('*').order(order, { nullsFirst: false })
  return rowsOf(data, error, status) as Row[]
}

function toYear(row: Row): YearFigures {
  const priced = Number(row.priced)
  return {
    year: Number(row.sale_year),
    count: Number(row.sales),
    priced,
    spread:
      priced < FEWEST_FOR_MEDIAN
        ? null
        : {
            lowerQuartile: Number(row.lower_quartile),
            median: Number(row.median),
            upperQuartile: Number(row.upper_quartile),
          },
  }
}

/** One page of a view, with the exact number of what passes. @throws DataError */
export async function readPage(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  { report, signal }: { report: Report; signal?: AbortSignal },
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
  const rows = inOrderOfRows(rowsOf(data, error, status), report)
  if (!Number.isInteger(count)) throw new DataError({ message: 'The backend did not count' }, status)
  return { rows, count: Number(count), total: facets.total, ...pageBounds(Number(count), view.page) }
}

/** The first rows of a view, as many as are asked for, a thousand at a time. @throws DataError */
export async function readFirst(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  most: number,
  report: Report,
): Promise<DocumentedSale[]> {
  const sales: DocumentedSale[] = []
  while (sales.length < most) {
    const { data, error, status } = await passing(client, explorer, view, facets, '*').range(
      sales.length,
      Math.min(sales.length + 1_000, most) - 1,
    )
    const rows = rowsOf(data, error, status)
    sales.push(...inOrderOfRows(rows, report))
    if (rows.length === 0 || rows.length < Math.min(1_000, most)) break
  }
  return sales
}

/** The fifty dearest by total price. @throws DataError */
export async function readTop(
  client: BackendClient,
  facets: Facets,
  report: Report,
): Promise<DocumentedSale[]> {
  const { data, error, status } = await passing(client, 'uk', WHOLE_VIEW, facets, COLUMNS.uk).limit(TOP_SALES)
  return inOrderOfRows(rowsOf(data, error, status), report)
}

const FACET_COLUMNS: Record<FacetKey, string> = { seller: 'where_sold', category: 'category', type: 'type' }

function passing(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  columns: string,
  count?: 'exact',
) {
  let query = select(client, TABLES[explorer], columns, count)
  if (view.search !== '') {
    const pattern = `%${likeText(view.search)}%`
    query =
      explorer === 'uk'
        ? query.ilike('plate_number', pattern)
        : query.or(`plate_number.ilike.${quoted(pattern)},where_sold.ilike.${quoted(pattern)}`)
  }
  for (const facet of Object.keys(FACET_COLUMNS) as FacetKey[]) {
    const condition = blankOrSelected(FACET_COLUMNS[facet], view[facet], facets[facet])
    if (condition) query = query.or(condition)
  }
  if (view.yearFrom !== null) query = query.gte('sale_year', view.yearFrom)
  if (view.yearTo !== null) query = query.lte('sale_year', view.yearTo)
  return ordered(query, explorer, view)
}

const select = (client: BackendClient, table: string, columns: string, count?: 'exact') =>
  client.from(table).select(columns, count && { count })

type Query = ReturnType<typeof select>

/** Missing counts as 0, the least there is; ties by id, turned round with everything else. */
function ordered(query: Query, explorer: ExplorerName, { sort, isDescending }: ExplorerView): Query {
  const way = { ascending: !isDescending, nullsFirst: !isDescending }
  let sorted =
    sort === 'sale_date' ? query.order('sale_year', way).order('sale_month', way) : query.order(sort, way)
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

/** Text as it stands in a pattern; an asterisk cannot be written there, so any character stands for it. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')
}

/** A value within `or=(…)`. */
function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
