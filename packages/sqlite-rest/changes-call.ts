/** The common arguments of `change_stock` and `change_sales`. */
import type { Row } from './change-rows.ts'
import { argumentUnknown, bodyInvalid, changedTwice, changesInvalid, columnUnchangeable } from './errors.ts'
import { type BodyRow, isRow, parseBody, parseBodyValue } from './parse-body.ts'
import type { Column, Table } from './schema.ts'

/** Columns that identify a row or are set by the function. */
export const OWN = ['id', 'created_at', 'updated_at']

const ID: Column = { name: 'id', type: 'uuid', nullable: false }
const MOMENT: Column = { name: 'updated_at', type: 'timestamptz', nullable: false }

/** The arguments for the audit trail, the batch and the list of changes. */
export const SHARED_ARGUMENTS = ['person', 'action', 'change', 'batch', 'changes'] as const

/** @throws RestError unless the body has these arguments and no others */
export function readArguments(
  name: string,
  expected: readonly string[],
  body: Uint8Array,
  contentType: string | null,
): BodyRow {
  const [sent, ...others] = parseBody(body, contentType, true)
  if (!sent || others.length > 0) throw bodyInvalid()
  const unknown = Object.keys(sent).find((given) => !expected.includes(given))
  if (unknown !== undefined) throw argumentUnknown(name, unknown)
  if (!expected.every((wanted) => Object.hasOwn(sent, wanted)))
    throw argumentUnknown(name, Object.keys(sent).join(', '))
  return sent
}

export const readText = (sent: BodyRow, name: string): string | null =>
  parseBodyValue({ name, type: 'text', nullable: true }, sent[name] ?? null) as string | null

/** @param what the kind of row. @throws RestError */
export function readCall<Change extends ChangedRow>(
  sent: BodyRow,
  what: 'plate' | 'sale',
  read: (change: unknown) => Change,
): ChangesCall<Change> {
  const entry = {
    person: readText(sent, 'person') as string,
    command: readText(sent, 'action') as string,
    change: readText(sent, 'change') as string,
  }
  const batch = parseBodyValue({ ...ID, name: 'batch' }, sent.batch) as string | null
  if (!Array.isArray(sent.changes)) throw changesInvalid('changes must be a list')
  const changes = sent.changes.map(read)
  const ids = changes.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw changedTwice(what)
  return { entry, batch, changes }
}

/** What both functions are given. */
export interface ChangesCall<Change> {
  /** For the audit trail. */
  readonly entry: { readonly person: string; readonly command: string; readonly change: string }
  readonly batch: string | null
  readonly changes: readonly Change[]
}

export interface ChangedRow {
  readonly id: string | null
  /** The updated_at that the caller saw; null: unconditional. */
  readonly seenAt: string | null
  readonly isRemoval: boolean
}

/**
 * @param objects keys whose values are objects of columns.
 * @param others further keys of a change. @throws RestError
 */
export function readChange(
  sent: unknown,
  objects: readonly string[],
  others: readonly string[] = [],
): { row: ChangedRow; sent: BodyRow } {
  if (!isRow(sent) || !objects.every((name) => sent[name] == null || isRow(sent[name])))
    throw changesInvalid(
      `a change must be an object with the object${objects.length > 1 ? 's' : ''} ${objects.join(' and ')}`,
    )
  const known = ['id', 'seen_at', 'remove', ...objects, ...others]
  const unknown = Object.keys(sent).find((name) => !known.includes(name))
  if (unknown !== undefined) throw changesInvalid(`a change has no ${unknown.slice(0, 200)}`)
  return {
    sent,
    row: {
      id: parseBodyValue(ID, sent.id ?? null) as string | null,
      seenAt: parseBodyValue(MOMENT, sent.seen_at ?? null) as string | null,
      isRemoval:
        parseBodyValue({ name: 'remove', type: 'boolean', nullable: true }, sent.remove ?? null) === 1,
    },
  }
}

/** @throws RestError */
export function readColumns(table: Table, sent: unknown, unwritable: readonly string[]): Row {
  if (!isRow(sent)) return {}
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const column = table.columns.get(name)
      if (!column || unwritable.includes(name)) throw columnUnchangeable(table.name, name)
      return [name, parseBodyValue(column, value)]
    }),
  )
}
