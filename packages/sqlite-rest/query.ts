/** The SQL consists of literals and names from schema.ts; every value of the request is bound. */
import type { Comparison } from './grammar.ts'
import { globPattern } from './like-pattern.ts'
import type { Condition, ReadPlan, TypedTerm, Value } from './plan.ts'
import { type Column, PRIMARY_KEY } from './schema.ts'

export interface Query {
  readonly text: string
  readonly values: readonly Value[]
}

export const operators: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** A body of more rows is returned as bytes, which takes a quarter less time than text. */
const MANY_ROWS = 100

export type ExtraConditions = (values: Value[]) => string[]

/** One row: `rows`, the number of rows of the page, and `body`, the page as a JSON array. */
export function pageQuery(plan: ReadPlan, extra?: ExtraConditions): Query {
  const values: Value[] = []
  const where = whereClause(plan, values, extra)
  values.push(plan.limit, plan.offset)
  const page = `FROM ${plan.table.name}${where}${orderClause(plan)} LIMIT ? OFFSET ?`
  if (!plan.wantsRows) return { text: `SELECT count(*) AS rows FROM (SELECT 1 ${page})`, values }
  const rows = "'[' || coalesce(group_concat(row), '') || ']'"
  const body = plan.limit > MANY_ROWS ? `CAST(${rows} AS BLOB)` : rows
  // The LIMIT keeps SQLite from dropping the order of the inner select.
  return {
    text: `SELECT count(*) AS rows, ${body} AS body FROM (SELECT ${jsonRow(plan.columns)} AS row ${page})`,
    values,
  }
}

export function countQuery(plan: ReadPlan, extra?: ExtraConditions): Query {
  const values: Value[] = []
  const where = whereClause({ ...plan, order: [] }, values, extra)
  return { text: `SELECT count(*) AS total FROM ${plan.table.name}${where}`, values }
}

function jsonRow(columns: readonly Column[]): string {
  return `json_object(${columns.map((column) => `'${column.name}', ${jsonValue(column)}`).join(', ')})`
}

function jsonValue({ name, type }: Column): string {
  return type === 'boolean' ? `json(CASE ${name} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : name
}

export const whereText = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''

export function whereClause(plan: ReadPlan, values: Value[], extra: ExtraConditions = () => []): string {
  const firstOrdered = plan.order[0]?.column.name
  const parts = plan.conditions.map((condition) =>
    conditionText(condition, (term, isInGroup) =>
      termText(term, values, isInGroup ? undefined : firstOrdered),
    ),
  )
  parts.push(...extra(values))
  if (plan.publicRows) parts.unshift(`(${plan.publicRows})`)
  return whereText(parts)
}

/** @param write gives the SQL of a single condition, without its negation */
export function conditionText(
  condition: Condition,
  write: (term: TypedTerm, isInGroup: boolean) => string,
  isInGroup = false,
): string {
  const text =
    condition.kind === 'group'
      ? `(${condition.parts.map((part) => conditionText(part, write, true)).join(` ${condition.join.toUpperCase()} `)})`
      : write(condition, isInGroup)
  return condition.negated ? `NOT (${text})` : text
}

function termText(condition: TypedTerm, values: Value[], firstOrdered?: string): string {
  const { name } = condition.column
  switch (condition.kind) {
    case 'compare':
      values.push(condition.value)
      // A range of the first column of the order may use the order's index.
      return `${condition.operator === 'eq' || name === firstOrdered ? name : withoutIndex(name)} ${operators[condition.operator]} ?`
    case 'list':
      return `${withoutIndex(name)} IN (${listText(condition.values, values)})`
    case 'is':
      return condition.value === 'null'
        ? `${name} IS NULL`
        : `${name} IS ${condition.value === 'true' ? 1 : 0}`
    case 'pattern':
      values.push(condition.foldsCase ? condition.value : globPattern(condition.value))
      return condition.foldsCase ? `${name} LIKE ? ESCAPE '\\'` : `${name} GLOB ?`
  }
}

/** Columns whose values are shared by few rows, so that their indexes are selective. */
const NARROW = new Set([PRIMARY_KEY, 'plate_number', 'plate_letters'])

/** The unary plus stops SQLite from using this index for a range and then sorting, up to a hundred times slower. */
const withoutIndex = (name: string) => (NARROW.has(name) ? name : `+${name}`)

/** Rounds the length up to a multiple of 8, so that lists share a prepared statement; long ones are bound as JSON. */
function listText(list: readonly Value[], values: Value[]): string {
  if (list.length === 0 || list.length > 64) {
    values.push(JSON.stringify(list))
    return 'SELECT value FROM json_each(?)'
  }
  const length = Math.ceil(list.length / 8) * 8
  for (let index = 0; index < length; index++) values.push(list[Math.min(index, list.length - 1)] as Value)
  return Array(length).fill('?').join(', ')
}

/** SQLite and PostgreSQL have different defaults for nulls. */
function orderClause(plan: ReadPlan): string {
  const keys = plan.order.map(({ column, descending, nullsFirst }) => {
    const nulls = column.nullable ? ` NULLS ${nullsFirst ? 'FIRST' : 'LAST'}` : ''
    return `${column.name}${descending ? ' DESC' : ' ASC'}${nulls}`
  })
  return ` ORDER BY ${keys.join(', ')}`
}
