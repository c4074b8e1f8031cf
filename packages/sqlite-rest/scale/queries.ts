/**
 * The queries of a large database: counts come from a table that triggers maintain (db/current), and
 * statistics are read in the way that is faster for the number of matching rows.
 */
import { prepareRead, type ReadQueries } from '../execute.ts'
import type { Condition, ReadPlan, Value } from '../plan.ts'
import { foldedPlate } from '../plate-text.ts'
import { type Query, whereClause } from '../query.ts'
import {
  type Figures,
  kindsCount,
  type SourceRequest,
  type StatsArguments,
  type StatsSources,
  statsQuery,
} from '../sales-stats.ts'

export interface LargeQueries extends ReadQueries {
  /** Finds few matching sales by their kinds. Set if the count is that of their kinds. */
  readonly lookup: Query | null
}

export function prepareLargeRead(plan: ReadPlan): LargeQueries {
  const read = prepareRead(plan, (values) => trigramConditions(plan, values))
  return { ...read, count: read.count && canUseCounts(plan) ? countsQuery(plan) : read.count, lookup: null }
}

export function prepareLargeStats(figures: Figures, args: StatsArguments): LargeQueries {
  const isCounted = figures.table === 'sales'
  return {
    page: statsQuery(figures, args, largeStatsSources),
    count: isCounted ? kindsCount(figures, args) : null,
    lookup: isCounted ? statsQuery({ ...figures, table: 'sales_of_kinds' }, args) : null,
    offset: 0,
    limit: 1,
  }
}

/** The columns that sales_counts groups by: together the kind of a sale. */
const KIND_COLUMNS = new Set(['where_sold', 'category', 'type', 'selection', 'sale_year'])
/** The tables and views that hold each sale once. */
const EACH_SALE_ONCE = new Set(['sales', 'sales_listed'])

/** Whether the counts of kinds tell how many rows there are. */
export function canUseCounts({ table, conditions, publicRows }: ReadPlan): boolean {
  const isOfKind = (condition: Condition): boolean =>
    condition.kind === 'group' ? condition.parts.every(isOfKind) : KIND_COLUMNS.has(condition.column.name)
  return EACH_SALE_ONCE.has(table.name) && publicRows === null && conditions.every(isOfKind)
}

function countsQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  const where = whereClause({ ...plan, order: [] }, values)
  return { text: `SELECT coalesce(sum(sales), 0) AS total FROM sales_counts${where}`, values }
}

const MIN_TRIGRAM_LENGTH = 3

/** An FTS5 query of `plate_folded`; null if the text is too short for one. */
function trigramQuery(text: string): string | null {
  const folded = foldedPlate(text)
  return [...folded].length < MIN_TRIGRAM_LENGTH ? null : `"${folded.replaceAll('"', '""')}"`
}

/** Text that matches in one of these columns has its letters in `plate_folded`. */
const REGISTRATION_COLUMNS = new Set(['plate_number', 'plate_compact', 'plate_folded'])

/** Lets the trigram index narrow `plate_compact ilike *text*`; the pattern itself still decides. */
function trigramConditions({ table, conditions }: ReadPlan, values: Value[]): string[] {
  if (!EACH_SALE_ONCE.has(table.name)) return []
  const searches = conditions.flatMap((condition) => {
    if (condition.kind !== 'pattern' || !condition.foldsCase || condition.negated) return []
    if (!REGISTRATION_COLUMNS.has(condition.column.name)) return []
    const [, text = ''] = /^%([^%_\\]+)%$/.exec(condition.value) ?? []
    return trigramQuery(text) ?? []
  })
  return [...new Set(searches)].map((trigrams) => {
    values.push(trigrams)
    // By id, since a view has no rowid.
    return 'id IN (SELECT sale.id FROM sales_trigrams AS found CROSS JOIN sales AS sale ON sale.rowid = found.rowid WHERE found.sales_trigrams MATCH ?)'
  })
}

/**
 * The sources of the statistics of sales: the table of counts without a search; with one, the trigram index narrows the
 * sales. Other explorers have neither.
 */
function largeStatsSources({ table, search, listConditions, bind }: SourceRequest): StatsSources {
  if (table !== 'sales') return {}
  if (search === null)
    return {
      kinds: `SELECT where_sold, category, selection, sum(sales) AS sales FROM sales_counts${listConditions} GROUP BY 1, 2, 3`,
    }
  const trigrams = trigramQuery(search)
  if (trigrams === null) return {}
  return {
    searchCondition: `rowid IN (SELECT rowid FROM sales_trigrams WHERE sales_trigrams MATCH ${bind(trigrams)})`,
  }
}
