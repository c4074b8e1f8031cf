import { inParts } from '#data/stored-rows.ts'
import type { Reader } from '#data/tables.ts'
import { type Time, toTime } from '#data/times.ts'
import { findAudit } from '../audit/audit-log.ts'

/** How long changes of the stock and of recorded sales can be undone. */
export const UNDO_DAYS = 30
export const ALREADY_UNDONE = 'This change has already been undone.'
export const NO_SUCH_CHANGE = `There is no such change in the last ${UNDO_DAYS} days. Older changes cannot be undone.`

const UNDO = /(?:^|\s)undo ([0-9a-f-]{36})$/

/** The batch that an action undid: 'undo 7d…'. */
const undoneBy = (action: string): string | null => UNDO.exec(action)?.[1] ?? null

/** An action in words: 'sold'; for an undo, what it undid instead of the id: 'undo of sold'. */
export async function nameAction(reader: Reader, action: string): Promise<string> {
  const batch = undoneBy(action)
  if (!batch) return action
  const undone = (await findAudit(reader, batch))?.action
  return undone && !undoneBy(undone) ? `undo of ${undone}` : 'undo'
}

const MAX_UNDOS = 1000
const DAY_MS = 86_400_000

/** What is older can no longer be undone. */
export const undoableSince = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

export const isKept = (at: string, now: Date) => Date.parse(at) >= undoableSince(now).getTime()

/**
 * Which entries of the audit trail are changes of stock or of recorded sales that can still be undone, and which of
 * those have been undone.
 * @returns whether each is undone, by the id of the entry, which is the batch.
 */
export async function findUndoableBatches(
  reader: Reader,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, boolean>> {
  const since = toTime(undoableSince(now))
  const kept: string[] = []
  for (const part of inParts(ids))
    for (const table of ['plateChanges', 'saleChanges'] as const) {
      const changes = reader
        .selectFrom(table as 'plateChanges')
        .select('batch')
        .distinct()
      const rows = await changes.where('batch', 'in', part).where('at', '>=', since).execute()
      kept.push(...rows.map(({ batch }) => batch))
    }
  if (kept.length === 0) return new Map()
  const undone = await readUndone(reader, since)
  return new Map(kept.map((batch) => [batch, undone.has(batch)]))
}

/** An undo may itself be undone, so go through the latest first. */
async function readUndone(reader: Reader, since: Time): Promise<Set<string>> {
  const undos = reader.selectFrom('audit').select(['id', 'command']).where('command', 'like', '%undo %')
  const latestFirst = undos.where('at', '>=', since).orderBy('at', 'desc').orderBy('id').limit(MAX_UNDOS)
  const undone = new Set<string>()
  for (const { id, command } of await latestFirst.execute()) {
    const batch = undoneBy(command)
    if (batch && !undone.has(id)) undone.add(batch)
  }
  return undone
}
