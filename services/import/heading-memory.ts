/** Remembers people's answers about headings, so that each heading is asked about once. */

import { headingKey } from '#shared/cells/headings.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { byExplorer } from '#shared/sales/explorers.ts'
import type { Actor } from '../audit/actor.ts'
import type { ListKind } from './list-kinds.ts'

const MAX_REMEMBERED = 1000

/**
 * Keys have a prefix per kind of list, because a price means a different column in stock and in sales. No heading key
 * has a colon.
 */
const PREFIXES: Record<ListKind, string> = { stock: '', ...byExplorer(() => 'sales:'), auction: 'auction:' }

/** @returns the key of a heading → its column, or `-` if it is not imported. */
export const recallHeadings = async (client: BackendClient, kind: ListKind): Promise<Map<string, string>> =>
  (await recallAllHeadings(client))(kind)

/** The answers for every kind of list, in one request. */
export async function recallAllHeadings(
  client: BackendClient,
): Promise<(kind: ListKind) => Map<string, string>> {
  const remembered = await listRememberedHeadings(client)
  return (kind) =>
    new Map(
      remembered
        .filter(({ list }) => PREFIXES[list] === PREFIXES[kind])
        .map(({ heading, column }) => [heading, column]),
    )
}

/** @param answers heading → column, or `-`. A later answer replaces an earlier one. */
export async function rememberHeadings(
  client: BackendClient,
  actor: Actor,
  kind: ListKind,
  answers: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = new Map<string, { heading: string; column_name: string; person: string }>()
  for (const [name, column_name] of answers) {
    const key = headingKey(name)
    const heading = PREFIXES[kind] + key
    // A column without a heading has no key to remember.
    if (key !== '' && !/^column [A-Z]+$/.test(name) && heading.length <= 200)
      rows.set(heading, { heading, column_name, person: actor.person })
  }
  if (rows.size > 0)
    requireSuccess(await client.from('import_headings').upsert([...rows.values()], { onConflict: 'heading' }))
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

export async function listRememberedHeadings(client: BackendClient): Promise<RememberedHeading[]> {
  const rows = requireRows(
    await client.from('import_headings').select('*').order('heading').limit(MAX_REMEMBERED),
  )
  return rows.map((row) => {
    const [, prefix = '', heading = ''] = /^([a-z]+:)?(.*)$/.exec(String(row.heading)) ?? []
    const list = prefix === 'sales:' ? 'uk' : prefix === 'auction:' ? 'auction' : 'stock'
    return { id: String(row.id), list, heading, column: String(row.column_name) }
  })
}

/** Forgets an answer; the next list with this heading is asked about again. */
export async function forgetHeading(client: BackendClient, id: string): Promise<void> {
  if (/^[0-9a-f-]{36}$/.test(id)) requireSuccess(await client.from('import_headings').delete().eq('id', id))
}
