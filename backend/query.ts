/**
 * From a plan to SQL. The text is made of our own words and of names from schema.ts; every value
 * of the request is bound.
 */
import type { Comparison } from './grammar.ts'
import type { Condition, ReadPlan, Value } from './plan.ts'
import type { Column } from './schema.ts'

export interface Query {
  readonly text: string
  readonly values: readonly Value[]
}

const operators: Record<Comparison, string> = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** The rows of the page as one JSON array made by SQLite (twice as fast as ours), and their number. */
export function pageQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  const where = whereClause(plan, values)
  values.push(plan.limit, plan.offset)
  const page = `FROM ${plan.table.name}${where}${orderClause(plan)} LIMIT ? OFFSET ?`
  if (!plan.wantsRows) return { text: `SELECT count(*) AS rows FROM (SELECT 1 ${page})`, values }
  const pairs = plan.columns.map((column) => `'${column.name}', ${jsonValue(column)}`).join(', ')
  // The limit keeps SQLite from dropping the order of the inner select.
  return {
    text: `SELECT count(*) AS rows, '[' || coalesce(group_concat(row), '') || ']' AS body FROM (SELECT json_object(${pairs}) AS row ${page})`,
    values,
  }
}

/** How many rows there are without the range. */
export function countQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  return { text: `SELECT count(*) AS total FROM ${plan.table.name}${whereClause(plan, values)}`, values }
}

function jsonValue({ name, type }: Column): string {
  return type === 'boolean' ? `json(CASE ${name} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : name
}

function whereClause(plan: ReadPlan, values: Value[]): string {
  const parts = plan.conditions.map((condition) => conditionText(condition, values))
  if (plan.rowsOfRole) parts.unshift(`(${plan.rowsOfRole})`)
  return parts.length > 0 ? ` WHERE ${parts.join(' AND ')}` : ''
}

function conditionText(condition: Condition, values: Value[]): string {
  const text = plainText(condition, values)
  return condition.negated ? `NOT (${text})` : text
}

function plainText(condition: Condition, values: Value[]): string {
  if (condition.kind === 'group')
    return `(${condition.parts.map((part) => conditionText(part, values)).join(condition.join === 'and' ? ' AND ' : ' OR ')})`
  const { name } = condition.column
  switch (condition.kind) {
    case 'compare':
      values.push(condition.value)
      return `${name} ${operators[condition.operator]} ?`
    case 'list':
      // One bound value for lists of any length, so that they share a prepared statement.
      values.push(JSON.stringify(condition.values))
      return `${name} IN (SELECT value FROM json_each(?))`
    case 'is':
      return condition.value === 'null'
        ? `${name} IS NULL`
        : `${name} IS ${condition.value === 'true' ? 1 : 0}`
    case 'pattern':
      values.push(condition.value)
      if (condition.match === 'glob') return `${name} GLOB ?`
      return `${condition.match === 'like' ? name : `fold(${name})`} LIKE ? ESCAPE '\\'`
  }
}

/** Nulls are written out where there can be any: SQLite and PostgreSQL differ on where they stand. */
function orderClause(plan: ReadPlan): string {
  const keys = plan.order.map(({ column, descending, nullsFirst }) => {
    const nulls = column.nullable ? ` NULLS ${nullsFirst ? 'FIRST' : 'LAST'}` : ''
    return `${column.name}${descending ? ' DESC' : ' ASC'}${nulls}`
  })
  return ` ORDER BY ${keys.join(', ')}`
}
