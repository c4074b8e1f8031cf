/**
 * Builds the plan of a read: columns are checked against the table, values are typed, the range is bounded, and the
 * role's own condition is added. Errors come in PostgREST's order: syntax, range, media type, table, columns,
 * operators, values.
 */
import {
  columnUnknown,
  integerOutOfRange,
  limitNegative,
  mediaUnavailable,
  notBoolean,
  patternNotText,
  preferenceInvalid,
  type Refusal,
  rangeInverted,
  tableForbidden,
  tableUnknown,
} from './errors.ts'
import {
  type Comparison,
  ComplexityBudget,
  type OrderKey,
  parseFilter,
  parseKey,
  parseLogic,
  parseNames,
  parseOrder,
  parseSelect,
  type Term,
  type Tree,
} from './grammar.ts'
import { globPattern, likePattern } from './like-pattern.ts'
import { MAX_ROWS } from './limits.ts'
import { parseValue } from './parse-value.ts'
import type { BackendRequest } from './request.ts'
import { type Column, type Role, type Table, tables } from './schema.ts'

export type Value = string | number

export type Condition =
  | { kind: 'compare'; column: Column; negated: boolean; operator: Comparison; value: Value }
  | { kind: 'pattern'; column: Column; negated: boolean; match: 'glob' | 'like'; value: string }
  | { kind: 'list'; column: Column; negated: boolean; values: Value[] }
  | { kind: 'is'; column: Column; negated: boolean; value: 'null' | 'true' | 'false' }
  | { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Condition[] }

export interface Selection {
  readonly table: Table
  readonly conditions: readonly Condition[]
  /** SQL that limits the rows to those the role may see; added to whatever the request asks. */
  readonly rowsOfRole: string | null
  readonly order: readonly { column: Column; descending: boolean; nullsFirst: boolean }[]
  readonly offset: number
  readonly limit: number
}

export interface ReadPlan extends Selection {
  /** The offset for error messages; `offset` is cut to a safe integer. */
  readonly exactOffset: bigint
  readonly columns: readonly Column[]
  readonly countsRows: boolean
  readonly wantsObject: boolean
  readonly wantsRows: boolean
}

const logicKeys = new Set(['and', 'or', 'not.and', 'not.or'])

export function planRead(request: BackendRequest, tableName: string, role: Role): ReadPlan {
  const params = readQueryParams(request, tableName)
  const range = readRange(request, params)
  if (params.selectFault) throw params.selectFault
  const wantsObject = readMediaType(request.accept) === 'object'
  checkPreferences(request)
  const table = findTable(tableName)
  if (role === 'anon' && table.anonReads === 'none') throw tableForbidden(table, role)

  const columns = returnedColumns(params, table)
  const trees = [...params.logic, ...params.filters]
  checkColumns(trees, table)
  const order = planOrder(params.order, table, columns)
  const conditions = planConditions(trees, table)
  if (range.offsetBeyondBigint) throw integerOutOfRange(range.offsetBeyondBigint, 'bigint')

  return {
    table,
    columns,
    conditions,
    rowsOfRole: role === 'anon' && typeof table.anonReads === 'object' ? table.anonReads.where : null,
    order,
    offset: range.offset,
    exactOffset: range.exactOffset,
    limit: range.limit,
    countsRows: request.preferences.count !== undefined,
    wantsObject,
    wantsRows: request.method === 'GET',
  }
}

export function checkPreferences({ preferences }: BackendRequest): void {
  if (preferences.refused.length > 0) throw preferenceInvalid([...preferences.refused])
}

export function findTable(name: string): Table {
  const table = tables.get(name)
  if (!table) throw tableUnknown(name)
  return table
}

function columnOf(table: Table, name: string): Column {
  const column = table.columns.get(name)
  if (!column) throw columnUnknown(table.name, name)
  return column
}

export function returnedColumns(params: QueryParams, table: Table): Column[] {
  const columns = params.select.flatMap((name) =>
    name === '*' ? [...table.columns.values()] : [columnOf(table, name)],
  )
  return [...new Set(columns)]
}

/**
 * The requested order without repeated columns, followed by the table's identity, so that it is total. If all returned
 * columns are in the order, ties look alike and the identity is left out.
 */
export function planOrder(keys: OrderKey[], table: Table, shown?: readonly Column[]): Selection['order'] {
  const order: { column: Column; descending: boolean; nullsFirst: boolean }[] = []
  for (const key of keys) {
    const column = columnOf(table, key.column)
    if (!order.some((earlier) => earlier.column === column)) order.push({ ...key, column })
  }
  if (order.length > 0 && shown?.every((column) => order.some((key) => key.column === column))) return order
  for (const name of table.identity)
    if (!order.some((key) => key.column.name === name))
      order.push({ column: columnOf(table, name), descending: false, nullsFirst: false })
  return order
}

export const planConditions = (trees: Tree[], table: Table): Condition[] =>
  trees.map((tree) => typed(tree, table))

export interface QueryParams {
  select: string[]
  /** Syntactically valid and unsupported. */
  selectFault: Refusal | null
  logic: Tree[]
  filters: Term[]
  order: OrderKey[]
  limit: string | null
  offset: string | null
  /** For writes only. */
  columns: string[] | null
  conflictColumns: string[] | null
}

/** Of repeated parameters the last `limit` and `offset` count, and the first `select`, `order`, `columns`, `on_conflict`. */
export function readQueryParams(request: BackendRequest, tableName: string): QueryParams {
  let select: string | undefined
  let order: string | undefined
  let limit: string | null = null
  let offset: string | null = null
  let columns: string | undefined
  let conflictColumns: string | undefined
  const logic: (readonly [string, string])[] = []
  const filters: (readonly [string, string])[] = []
  for (const parameter of request.parameters) {
    const [key, value] = parameter
    if (key === 'select') select ??= value
    else if (key === 'order') order ??= value
    else if (key === 'limit') limit = value
    else if (key === 'offset') offset = value
    else if (key === 'columns') columns ??= value
    else if (key === 'on_conflict') conflictColumns ??= value
    else if (logicKeys.has(key)) logic.push(parameter)
    else filters.push(parameter)
  }
  const budget = new ComplexityBudget()
  return {
    order: order === undefined ? [] : parseOrder(order),
    logic: logic.map(([key, value]) => parseLogic(key, value, budget)),
    columns: columns === undefined ? null : parseNames('columns', columns),
    ...parseSelect(select ?? '*', tableName),
    filters: filters.map(([key, value]) => parseFilter(parseKey(key), value, budget)),
    limit,
    offset,
    conflictColumns: conflictColumns === undefined ? null : parseNames('on_conflict', conflictColumns),
  }
}

interface RowRange {
  exactOffset: bigint
  offset: number
  limit: number
  /** Set if the offset exceeds PostgreSQL's bigint; refused after the columns are checked. */
  offsetBeyondBigint: string | null
}

const MAX_BIGINT = 9_223_372_036_854_775_807n

/**
 * `limit` and `offset`, narrowed by the Range header of a GET, at most MAX_ROWS. As in PostgREST, a limit that is not a
 * number is ignored on its own and counts as 0 beside an offset.
 */
export function readRange(request: BackendRequest, params: QueryParams): RowRange {
  const limit = wholeNumber(params.limit) ?? (params.limit !== null && params.offset !== null ? 0n : null)
  let from = wholeNumber(params.offset) ?? 0n
  let to = limit === null ? null : from + limit - 1n
  // PostgREST represents "no rows" as an end of -1, even if a negative limit or offset leads to it.
  if (to === -1n) return { exactOffset: 0n, offset: 0, limit: 0, offsetBeyondBigint: null }
  const header = request.method === 'GET' && request.range ? /^(\d+)-(\d*)$/.exec(request.range) : null
  const lower = BigInt(header?.[1] ?? 0)
  const upper = header?.[2] ? BigInt(header[2]) : null
  if (upper !== null && lower > upper) throw rangeInverted()
  if (lower > from) from = lower
  if (upper !== null && (to === null || upper < to)) to = upper
  if (to !== null && from > to) throw limitNegative()
  const rows = to === null ? MAX_ROWS : to - from + 1n
  return {
    exactOffset: from,
    offset: Number(from < Number.MAX_SAFE_INTEGER ? from : Number.MAX_SAFE_INTEGER),
    limit: Number(rows < MAX_ROWS ? rows : MAX_ROWS),
    offsetBeyondBigint: from > MAX_BIGINT ? from.toString() : null,
  }
}

const wholeNumber = (text: string | null) =>
  text !== null && /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : null

/** The supported media type with the highest quality. @throws Refusal */
export function readMediaType(accept: string | null): 'array' | 'object' {
  if (accept === null || accept === '*/*' || accept === 'application/json') return 'array'
  const asked = accept.split(',').map((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return {
      type,
      strips: parameters.includes('nulls=stripped'),
      quality: quality ? Number(quality.slice(2)) || 0 : 1,
    }
  })
  for (const { type, strips } of asked.sort((a, b) => b.quality - a.quality)) {
    if (strips) continue
    if (type === '*/*' || type === 'application/json') return 'array'
    if (type === 'application/vnd.pgrst.array' || type === 'application/vnd.pgrst.array+json') return 'array'
    if (type === 'application/vnd.pgrst.object' || type === 'application/vnd.pgrst.object+json')
      return 'object'
  }
  throw mediaUnavailable(accept)
}

/** Checks columns and operators of all conditions before any value. @throws Refusal */
export function checkColumns(trees: readonly Tree[], table: Table): void {
  for (const tree of trees) {
    if (tree.kind === 'group') {
      checkColumns(tree.parts, table)
      continue
    }
    const column = columnOf(table, tree.column)
    if (tree.kind === 'pattern' && column.type !== 'text')
      throw patternNotText(column.type, tree.foldsCase ? '~~*' : '~~')
    if (tree.kind === 'is' && tree.value !== 'null' && column.type !== 'boolean')
      throw notBoolean(tree.value.toUpperCase(), column.type)
  }
}

function typed(tree: Tree, table: Table): Condition {
  if (tree.kind === 'group') return { ...tree, parts: tree.parts.map((part) => typed(part, table)) }
  const column = columnOf(table, tree.column)
  switch (tree.kind) {
    case 'compare':
      return { ...tree, column, value: parseValue(column.type, tree.value) }
    case 'list':
      return { ...tree, column, values: tree.values.map((value) => parseValue(column.type, value)) }
    case 'is':
      return { ...tree, column, value: tree.value === 'unknown' ? 'null' : tree.value }
    case 'pattern': {
      const { negated, value } = tree
      return tree.foldsCase
        ? { kind: 'pattern', column, negated, match: 'like', value: likePattern(value) }
        : { kind: 'pattern', column, negated, match: 'glob', value: globPattern(value) }
    }
  }
}
