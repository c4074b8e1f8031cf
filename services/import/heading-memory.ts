/** Remembers people's answers about headings, so that each heading is asked about once. */

import type { Database, Reader, Transaction } from '#data/tables.ts'
import { headingKey } from '#shared/cells/headings.ts'
import { byExplorer } from '#shared/sales/explorers.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { isUuid } from '../uuid.ts'
import type { ListKind } from './list-kinds.ts'

const MAX_REMEMBERED = 1000

/**
 * Keys have a prefix per kind of list, because a price means a different column in stock and in sales. No heading key
 * has a colon.
 */
const PREFIXES: Record<ListKind, string> = { stock: '', ...byExplorer(() => 'sales:'), auction: 'auction:' }

/** @returns the key of a heading → its column, or `-` if it is not imported. */
export const recallHeadings = async (reader: Reader, kind: ListKind): Promise<Map<string, string>> =>
  (await recallAllHeadings(reader))(kind)

/** The answers for every kind of list, in one read. */
export async function recallAllHeadings(reader: Reader): Promise<(kind: ListKind) => Map<string, string>> {
  const remembered = await listRememberedHeadings(reader)
  return (kind) =>
    new Map(
      remembered
        .filter(({ list }) => PREFIXES[list] === PREFIXES[kind])
        .map(({ heading, column }) => [heading, column]),
    )
}

/** @param answers heading → column, or `-`. A later answer replaces an earlier one. */
export async function rememberHeadings(
  transaction: Transaction,
  { person }: Actor,
  kind: ListKind,
  answers: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = new Map<string, { heading: string; columnName: string; person: string }>()
  for (const [name, columnName] of answers) {
    const key = headingKey(name)
    const heading = PREFIXES[kind] + key
    // A column without a heading has no key to remember.
    if (key !== '' && !/^column [A-Z]+$/.test(name) && heading.length <= 200)
      rows.set(heading, { heading, columnName, person })
  }
  if (rows.size === 0) return
  await transaction
    .insertInto('importHeadings')
    .values([...rows.values()])
    .onConflict((same) =>
      same.column('heading').doUpdateSet(({ ref }) => ({
        columnName: ref('excluded.columnName'),
        person: ref('excluded.person'),
      })),
    )
    .execute()
}

interface RememberedHeading {
  id: string
  /** The kind of list; `uk` includes the lists of every explorer. */
  list: ListKind
  /** Lower case, without spaces and punctuation. */
  heading: string
  /** The column, or `-`. */
  column: string
}

export async function listRememberedHeadings(reader: Reader): Promise<RememberedHeading[]> {
  const rows = await reader
    .selectFrom('importHeadings')
    .select(['id', 'heading', 'columnName'])
    .orderBy('heading')
    .limit(MAX_REMEMBERED)
    .execute()
  return rows.map(({ id, heading: stored, columnName }) => {
    const [, prefix = '', heading = ''] = /^([a-z]+:)?(.*)$/.exec(stored) ?? []
    const list = prefix === 'sales:' ? 'uk' : prefix === 'auction:' ? 'auction' : 'stock'
    return { id, list, heading, column: columnName }
  })
}

/** Forgets an answer; the next list with this heading is asked about again. */
export async function forgetHeading(database: Database, id: string): Promise<void> {
  if (!isUuid(id)) return
  await action(database, 'forget a heading', (transaction) =>
    transaction.deleteFrom('importHeadings').where('id', '=', id).execute(),
  )
}
