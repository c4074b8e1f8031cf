/**
 * From a request's words and body to the plan of a write. Only the service key writes, only to tables, and
 * never to every row at once for want of a condition. The rules of the data are the database's own.
 */

import {
  columnUnwritable,
  conflictColumnUnknown,
  conflictTargetUnknown,
  filterMissing,
  limitWithoutOrder,
  tableForbidden,
} from './errors.ts'
import { parseBody, type SentRow } from './parse-body.ts'
import {
  checkColumns,
  checkPreferences,
  findTable,
  planConditions,
  planOrder,
  type QueryParams,
  readMediaType,
  readQueryParams,
  readRange,
  returnedColumns,
  type Selection,
} from './plan.ts'
import type { BackendRequest } from './request.ts'
import { type Column, PRIMARY_KEY, type Role, type Table, type UniqueKey } from './schema.ts'

export type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

export interface Conflict {
  readonly key: UniqueKey
  readonly resolution: 'merge' | 'ignore'
}

export interface WritePlan {
  readonly method: WriteMethod
  readonly table: Table
  readonly returns: 'minimal' | 'representation' | 'headers-only'
  /** What a representation shows. */
  readonly columns: readonly Column[]
  readonly wantsObject: boolean
  readonly countsRows: boolean
  /** Columns that the request sets, and what it sends for them. */
  readonly written: readonly Column[]
  readonly rows: readonly SentRow[]
  /** Whether what a row does not name gets its default, in place of null. */
  readonly fillsDefaults: boolean
  /** What happens to a row that is there already; null: it is refused. */
  readonly conflict: Conflict | null
  /** The rows that a PATCH or DELETE is about; null: none, since there is nothing to write. */
  readonly selection: Selection | null
}

/** Every row that is meant, unless the request says fewer: the cap on answers is none on changes. */
const UNLIMITED = -1

/** Refuses before a body is read what is not to be written at all. */
export function checkWritable({ method, preferences }: BackendRequest, tableName: string, role: Role): void {
  const table = findTable(tableName)
  const isAdding = method === 'POST' && preferences.resolution !== 'resolution=merge-duplicates'
  if (role !== 'service_role' || table.kind === 'view' || (table.isAppendOnly && !isAdding))
    throw tableForbidden(table, role)
}

export function planWrite(request: BackendRequest, tableName: string, body: Uint8Array | null): WritePlan {
  const method = request.method as WriteMethod
  const { preferences } = request
  const params = readQueryParams(request, tableName)
  const range = readRange(request, params)
  const rows = body ? parseBody(body, request.contentType, params.columns !== null) : []
  const table = findTable(tableName)
  const written = writtenColumns(params, rows, table)
  if (params.selectFault) throw params.selectFault
  const wantsObject = readMediaType(request.accept) === 'object'
  checkPreferences(request)
  if (method !== 'POST') {
    if ((params.limit ?? params.offset) !== null && params.order.length === 0) throw limitWithoutOrder()
    if (params.filters.length + params.logic.length === 0)
      throw filterMissing(method === 'PATCH' ? 'UPDATE' : 'DELETE')
  }
  const returns = (preferences.return?.slice('return='.length) ?? 'minimal') as WritePlan['returns']
  const isIdle = method === 'PATCH' && written.length === 0
  const trees = [...params.logic, ...params.filters]
  const conflict = method === 'POST' ? planConflict(params, preferences.resolution, table) : null
  const isSelected = method !== 'POST' && !isIdle
  if (isSelected) checkColumns(trees, table)
  const columns = returns === 'minimal' || isIdle ? [] : returnedColumns(params, table)
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

/** The columns that are named, or the keys of the rows. */
function writtenColumns(params: QueryParams, rows: readonly SentRow[], table: Table): Column[] {
  const names = params.columns ?? Object.keys(rows[0] ?? {})
  return names.map((name) => {
    const column = table.columns.get(name)
    if (!column) throw columnUnwritable(table.name, name)
    return column
  })
}

/** Without `on_conflict` a row is told by its primary key; the order of the columns does not matter. */
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
