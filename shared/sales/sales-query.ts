// Queries for more sales than a live read returns. test/contract/explorer.test.ts compares the results with those of
// explorer-view.ts and sales-stats.ts. All throw DataError.

import type { BackendClient } from '../data/client.ts'
import { DataError } from '../data/data-error.ts'
import { requireRows, requireSuccess } from '../data/response.ts'
import type { LogError } from '../data/with-fallback.ts'
import { type RestCondition, restConditions, rpcArguments } from '../list/filter.ts'
import {
  ALIKE_FILTERS,
  type ExplorerView,
  FACETS,
  type Facet,
  type Facets,
  FILTERS,
  facetsIn,
  KIND_FILTERS,
  WHOLE_VIEW,
} from './explorer/definitions.ts'
import {
  type ExplorerPage,
  hasFilters,
  MAX_PAGES,
  namesUntotalled,
  PAGE_SIZE,
  pageBounds,
  TOP_SALES,
} from './explorer/explorer-view.ts'
import { facetsFrom, type ValueCount } from './explorer/facets.ts'
import { readableWord } from './explorer/plate-text.ts'
import type { FacetKey, SortKey } from './explorers.ts'
import { EXPLORERS, type ExplorerName } from './explorers.ts'
import { LIVE_READ_CAP, type SaleRecord } from './sale.ts'
import { COLUMNS, LISTED_COLUMNS, parseRows, querySales } from './sale-records.ts'
import type { Match } from './sales-export.ts'
import {
  byCountDesc,
  type SelectionFigures,
  type Share,
  sortAuctions,
  sortKinds,
  sortSelections,
  type TypicalPrices,
  UNKNOWN_CATEGORY,
  UNKNOWN_SELLER,
} from './sales-stats.ts'

const RANGE_NOT_SATISFIABLE = 'PGRST103'

export async function readFacets(client: BackendClient, explorer: ExplorerName): Promise<Facets> {
  const { table } = EXPLORERS[explorer]
  const readCounts = async ({ key, column, parent, counts }: Facet) => {
    const parentColumn = FACETS.find((facet) => facet.key === parent)?.column
    const rows = await readView(client, `${table}_${counts}`, parentColumn ?? column)
    const values = rows.map((row) => ({
      value: textOrNull(row[column]),
      parentValue: parentColumn ? textOrNull(row[parentColumn]) : null,
      count: Number(row.sales),
    }))
    return [key, values] as const
  }
  const [years, ...counts] = await Promise.all([
    readView(client, `${table}_years`, 'sale_year', 'sale_year,sales'),
    ...facetsIn(explorer).map(readCounts),
  ])
  const countsByFacet = new Map<FacetKey, readonly ValueCount[]>(counts)
  const numbers = years.map((row) => Number(row.sale_year))
  return {
    ...facetsFrom(facetsIn(explorer), ({ key }) => countsByFacet.get(key) ?? []),
    yearMin: numbers.length > 0 ? Math.min(...numbers) : null,
    yearMax: numbers.length > 0 ? Math.max(...numbers) : null,
    total: years.reduce((sum, row) => sum + Number(row.sales), 0),
  }
}

async function readView(client: BackendClient, view: string, order: string, columns = '*') {
  return requireRows(await client.from(view).select(columns).order(order, { nullsFirst: false }))
}

export async function readFigures(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  { logError, signal }: ReadOptions,
): Promise<SelectionFigures> {
  const query = client.rpc(`${EXPLORERS[explorer].table}_figures`, rpcArguments(FILTERS[explorer], view))
  const response = await (signal ? query.abortSignal(signal) : query)
  requireSuccess(response)
  const figures = parseFigures(response.data, response.status)
  const { sales, highest, typical, kinds, auctions, selections, sellers, categories } = figures
  return {
    count: sales,
    highest: highest === null ? null : (parseRows([highest], logError)[0] ?? null),
    typical: typical && toTypical(typical),
    kinds: sortKinds(
      kinds.map((kind) => ({ name: textOrNull(kind.name) ?? UNKNOWN_CATEGORY, ...toTypical(kind) })),
    ),
    auctions: sortAuctions(
      auctions.map((auction) => ({
        whereSold: textOrNull(auction.where_sold) ?? '',
        saleYear: auction.sale_year,
        saleMonth: auction.sale_month,
        ...toTypical(auction),
      })),
    ),
    selections: sortSelections(sharesIn(selections, 'reported')),
    sellers: sharesIn(sellers, UNKNOWN_SELLER),
    categories: sharesIn(categories, UNKNOWN_CATEGORY),
  }
}

interface TypicalColumns {
  priced: number
  lower_quartile: number
  median: number
  upper_quartile: number
  median_low: number
  median_high: number
}

interface ShareColumns {
  name: string | null
  sales: number
}

interface Figures {
  sales: number
  highest: unknown
  typical: TypicalColumns | null
  kinds: (TypicalColumns & { name: string | null })[]
  auctions: (TypicalColumns & { where_sold: string; sale_year: number; sale_month: number })[]
  selections: ShareColumns[]
  sellers: ShareColumns[]
  categories: ShareColumns[]
}

const TYPICAL = ['priced', 'lower_quartile', 'median', 'upper_quartile', 'median_low', 'median_high']

/** @throws DataError if the response has another shape */
function parseFigures(data: unknown, status: number): Figures {
  const figures = data as Figures | null
  const areRows = (rows: unknown, ...numbers: string[]) =>
    Array.isArray(rows) && rows.every((row) => numbers.every((name) => Number.isFinite(row?.[name])))
  const isWhole =
    areRows([figures], 'sales') &&
    (figures?.typical === null || areRows([figures?.typical], ...TYPICAL)) &&
    areRows(figures?.kinds, ...TYPICAL) &&
    areRows(figures?.auctions, 'sale_year', 'sale_month', ...TYPICAL) &&
    areRows(figures?.selections, 'sales') &&
    areRows(figures?.sellers, 'sales') &&
    areRows(figures?.categories, 'sales')
  if (!figures || !isWhole)
    throw new DataError({ message: 'The response of the backend is not the expected statistics' }, status)
  return figures
}

const toTypical = (columns: TypicalColumns): TypicalPrices => ({
  priced: columns.priced,
  lowerQuartile: columns.lower_quartile,
  median: columns.median,
  upperQuartile: columns.upper_quartile,
  medianLow: columns.median_low,
  medianHigh: columns.median_high,
})

const sharesIn = (rows: readonly ShareColumns[], unknown: string): Share[] =>
  byCountDesc(rows.map(({ name, sales }) => ({ name: textOrNull(name) ?? unknown, count: sales })))

/**
 * Up to a thousand sales of a view. If there are more, those with the lowest ids: ids are random, so the sample is
 * unbiased.
 */
export async function readSample(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  { count, ...options }: ReadOptions & { count: number },
): Promise<SaleRecord[]> {
  if (count === 0) return []
  const few = await countFew({ client, explorer, view, facets }, options)
  const whole = { client, explorer, view, facets, isFew: few !== null, columns: LISTED_COLUMNS[explorer] }
  const some = filteredQuery(whole)
  // If many match, walking the ids finds a thousand soon; if few match, the index of the order is faster.
  const query = (count > LIVE_READ_CAP ? some.order('id') : withOrder(some, whole)).limit(LIVE_READ_CAP)
  return querySales(options.signal ? query.abortSignal(options.signal) : query, options.logError)
}

interface ReadOptions {
  logError: LogError
  signal?: AbortSignal
  /** Lower in tests, which look few sales up, and walk an order for them as well. */
  mostAtOnce?: number
  mostSorted?: number
}

/** Of so many sales in all, the rows and the number of a view are found at once, in one request. */
const MOST_AT_ONCE = 100_000

/** More sales than these are found faster in an order of all. */
const MOST_SORTED = 5_000

/**
 * How many of very many sales pass the filters by kind, from the counts of kinds: null if that is many, or without such filters.
 * Few are found by their kinds and then sorted: an order of all sales would be read to its end for them, a second and more.
 */
async function countFew(
  { client, explorer, view, facets }: GroupOfView,
  { signal, mostAtOnce = MOST_AT_ONCE, mostSorted = MOST_SORTED }: ReadOptions,
): Promise<number | null> {
  const conditions = restConditions(KIND_FILTERS[explorer], view, facets)
  if (conditions.length === 0 || facets.total <= mostAtOnce) return null
  const kinds = narrow(select(client, `${EXPLORERS[explorer].table}_counts`, 'sales'), conditions)
  const query = kinds.limit(LIVE_READ_CAP)
  const rows = requireRows(await (signal ? query.abortSignal(signal) : query))
  const count = rows.reduce((sum, { sales }) => sum + Number(sales), 0)
  return rows.length < LIVE_READ_CAP && count <= mostSorted ? count : null
}

export async function readPage(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  options: ReadOptions,
): Promise<ExplorerPage> {
  const few = await countFew({ client, explorer, view, facets }, options)
  const isOfKinds = !view.isTotalMissing && view.search === ''
  const known = hasFilters(view) ? (isOfKinds ? few : null) : facets.total
  const whole = { client, explorer, view, facets, isFew: few !== null, known }
  const [{ rows, count, alike }, untotalled] =
    few === 0
      ? [{ rows: [], count: 0, alike: 0 }, 0]
      : await Promise.all([readGroups(whole, options), countWithoutTotal(whole, options)])
  return { rows, count, alike, untotalled, total: facets.total, ...pageBounds(count, view.page) }
}

async function readGroups(whole: GroupOfView, options: ReadOptions) {
  const { view, known } = whole
  const rowsOf = async (group: Group, first: number, length: number) =>
    (await readRows({ ...whole, group }, first, length, options)) ?? { rows: [], count: 0 }
  if (readableWord(view.search) === null) {
    const asked = pageBounds(known ?? MAX_PAGES * PAGE_SIZE, view.page).page
    const read = await readRows({ ...whole, group: 'matching' }, (asked - 1) * PAGE_SIZE, PAGE_SIZE, options)
    if (read && (read.rows.length > 0 || read.count === 0)) return { ...read, alike: 0 }
    const { count } = await rowsOf('matching', 0, 1)
    const { page } = pageBounds(count, view.page)
    return { ...(await rowsOf('matching', (page - 1) * PAGE_SIZE, PAGE_SIZE)), alike: 0 }
  }
  const [matching, alike] = await Promise.all([
    rowsOf('matching', 0, PAGE_SIZE),
    rowsOf('alike', 0, PAGE_SIZE),
  ])
  const counts = { count: matching.count + alike.count, alike: alike.count }
  const { page, from, to } = pageBounds(counts.count, view.page)
  if (page === 1) return { ...counts, rows: [...matching.rows, ...alike.rows].slice(0, PAGE_SIZE) }
  const first = from - 1
  const ofMatching = Math.max(0, Math.min(matching.count, to) - first)
  const ofAlike = to - first - ofMatching
  const none = { rows: [] }
  const [own, other] = await Promise.all([
    ofMatching > 0 ? rowsOf('matching', first, ofMatching) : none,
    ofAlike > 0 ? rowsOf('alike', Math.max(0, first - matching.count), ofAlike) : none,
  ])
  return { ...counts, rows: [...own.rows, ...other.rows] }
}

async function countWithoutTotal({ view, ...rest }: GroupOfView, { signal }: ReadOptions): Promise<number> {
  if (!namesUntotalled(view)) return 0
  const groups: Group[] = readableWord(view.search) === null ? ['matching'] : ['matching', 'alike']
  const counts = groups.map(async (group) => {
    const missing = { ...view, isTotalMissing: true }
    const query = filteredQuery({ ...rest, view: missing, group, columns: 'id', count: 'exact' }).limit(1)
    const response = await (signal ? query.abortSignal(signal) : query)
    requireRows(response)
    return Number(response.count)
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Null if the first row is beyond the last. */
async function readRows(
  { known = null, ...whole }: GroupOfView,
  first: number,
  length: number,
  { logError, signal, mostAtOnce = MOST_AT_ONCE }: ReadOptions,
): Promise<{ rows: SaleRecord[]; count: number } | null> {
  const { client, explorer, view, facets, isFew } = whole
  // The index of an order has the columns of the filters, so that many sales are passed over without being read.
  const isWalk = facets.total > mostAtOnce && !isFew && readableWord(view.search) === null
  const columns = isWalk ? 'id' : COLUMNS[explorer]
  const query = orderedQuery({ ...whole, columns, count: known === null ? 'exact' : undefined })
  const page = query.range(first, first + length - 1)
  const response = await (signal ? page.abortSignal(signal) : page)
  if (response.error?.code === RANGE_NOT_SATISFIABLE) return null
  const found = requireRows(response)
  const count = known ?? response.count
  if (typeof count !== 'number' || !Number.isInteger(count))
    throw new DataError({ message: 'The response of the backend has no exact count' }, response.status)
  const ids = found.map(({ id }) => String(id))
  const rows = isWalk
    ? await readByIds(client, explorer, ids, { logError, signal })
    : parseRows(found, logError)
  return { rows, count }
}

async function readByIds(
  client: BackendClient,
  explorer: ExplorerName,
  ids: readonly string[],
  { logError, signal }: ReadOptions,
): Promise<SaleRecord[]> {
  if (ids.length === 0) return []
  const query = select(client, `${EXPLORERS[explorer].table}_listed`, COLUMNS[explorer]).in('id', ids)
  const sales = await querySales(signal ? query.abortSignal(signal) : query, logError)
  const places = new Map(ids.map((id, place) => [id, place]))
  return sales.sort((one, other) => Number(places.get(one.id)) - Number(places.get(other.id)))
}

/** Few rows are garbage before V8 has moved them to memory that it seldom looks through; a thousand are not. */
const ROWS_OF_LONG_FILE = 250

/**
 * All sales of a view, in batches: first those that match the search, then those that read like it. More than the pages of the
 * view list are in the order of their ids, since reading a million from ever later places takes the database minutes.
 */
export async function* readEvery(
  client: BackendClient,
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  { count, ...options }: ReadOptions & { count: number },
): AsyncGenerator<{ match: Match; sales: SaleRecord[] }> {
  const { logError } = options
  const isFew = (await countFew({ client, explorer, view, facets }, options)) !== null
  const isLong = count > MAX_PAGES * PAGE_SIZE
  const groups: Group[] = readableWord(view.search) === null ? ['matching'] : ['matching', 'alike']
  for (const group of groups) {
    const every = { client, explorer, view, facets, group, isFew, columns: '*' }
    let lastId = ''
    // A backend may return fewer rows than requested: only an empty batch is the end.
    for (let first = 0; ; ) {
      const all = filteredQuery(every)
      const batch = isLong
        ? (lastId ? all.gt('id', lastId) : all).order('id').limit(ROWS_OF_LONG_FILE)
        : withOrder(all, every).range(first, first + LIVE_READ_CAP - 1)
      const rows = requireRows(await batch)
      if (rows.length === 0) break
      yield { match: group === 'matching' ? 'exact' : 'reads_alike', sales: parseRows(rows, logError) }
      first += rows.length
      lastId = String(rows.at(-1)?.id)
    }
  }
}

export async function readTop(
  client: BackendClient,
  explorer: ExplorerName,
  facets: Facets,
  logError: LogError,
): Promise<SaleRecord[]> {
  if (!EXPLORERS[explorer].hasHammerPrice) return []
  const whole = { client, explorer, view: WHOLE_VIEW, facets, columns: COLUMNS[explorer] }
  return querySales(orderedQuery(whole).limit(TOP_SALES), logError)
}

type Group = 'matching' | 'alike'

interface GroupOfView {
  client: BackendClient
  explorer: ExplorerName
  view: ExplorerView
  facets: Facets
  group?: Group
  /** Whether few sales pass the filters by kind. */
  isFew?: boolean
  /** How many sales there are, where that is known before they are read. */
  known?: number | null
}

type ViewQuery = GroupOfView & { columns: string; count?: 'exact' | undefined }

function orderedQuery(query: ViewQuery) {
  return withOrder(filteredQuery(query), query)
}

function filteredQuery({ client, explorer, view, facets, group, isFew, columns, count }: ViewQuery) {
  const source = `${EXPLORERS[explorer].table}_${isFew ? 'of_kinds' : 'listed'}`
  const filters = (group === 'alike' ? ALIKE_FILTERS : FILTERS)[explorer]
  return narrow(select(client, source, columns, count), restConditions(filters, view, facets))
}

const narrow = (query: Query, conditions: readonly RestCondition[]) =>
  conditions.reduce(
    (narrowed, condition) =>
      'or' in condition
        ? narrowed.or(condition.or)
        : narrowed.filter(condition.column, condition.operator, condition.value),
    query,
  )

const select = (client: BackendClient, table: string, columns: string, count?: 'exact') =>
  client.from(table).select(columns, count && { count })

type Query = ReturnType<typeof select>

const LOWER_CASE_COLUMNS: Partial<Record<SortKey, string>> = {
  plate_number: 'plate_order',
  where_sold: 'seller_order',
}

/** The same order as `sortSales` of sales that are in the order of their ids. */
function withOrder(query: Query, { explorer, isFew, view }: GroupOfView): Query {
  const { search, sort, isDescending } = view
  const way = { ascending: !isDescending, nullsFirst: !isDescending }
  const isFound = explorer === 'uk' && !isFew && readableWord(search) !== null
  const found = isFound ? query.order('search_order') : query
  let sorted =
    sort === 'sale_date'
      ? found.order('sale_year', way).order('sale_month', way)
      : found.order(LOWER_CASE_COLUMNS[sort] ?? sort, way)
  if (sort === 'sale_date' && EXPLORERS[explorer].hasHammerPrice)
    sorted = sorted.order('hammer_price', { ascending: false, nullsFirst: false })
  return sorted.order('id', { ascending: isDescending })
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
