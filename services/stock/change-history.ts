/** The changes of stock that can be undone: one entry per change, for any number of plates. */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { type Actor, parseCommand } from '../audit/actor.ts'
import { findAudit } from '../audit/audit-log.ts'
import { UNDO_DAYS } from './stock-store.ts'

export interface StockBatch {
  /** The argument of `undoChange`. */
  batch: string
  /** ISO time. */
  at: string
  person: string
  via: Actor['via']
  /** 'sold', 'undo …'; for commands 'plates sold'. */
  action: string
  /** 'AB 1 sold for £850, its sale recorded' */
  change: string
  /** An undo is also a change, and can be undone by its batch. */
  kind: 'change' | 'undo'
  isUndone: boolean
}

const UNDO = /(?:^|\s)undo ([0-9a-f-]{36})$/

/** The batch that an action undid: 'undo 7d…' and 'plates undo 7d…'. */
export const undoneBy = (action: string): string | null => UNDO.exec(action)?.[1] ?? null

export const isUndoOf = (action: string, batch: string): boolean => undoneBy(action) === batch

/** An action as a sentence names it: 'sold'; of an undo, what it undid instead of the id: 'undo of sold'. @throws DataError */
export async function nameAction(client: BackendClient, action: string): Promise<string> {
  const batch = undoneBy(action)
  if (!batch) return action
  const undone = (await findAudit(client, batch))?.action
  return undone && !undoneBy(undone) ? `undo of ${undone}` : 'undo'
}

const READ_ROWS = 500
/** The number of ids in one URL. */
const MAX_BATCHES = 100
const DAY_MS = 86_400_000

interface ChangeQuery {
  now: Date
  /** Limits the entries to this plate. */
  plateId?: string | undefined
  /** At most 100. */
  limit?: number
}

/**
 * Latest first. The batches come from the changes of plates; the sentences come from the audit trail, which has an
 * entry for each batch under the same id.
 * @throws DataError
 */
export async function listChanges(
  client: BackendClient,
  { now, plateId, limit: asked = 50 }: ChangeQuery,
): Promise<StockBatch[]> {
  const limit = Math.min(asked, MAX_BATCHES)
  const since = new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString()
  const found = new Map<string, Omit<StockBatch, 'change' | 'kind' | 'isUndone'>>()
  while (found.size < limit) {
    let read = client.from('plate_changes').select('batch,at,person,action').gte('at', since)
    if (plateId) read = read.eq('plate_id', plateId)
    // A batch of thousands of rows is excluded from the next read instead of being paged through.
    if (found.size > 0) read = read.not('batch', 'in', `(${[...found.keys()]})`)
    const rows = requireRows(await read.order('at', { ascending: false }).order('id').limit(READ_ROWS))
    if (rows.length === 0) break
    for (const { batch, at, person, action } of rows)
      if (!found.has(String(batch)))
        found.set(String(batch), {
          batch: String(batch),
          at: String(at),
          person: String(person),
          ...parseCommand(String(action)),
        })
  }
  const batches = [...found.values()].slice(0, limit)
  const sentences = await readSentences(
    client,
    batches.map(({ batch }) => batch),
  )
  const undone = new Set<string>()
  return batches.map((batch) => {
    const undoes = undoneBy(batch.action)
    const isUndone = undone.has(batch.batch)
    if (undoes && !isUndone) undone.add(undoes)
    return {
      ...batch,
      change: sentences.get(batch.batch) ?? batch.action,
      kind: undoes ? 'undo' : 'change',
      isUndone,
    }
  })
}

async function readSentences(client: BackendClient, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = requireRows(
    await client
      .from('audit')
      .select('id,change')
      .in('id', [...ids]),
  )
  return new Map(rows.map(({ id, change }) => [String(id), String(change)]))
}
