import {
  columnUnwritable,
  conflictColumnUnknown,
  conflictTargetUnknown,
  filterMissing,
  limitWithoutOrder,
  tableForbidden,
} from './errors.ts'
import { type BodyRow, parseBody } from './parse-body.ts'
import {
  checkColumns,
  checkPreferences,
  findTable,
  planConditions,
  planOrder,
  returnedColumns,
  type Selection,
} from './plan.ts'
import { type QueryParams, readMediaType, readQueryParams, readRange } from './query-params.ts'
import type { ParsedRequest } from './request.ts'
import { type Column, PRIMARY_KEY, type Role, type Schema, type Table, type UniqueKey } from './schema.ts'

type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

export interface Conflict {
  readonly key: UniqueKey
  readonly resolution: 'merge' | 'ignore'
}

export interface WritePlan {
  readonly method: WriteMethod
  readonly table: Table
  readonly returns: 'minimal' | 'representation' | 'headers-only'
  readonly columns: readonly Column[]
  readonly wantsObject: boolean
  readonly countsRows: boolean
  readonly written: readonly Column[]
  readonly rows: readonly BodyRow[]
  readonly fillsDefaults: boolean
  /** null: a duplicate key is refused. */
  readonly conflict: Conflict | null
  /** The rows of a PATCH or DELETE; null: there is nothing to write. */
  readonly selection: Selection | null
}

/** MAX_ROWS bounds responses, not changes. */
const UNLIMITED = -1

/** Runs before the body is read. @throws RestError */
export function checkWritable(
  schema: Schema,
  { method, preferences }: ParsedRequest,
  tableName: string,
  role: Role,
): void {
  const table = findTable(schema, tableName)
  const isAdding = method === 'POST' && preferences.resolution !== 'resolution=merge-duplicates'
  if (role !== 'service_role' || table.kind === 'view' || (table.isAppendOnly && !isAdding))
    throw tableForbidden(table, role)
}

export function planWrite(
  schema: Schema,
  request: ParsedRequest,
  tableName: string,
  body: Uint8Array | null,
): WritePlan {
  const method = request.method as WriteMethod
  const { preferences } = request
  const params = readQueryParams(request, tableName)
  const range = readRange(request, params)
  const rows = body ? parseBody(body, request.contentType, params.columns !== null) : []
  const table = findTable(schema, tableName)
  const written = writtenColumns(params, rows, table)
  if (params.selectError) throw params.selectError
  const wantsObject = readMediaType(request.accept) === 'object'
  checkPreferences(request)
  if (method !== 'POST') {
    if ((params.limit ?? params.offset) !== null && params.order.length === 0) throw limitWithoutOrder()
    if (params.filters.length + params.logic.length === 0)
      throw filterMissing(method === 'PATCH' ? 'UPDATE' : 'DELETE')
  }
  const returns = (preferences.return?.slice('return='.length) ?? 'minimal') as WritePlan['returns']
  const isEmpty = method === 'PATCH' && written.length === 0
  const trees = [...params.logic, ...params.filters]
  const conflict = method === 'POST' ? planConflict(params, preferences.resolution, table) : null
  const isSelected = method !== 'POST' && !isEmpty
  if (isSelected) checkColumns(trees, table)
  const columns = returns === 'minimal' || isEmpty ? [] : returnedColumns(params, table)
  const hasRange = params.limit !== null || params.offset !== null

  return {
    method,
    table,
    returns,
    columns,
    wantsObject,
    countsRows: preferences.count !== undefined,
    written,
    rows,
    fillsDefaults: params.columns !== null && preferences.missing === 'missing=default',
    conflict,
    selection: isSelected
      ? {
          table,
          rowsOfRole: null,
          order: planOrder(hasRange || returns !== 'minimal' ? params.order : [], table),
          conditions: planConditions(trees, table),
          offset: hasRange ? range.offset : 0,
          limit: hasRange ? range.limit : UNLIMITED,
        }
      : null,
  }
}

function writtenColumns(params: QueryParams, rows: readonly BodyRow[], table: Table): Column[] {
  const names = params.columns ?? Object.keys(rows[0] ?? {})
  return names.map((name) => {
    const column = table.columns.get(name)
    if (!column) throw columnUnwritable(table.name, name)
    return column
  })
}

function planConflict(params: QueryParams, resolution: string | undefined, table: Table): Conflict | null {
  if (!resolution) return null
  const names = params.conflictColumns ?? [PRIMARY_KEY]
  for (const name of names) if (!table.columns.has(name)) throw conflictColumnUnknown(name)
  const key = table.uniqueKeys.find(
    ({ columns }) => columns.length === names.length && columns.every((name) => names.includes(name)),
  )
  if (!key) throw conflictTargetUnknown()
  return { key, resolution: resolution === 'resolution=merge-duplicates' ? 'merge' : 'ignore' }
}
