/**
 * From a plan to SQL. The text is made of our own words and of names from schema.ts; every value
 * of the request is bound.
 */
import type { Comparison } from './grammar.ts'
import type { Condition, ReadPlan, Selection, Value } from './plan.ts'
import type { Conflict, WritePlan } from './plan-write.ts'
import { type Column, PRIMARY_KEY, type Table } from './schema.ts'

export interface Query {
  readonly text: string
  readonly values: readonly Value[]
}

const operators: Record<Comparison, string> = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** From here on the JSON comes as bytes, which need not be made into a string and back: a quarter of the work. */
const MANY_ROWS = 100

/** The rows of the page as one JSON array made by SQLite (twice as fast as ours), and their number. */
export function pageQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  return pageOf(plan, whereClause(plan, values), values)
}

/**
 * The same where few pass: they are looked up by their kinds and sorted, which is quicker than walking past all the
 * others. Null where the kept counts cannot name the kinds.
 */
export function lookupQuery(plan: ReadPlan): Query | null {
  if (!canUseCounts(plan) || plan.conditions.length === 0) return null
  const values: Value[] = []
  const kinds = `SELECT * FROM sales_counts${whereClause({ ...plan, order: [] }, values)}`
  const same = [
    'sale_year = kind.sale_year',
    ...['where_sold', 'category', 'type'].map((n) => `${n} IS kind.${n}`),
  ]
  const ids = `SELECT sale.id FROM (${kinds}) AS kind CROSS JOIN sales AS sale INDEXED BY sales_by_kind ON sale.${same.join(' AND sale.')}`
  return pageOf(plan, ` WHERE id IN (${ids})`, values)
}

/**
 * The same walked from the other end, for a page beyond the middle: its limit and offset, counted from there, are
 * bound last. Null where the order asks for no walk.
 */
export function reverseQuery(plan: ReadPlan): Query | null {
  if (!canUseCounts(plan) || !plan.wantsRows) return null
  const values: Value[] = []
  const where = whereClause(plan, values)
  const order = plan.order.map((key) => ({
    ...key,
    descending: !key.descending,
    nullsFirst: !key.nullsFirst,
  }))
  const page = `SELECT ${jsonRow(plan.columns)} AS row FROM ${plan.table.name}${where}${orderClause({ order })} LIMIT ? OFFSET ?`
  return {
    text: `SELECT count(*) AS rows, '[' || group_concat(row, ',' ORDER BY place DESC) || ']' AS body FROM (SELECT row, row_number() OVER () AS place FROM (${page}))`,
    values,
  }
}

function pageOf(plan: ReadPlan, where: string, values: Value[]): Query {
  values.push(plan.limit, plan.offset)
  const page = `FROM ${plan.table.name}${where}${orderClause(plan)} LIMIT ? OFFSET ?`
  if (!plan.wantsRows) return { text: `SELECT count(*) AS rows FROM (SELECT 1 ${page})`, values }
  const rows = "'[' || coalesce(group_concat(row), '') || ']'"
  const body = plan.limit > MANY_ROWS ? `CAST(${rows} AS BLOB)` : rows
  // The limit keeps SQLite from dropping the order of the inner select.
  return {
    text: `SELECT count(*) AS rows, ${body} AS body FROM (SELECT ${jsonRow(plan.columns)} AS row ${page})`,
    values,
  }
}

/** How many rows there are without the range: added up where triggers keep count of them, else counted. */
export function countQuery(plan: ReadPlan): Query {
  const values: Value[] = []
  const where = whereClause({ ...plan, order: [] }, values) // nothing is walked
  if (canUseCounts(plan))
    return { text: `SELECT coalesce(sum(sales), 0) AS total FROM sales_counts${where}`, values }
  return { text: `SELECT count(*) AS total FROM ${plan.table.name}${where}`, values }
}

/** The columns by which db/migrations/0003 counts the sales, and what shows each of these once. */
const TALLIED = new Set(['where_sold', 'category', 'type', 'sale_year'])
const EVERY_SALE = new Set(['sales', 'sales_listed'])

export function canUseCounts({ table, conditions, rowsOfRole }: Selection): boolean {
  const isOfKind = (condition: Condition): boolean =>
    condition.kind === 'group' ? condition.parts.every(isOfKind) : TALLIED.has(condition.column.name)
  return EVERY_SALE.has(table.name) && rowsOfRole === null && conditions.every(isOfKind)
}

/** Which rows a change is about. */
export function targetsQuery(selection: Selection): Query {
  const values: Value[] = []
  const where = whereClause(selection, values)
  values.push(selection.limit, selection.offset)
  return {
    text: `SELECT rowid AS "row" FROM ${selection.table.name}${where}${orderClause(selection)} LIMIT ? OFFSET ?`,
    values,
  }
}

/** One row; columns that are not named get their default. A merge takes over every value that was sent. */
export function insertText(plan: WritePlan, columns: readonly Column[]): string {
  const { table, conflict } = plan
  const names = columns.map((column) => column.name)
  if (names.length === 0) return `INSERT INTO ${table.name} DEFAULT VALUES${returning(plan)}`
  const values = names.map(() => '?').join(', ')
  return `INSERT INTO ${table.name} (${names}) VALUES (${values})${conflict ? conflictClause(plan, conflict) : ''}${returning(plan)}`
}

/** The moment of the change is bound last, where the row does not bring one. */
function conflictClause({ table, written }: WritePlan, { key, resolution }: Conflict): string {
  if (resolution === 'ignore' || written.length === 0) return ` ON CONFLICT (${key.target}) DO NOTHING`
  const sets = written.map(({ name }) => `${name} = excluded.${name}`)
  if (touches(table, written)) sets.push('updated_at = ?')
  return ` ON CONFLICT (${key.target}) DO UPDATE SET ${sets.join(', ')}`
}

/** `defaults` are SQL expressions from the table itself; the moment of the change is bound before the row. */
export function updateText(plan: WritePlan, defaults: ReadonlyMap<string, string>): string {
  const { table, written } = plan
  const sets = written.map(({ name }) => `${name} = ${defaults.get(name) ?? '?'}`)
  if (touches(table, written)) sets.push('updated_at = ?')
  return `UPDATE ${table.name} SET ${sets.join(', ')} WHERE rowid = ?${returning(plan)}`
}

export const deleteText = (plan: WritePlan) =>
  `DELETE FROM ${plan.table.name} WHERE rowid = ?${returning(plan)}`

/** Whether a change sets the moment of its own accord. */
export const touches = (table: Table, written: readonly Column[]) =>
  table.columns.has('updated_at') && !written.some(({ name }) => name === 'updated_at')

function returning({ columns, returns }: WritePlan): string {
  const body = returns === 'representation' ? `, ${jsonRow(columns)} AS body` : ''
  return ` RETURNING rowid AS "row", ${PRIMARY_KEY}${body}`
}

function jsonRow(columns: readonly Column[]): string {
  return `json_object(${columns.map((column) => `'${column.name}', ${jsonValue(column)}`).join(', ')})`
}

function jsonValue({ name, type }: Column): string {
  return type === 'boolean' ? `json(CASE ${name} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : name
}

function whereClause(plan: Selection, values: Value[]): string {
  const walked = plan.order[0]?.column.name
  const parts = plan.conditions.map((condition) => conditionText(condition, values, walked))
  parts.push(...plan.conditions.flatMap((condition) => trigramText(plan.table, condition, values)))
  if (plan.rowsOfRole) parts.unshift(`(${plan.rowsOfRole})`)
  return parts.length > 0 ? ` WHERE ${parts.join(' AND ')}` : ''
}

function conditionText(condition: Condition, values: Value[], walked?: string): string {
  const text = plainText(condition, values, walked)
  return condition.negated ? `NOT (${text})` : text
}

function plainText(condition: Condition, values: Value[], walked?: string): string {
  if (condition.kind === 'group')
    return `(${condition.parts.map((part) => conditionText(part, values)).join(condition.join === 'and' ? ' AND ' : ' OR ')})`
  const { name } = condition.column
  switch (condition.kind) {
    case 'compare':
      values.push(condition.value)
      // A range of the column that is walked says where the walk begins and ends.
      return `${condition.operator === 'eq' || name === walked ? name : withoutIndex(name)} ${operators[condition.operator]} ?`
    case 'list':
      return `${withoutIndex(name)} IN (${listText(condition.values, values)})`
    case 'is':
      return condition.value === 'null'
        ? `${name} IS NULL`
        : `${name} IS ${condition.value === 'true' ? 1 : 0}`
    case 'pattern':
      values.push(condition.value)
      return condition.match === 'glob' ? `${name} GLOB ?` : `${name} LIKE ? ESCAPE '\\'`
  }
}

/** The shortest text that trigrams can look up. */
const SHORTEST_TRIGRAM = 3

/** What is looked up among the trigrams of registrations for a text within them; null where it is too short. */
export const trigramsOf = (text: string) =>
  [...text].length < SHORTEST_TRIGRAM ? null : `"${text.replaceAll('"', '""')}"`

/** Where trigrams are of use. */
const OF_REGISTRATIONS = new Set(['sales', 'sales_listed', 'sales_reported'])

/**
 * A search within the registrations of sales is looked up among their trigrams as well, which finds in no time
 * those few that the pattern itself then decides on.
 */
function trigramText(table: Table, condition: Condition, values: Value[]): string[] {
  if (!OF_REGISTRATIONS.has(table.name) || condition.kind !== 'pattern' || condition.match !== 'like')
    return []
  if (condition.negated || condition.column.name !== 'plate_number') return []
  const [, text = ''] = /^%([^%_\\]+)%$/.exec(condition.value) ?? []
  const trigrams = trigramsOf(text)
  if (trigrams === null) return []
  values.push(trigrams)
  // By the id, since a view has no rowid.
  return [
    'id IN (SELECT sale.id FROM sales_trigrams AS found CROSS JOIN sales AS sale ON sale.rowid = found.rowid WHERE found.sales_trigrams MATCH ?)',
  ]
}

/**
 * A column that chooses no index: SQLite takes one for any range and then sorts, where walking the index of
 * the order and looking at each row is a hundred times faster. What names a single row may choose.
 */
const withoutIndex = (name: string) => (name === PRIMARY_KEY || name === 'plate_number' ? name : `+${name}`)

/** Lists share prepared statements: short ones by eights, filled up with their last value, long ones as JSON. */
function listText(list: readonly Value[], values: Value[]): string {
  if (list.length === 0 || list.length > 64) {
    values.push(JSON.stringify(list))
    return 'SELECT value FROM json_each(?)'
  }
  const length = Math.ceil(list.length / 8) * 8
  for (let index = 0; index < length; index++) values.push(list[Math.min(index, list.length - 1)] as Value)
  return Array(length).fill('?').join(', ')
}

/** Nulls are written out where there can be any: SQLite and PostgreSQL differ on where they stand. */
function orderClause(plan: Pick<Selection, 'order'>): string {
  const keys = plan.order.map(({ column, descending, nullsFirst }) => {
    const nulls = column.nullable ? ` NULLS ${nullsFirst ? 'FIRST' : 'LAST'}` : ''
    return `${column.name}${descending ? ' DESC' : ' ASC'}${nulls}`
  })
  return ` ORDER BY ${keys.join(', ')}`
}
