/**
 * The audit trail: who changed what, and when. Entries are append-only and contain no personal data of visitors. Stock
 * changes add their own entries (services/stock/stock-store.ts).
 */
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { containsPattern } from '#shared/list/rest-text.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { type Actor, commandOf, parseCommand } from './actor.ts'

interface AuditRecord extends Actor {
  id: string
  /** Of a person at the desk, who may have changed the name since; null for commands. */
  personId: string | null
  at: string
  action: string
  /** One sentence. */
  change: string
}

/** A row of the table `audit`, as it is stored. */
export interface AuditRow {
  person: string
  command: string
  change: string
}

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000
const MAX_LENGTH = { person: 200, command: 100, change: 2000 } as const

/** Escapes control characters, since the trail is printed on terminals, and cuts long texts. */
export const toAuditRow = (actor: Actor, action: string, change: string): AuditRow => ({
  person: escapeLine(actor.person, MAX_LENGTH.person),
  command: escapeLine(commandOf(actor, action), MAX_LENGTH.command),
  change: escapeLine(change, MAX_LENGTH.change),
})

/**
 * Adds an entry for a change other than one of stock.
 * @param change without visitors' personal data.
 */
export async function recordChange(
  client: BackendClient,
  actor: Actor,
  action: string,
  change: string,
): Promise<void> {
  requireSuccess(await client.from('audit').insert(toAuditRow(actor, action, change)))
}

interface AuditQuery {
  before?: string
  /** Part of the person's name, ignoring case. */
  person?: string
  limit?: number
}

/**
 * Latest first. A page may exceed `limit`: entries with the same time stay together, so that the `at` of the last one is
 * the `before` of the next page.
 */
export async function listAudit(
  client: BackendClient,
  { before, person, limit = DEFAULT_LIMIT }: AuditQuery = {},
): Promise<AuditRecord[]> {
  const count = Math.min(limit, MAX_LIMIT)
  const read = () => {
    const all = client.from('audit').select('*')
    return person ? all.ilike('person', containsPattern(person)) : all
  }
  const earlier = before ? read().lt('at', before) : read()
  const latest = await earlier.order('at', { ascending: false }).order('id').limit(count)
  const records = requireRows(latest).map(toRecord)
  const last = records.at(-1)
  if (!last || records.length < count) return records
  const rest = read().eq('at', last.at).gt('id', last.id).order('id')
  return [...records, ...requireRows(await rest).map(toRecord)]
}

export async function findAudit(client: BackendClient, id: string): Promise<AuditRecord | null> {
  const [row] = requireRows(await client.from('audit').select('*').eq('id', id))
  return row ? toRecord(row) : null
}

/** The whole trail, by id. */
export async function* readAudit(client: BackendClient): AsyncGenerator<AuditRecord, void> {
  for await (const row of readAll(client, 'audit')) yield toRecord(row)
}

const toRecord = ({ id, at, person, person_id, command, change }: Record<string, unknown>): AuditRecord => ({
  id: String(id),
  at: String(at),
  person: String(person),
  personId: person_id === null ? null : String(person_id),
  ...parseCommand(String(command)),
  change: String(change),
})
