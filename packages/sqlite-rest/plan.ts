/** Errors come in PostgREST's order: syntax, range, media type, table, columns, operators, values. */
import {
  columnUnknown,
  integerOutOfRange,
  notBoolean,
  patternNotText,
  preferenceInvalid,
  tableForbidden,
  tableUnknown,
} from './errors.ts'
import type { Comparison, OrderKey, Tree } from './grammar.ts'
import { likePattern } from './like-pattern.ts'
import { parseValue } from './parse-value.ts'
import { type QueryParams, readMediaType, readQueryParams, readRange } from './query-params.ts'
import type { ParsedRequest } from './request.ts'
import type { Column, Schema, Table } from './schema.ts'

export type Value = string | number

export type TypedTerm =
  | { kind: 'compare'; column: Column; negated: boolean; operator: Comparison; value: Value }
  /** `value` is a pattern of LIKE. */
  | { kind: 'pattern'; column: Column; negated: boolean; foldsCase: boolean; value: string }
  | { kind: 'list'; column: Column; negated: boolean; values: Value[] }
  | { kind: 'is'; column: Column; negated: boolean; value: 'null' | 'true' | 'false' }

export type Condition =
  | TypedTerm
  | { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Condition[] }

export interface ReadPlan {
  readonly table: Table
  readonly conditions: readonly Condition[]
  readonly publicRows: string | null
  readonly order: readonly { column: Column; descending: boolean; nullsFirst: boolean }[]
  readonly offset: number
  readonly limit: number
  /** The offset for error messages; `offset` is cut to a safe integer. */
  readonly exactOffset: bigint
  readonly columns: readonly Column[]
  readonly countsRows: boolean
  readonly wantsObject: boolean
  readonly wantsRows: boolean
}

const MAX_BIGINT = 9_223_372_036_854_775_807n

export function planRead(schema: Schema, request: ParsedRequest, tableName: string): ReadPlan {
  const params = readQueryParams(request, tableName)
  const range = readRange(request, params)
  if (params.selectError) throw params.selectError
  const wantsObject = readMediaType(request.accept) === 'object'
  const { refused, count } = request.preferences
  if (refused.length > 0) throw preferenceInvalid([...refused])
  const table = schema.get(tableName)
  if (!table) throw tableUnknown(tableName)
  if (table.anonReads === 'none') throw tableForbidden(table)

  const columns = returnedColumns(params, table)
  const trees = [...params.logic, ...params.filters]
  checkColumns(trees, table)
  const order = planOrder(params.order, table, columns)
  const conditions = trees.map((tree) => typeConditions(tree, table))
  if (range.exactOffset > MAX_BIGINT) throw integerOutOfRange(String(range.exactOffset), 'bigint')

  return {
    table,
    columns,
    conditions,
    publicRows: typeof table.anonReads === 'object' ? table.anonReads.where : null,
    order,
    ...range,
    countsRows: count !== undefined,
    wantsObject,
    wantsRows: request.method === 'GET',
  }
}

function requireColumn(table: Table, name: string): Column {
  const column = table.columns.get(name)
  if (!column) throw columnUnknown(table.name, name)
  return column
}

function returnedColumns(params: QueryParams, table: Table): Column[] {
  const columns = params.select.flatMap((name) =>
    name === '*' ? [...table.columns.values()] : [requireColumn(table, name)],
  )
  return [...new Set(columns)]
}

/**
 * Appends the table's identity to make the order total, unless ties are indistinguishable because all columns are in
 * it.
 */
function planOrder(keys: OrderKey[], table: Table, shown: readonly Column[]): ReadPlan['order'] {
  const order: { column: Column; descending: boolean; nullsFirst: boolean }[] = []
  for (const key of keys) {
    const column = requireColumn(table, key.column)
    if (!order.some((earlier) => earlier.column === column)) order.push({ ...key, column })
  }
  if (order.length > 0 && shown.every((column) => order.some((key) => key.column === column))) return order
  for (const name of table.identity)
    if (!order.some((key) => key.column.name === name))
      order.push({ column: requireColumn(table, name), descending: false, nullsFirst: false })
  return order
}

/** Checks columns and operators of all conditions before any value. */
function checkColumns(trees: readonly Tree[], table: Table): void {
  for (const tree of trees) {
    if (tree.kind === 'group') {
      checkColumns(tree.parts, table)
      continue
    }
    const column = requireColumn(table, tree.column)
    if (tree.kind === 'pattern' && column.type !== 'text')
      throw patternNotText(column.type, tree.foldsCase ? '~~*' : '~~')
    if (tree.kind === 'is' && tree.value !== 'null' && column.type !== 'boolean')
      throw notBoolean(tree.value.toUpperCase(), column.type)
  }
}

function typeConditions(tree: Tree, table: Table): Condition {
  if (tree.kind === 'group') return { ...tree, parts: tree.parts.map((part) => typeConditions(part, table)) }
  const column = requireColumn(table, tree.column)
  switch (tree.kind) {
    case 'compare':
      return { ...tree, column, value: parseValue(column.type, tree.value) }
    case 'list':
      return { ...tree, column, values: tree.values.map((value) => parseValue(column.type, value)) }
    case 'is':
      return { ...tree, column, value: tree.value === 'unknown' ? 'null' : tree.value }
    case 'pattern':
      return { ...tree, column, value: likePattern(tree.value) }
  }
}
