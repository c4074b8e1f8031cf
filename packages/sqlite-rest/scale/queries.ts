/**
 * The queries of a large database: counts come from a table that triggers maintain (db/current), and
 * a page is read in the way that is faster for the number of matching rows.
 */
import type { ReadQueries } from '../execute.ts'
import type { Condition, ReadPlan, Selection, Value } from '../plan.ts'
import { foldedPlate } from '../plate-text.ts'
import { countQuery, pageQuery, pageWhere, type Query, whereClause } from '../query.ts'
import type { SourceRequest, StatsSources } from '../sales-stats.ts'
import type { Table } from '../schema.ts'

export interface LargeQueries extends ReadQueries {
  /** Finds few matching rows by their kinds and sorts them. Set if a condition narrows the rows and the counts tell how many. */
  readonly lookup: Query | null
}

export function prepareLargeRead(plan: ReadPlan): LargeQueries {
  const extra = (values: Value[]) => trigramConditions(plan.table, plan.conditions, values)
  const countable = plan.countsRows && canUseCounts(plan)
  return {
    page: pageQuery(plan, extra),
    count: countable ? countsQuery(plan) : plan.countsRows ? countQuery(plan, extra) : null,
    lookup: countable && plan.conditions.length > 0 ? lookupQuery(plan) : null,
    offset: plan.offset,
    limit: plan.limit,
  }
}

/** The columns that sales_counts groups by: together the kind of a sale. */
const KIND_COLUMNS = new Set(['where_sold', 'category', 'type', 'selection', 'sale_year'])
/** The tables and views that hold each sale once. */
const EACH_SALE_ONCE = new Set(['sales', 'sales_listed'])

function canUseCounts({ table, conditions, rowsOfRole }: Selection): boolean {
  const isOfKind = (condition: Condition): boolean =>
    condition.kind === 'group' ? condition.parts.every(isOfKind) : KIND_COLUMNS.has(condition.column.name)
  return EACH_SALE_ONCE.has(table.name) && rowsOfRole === null && conditions.every(isOfKind)
}

function countsQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  const where = whereClause({ ...plan, order: [] }, values)
  return { text: `SELECT coalesce(sum(sales), 0) AS total FROM sales_counts${where}`, values }
}

function lookupQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  const kinds = `SELECT * FROM sales_counts${whereClause({ ...plan, order: [] }, values)}`
  const sameKind = [
    'sale.sale_year = kind.sale_year',
    ...['where_sold', 'category', 'type', 'selection'].map((name) => `sale.${name} IS kind.${name}`),
  ]
  const ids = `SELECT sale.id FROM (${kinds}) AS kind CROSS JOIN sales AS sale INDEXED BY sales_by_kind ON ${sameKind.join(' AND ')}`
  return pageWhere(plan, ` WHERE id IN (${ids})`, values)
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
function trigramConditions(table: Table, conditions: readonly Condition[], values: Value[]): string[] {
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
export function largeStatsSources({ table, search, listConditions, bind }: SourceRequest): StatsSources {
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
