/** The SQL of PostgreSQL for a planned read. Names come from the schema; every value of the request is bound. */
import type { ReadPlan, TypedTerm } from '../plan.ts'
import { conditionText, operators, whereText } from '../query.ts'
import type { StatsArguments } from '../sales-stats.ts'
import { canUseCounts } from '../scale/queries.ts'
import type { Column } from '../schema.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

type Bind = (value: unknown) => string

/** One row: `rows`, their number, `body`, the page as JSON, and `total`, or null if it was not asked for. */
export function readStatement(plan: ReadPlan): Statement {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const where = whereClause(plan, bind)
  const matching = `FROM ${plan.table.name}${where}`
  const count = canUseCounts(plan)
    ? `SELECT coalesce(sum(sales), 0) FROM sales_counts${where}`
    : `SELECT count(*) ${matching}`
  const limit = `${bind(plan.limit)}::bigint`
  const offset = `${bind(plan.offset)}::bigint`
  const page = `SELECT ${columnsText(plan)} ${matching}${orderText(plan)} LIMIT ${limit} OFFSET ${offset}`
  const body = plan.wantsRows ? `'[' || coalesce(string_agg(row_to_json(page)::text, ','), '') || ']'` : `''`
  const isLastPage = `rows < ${limit} AND (rows > 0 OR ${offset} = 0)`
  const total = plan.countsRows ? `CASE WHEN ${isLastPage} THEN ${offset} + rows ELSE (${count}) END` : 'NULL'
  const answer = `SELECT count(*)::integer AS rows, ${body} AS body FROM (${page}) AS page`
  return { text: `SELECT rows, body, (${total})::integer AS total FROM (${answer}) AS answer`, values }
}

/** One row: `body`, the figures as JSON. @param name of a function that the schema has: 'sales_figures' */
export function figuresStatement(name: string, args: StatsArguments): Statement {
  const given = Object.entries(args).filter(([, value]) => value !== null)
  const places = given.map(([argument], index) => `${argument} => $${index + 1}`)
  return { text: `SELECT ${name}(${places})::text AS body`, values: given.map(([, value]) => value) }
}

const nameOf = ({ name }: Column) => `"${name}"`

const columnsText = ({ columns, wantsRows }: ReadPlan) => (wantsRows ? columns.map(nameOf).join(', ') : '1')

function whereClause({ conditions, publicRows }: ReadPlan, bind: Bind): string {
  const parts = conditions.map((condition) => conditionText(condition, (term) => termText(term, bind)))
  // The public role sees no other rows anyway. The site's own role does.
  if (publicRows) parts.push(publicRows)
  return whereText(parts)
}

function termText(condition: TypedTerm, bind: Bind): string {
  switch (condition.kind) {
    case 'compare':
      return `${nameOf(condition.column)} ${operators[condition.operator]} ${bind(condition.value)}`
    case 'list':
      return `${nameOf(condition.column)} = ANY (${bind(condition.values)})`
    case 'is':
      return `${nameOf(condition.column)} IS ${condition.value}`
    case 'pattern':
      return `${nameOf(condition.column)} ${condition.foldsCase ? 'ILIKE' : 'LIKE'} ${bind(condition.value)}`
  }
}

/** The place of nulls is said of every column, since PostgreSQL uses an index only for an order that has it so. */
function orderText({ order }: ReadPlan): string {
  const keys = order.map(
    ({ column, descending, nullsFirst }) =>
      `${nameOf(column)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
  )
  return ` ORDER BY ${keys.join(', ')}`
}
