/**
 * The function `correct_sale`, equivalent to the SQL function in supabase/migrations: changes or removes one sale and
 * adds its entry to `corrections`, in one transaction.
 */
import { argumentUnknown, bodyInvalid, changesMissing, columnUnknown, functionForbidden } from './errors.ts'
import { type BodyRow, parseBody, parseBodyValue } from './parse-body.ts'
import { type Condition, findTable, planOrder, type Value } from './plan.ts'
import type { WritePlan } from './plan-write.ts'
import type { Column, ColumnType, Role, Table } from './schema.ts'

export const CORRECT_SALE = 'correct_sale'

const ARGUMENTS = {
  explorer: 'text',
  plate_number: 'text',
  sale_id: 'uuid',
  seen_at: 'timestamptz',
  kind: 'text',
  change: 'text',
  reason: 'text',
} as const satisfies Record<string, ColumnType>

type Argument = keyof typeof ARGUMENTS

/** The columns of an entry that the caller gives. */
const LOGGED = ['explorer', 'plate_number', 'kind', 'change', 'reason'] as const satisfies Argument[]

export interface Correction {
  /** The update or deletion; it affects one sale, or none if the sale has changed since the caller read it. */
  readonly sale: WritePlan
  /** The entry in the log. */
  readonly entry: WritePlan
}

/** Runs before the body is read. @throws RestError */
export function checkMayCorrect(role: Role): void {
  if (role !== 'service_role') throw functionForbidden(CORRECT_SALE)
}

/** @throws RestError */
export function planCorrection(body: Uint8Array, contentType: string | null): Correction {
  const [sent, ...others] = parseBody(body, contentType, true)
  if (!sent || others.length > 0) throw bodyInvalid()
  const { changes, ...given } = sent
  const values = parseArguments(given)
  const table = findTable(values.explorer === 'jersey' ? 'jersey_sales' : 'sales')
  const isRemoval = values.kind === 'removed'
  return {
    sale: planSale(table, values, isRemoval ? null : changedColumns(table, changes)),
    entry: planEntry(values),
  }
}

function parseArguments(given: BodyRow): Record<Argument, Value | null> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(ARGUMENTS, name)) throw argumentUnknown(CORRECT_SALE, name)
  const values = Object.entries(ARGUMENTS).map(([name, type]) => {
    if (!Object.hasOwn(given, name)) throw argumentUnknown(CORRECT_SALE, Object.keys(given).join(', '))
    return [name, parseBodyValue({ name, type, nullable: true }, given[name])]
  })
  return Object.fromEntries(values)
}

function changedColumns(table: Table, changes: unknown): { written: Column[]; row: BodyRow } {
  const isObject = typeof changes === 'object' && changes !== null && !Array.isArray(changes)
  const row = (isObject ? changes : {}) as BodyRow
  const written = Object.keys(row).map((name) => {
    const column = table.columns.get(name)
    if (!column) throw columnUnknown(table.name, name)
    return column
  })
  if (written.length === 0) throw changesMissing()
  return { written, row }
}

const PLAIN = {
  returns: 'minimal',
  columns: [],
  wantsObject: false,
  countsRows: false,
  fillsDefaults: false,
  conflict: null,
} as const

function planSale(
  table: Table,
  values: Record<Argument, Value | null>,
  changed: { written: Column[]; row: BodyRow } | null,
): WritePlan {
  const seen = { id: values.sale_id, plate_number: values.plate_number, updated_at: values.seen_at }
  const conditions = Object.entries(seen).map(([name, value]): Condition => {
    const column = table.columns.get(name) as Column
    return value === null
      ? { kind: 'list', column, negated: false, values: [] } // null equals nothing
      : { kind: 'compare', column, negated: false, operator: 'eq', value }
  })
  return {
    ...PLAIN,
    method: changed ? 'PATCH' : 'DELETE',
    table,
    written: changed?.written ?? [],
    rows: changed ? [changed.row] : [],
    selection: { table, conditions, rowsOfRole: null, order: planOrder([], table), offset: 0, limit: 1 },
  }
}

function planEntry(values: Record<Argument, Value | null>): WritePlan {
  const table = findTable('corrections')
  return {
    ...PLAIN,
    method: 'POST',
    table,
    returns: 'representation',
    columns: [...table.columns.values()],
    written: LOGGED.map((name) => table.columns.get(name) as Column),
    rows: [Object.fromEntries(LOGGED.map((name) => [name, values[name]]))],
    selection: null,
  }
}
