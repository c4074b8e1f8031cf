import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { findEntry } from '../audit/rest-audit-log.ts'

/** How long changes of the stock and of recorded sales can be undone. */
export const UNDO_DAYS = 30
export const ALREADY_UNDONE = 'This change has already been undone.'
export const NO_SUCH_CHANGE = `There is no such change in the last ${UNDO_DAYS} days. Older changes cannot be undone.`

const UNDO = /(?:^|\s)undo ([0-9a-f-]{36})$/

/** The batch that an action undid: 'undo 7d…'. */
const undoneBy = (action: string): string | null => UNDO.exec(action)?.[1] ?? null

/** An action in words: 'sold'; for an undo, what it undid instead of the id: 'undo of sold'. */
export async function nameAction(client: BackendClient, action: string): Promise<string> {
  const batch = undoneBy(action)
  if (!batch) return action
  const undone = (await findEntry(client, batch))?.action
  return undone && !undoneBy(undone) ? `undo of ${undone}` : 'undo'
}

const MAX_UNDOS = 1000
const DAY_MS = 86_400_000

const oldestKept = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

export const isKept = (at: string, now: Date) => Date.parse(at) >= oldestKept(now).getTime()

/**
 * Which entries of the audit trail are changes of stock or of recorded sales that can still be undone, and which of
 * those have been undone.
 * @returns whether each is undone, by the id of the entry, which is the batch.
 */
export async function findUndoableBatches(
  client: BackendClient,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, boolean>> {
  const since = oldestKept(now).toISOString()
  const kept = new Set([
    ...(await readKeptBatches(client, 'plate_changes', ids, since)),
    ...(await readKeptBatches(client, 'sale_changes', ids, since)),
  ])
  if (kept.size === 0) return new Map()
  const undone = await readUndone(client, since)
  return new Map([...kept].map((batch) => [batch, undone.has(batch)]))
}

async function readKeptBatches(
  client: BackendClient,
  table: 'plate_changes' | 'sale_changes',
  ids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const kept = new Set<string>()
  let open = [...ids]
  while (open.length > 0) {
    // A batch of thousands of rows fills a read alone, so it is excluded from the next one.
    const read = client.from(table).select('batch').in('batch', open).gte('at', since)
    const rows = requireRows(await read.order('id').limit(1000))
    if (rows.length === 0) break
    for (const { batch } of rows) kept.add(String(batch))
    if (rows.length < 1000) break
    open = open.filter((id) => !kept.has(id))
  }
  return kept
}

/** An undo may itself be undone, so go through the latest first. */
async function readUndone(client: BackendClient, since: string): Promise<Set<string>> {
  const undos = client.from('audit').select('id,command').like('command', '%undo %').gte('at', since)
  const latestFirst = undos.order('at', { ascending: false }).order('id').limit(MAX_UNDOS)
  const undone = new Set<string>()
  for (const { id, command } of requireRows(await latestFirst)) {
    const batch = undoneBy(String(command))
    if (batch && !undone.has(String(id))) undone.add(batch)
  }
  return undone
}
