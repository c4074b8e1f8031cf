/** The audit trail: who changed what, and when. Entries are only added, and contain no personal data of visitors. */
import { containsText } from '#data/contains-text.ts'
import type { Reader, Row, Transaction } from '#data/tables.ts'
import { readTime, type Time } from '#data/times.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { type Actor, commandOf, parseCommand } from './actor.ts'

interface AuditRecord extends Actor {
  id: string
  /** Of a person at the desk, who may have changed the name since; null for commands. */
  personId: string | null
  at: Time
  action: string
  /** One sentence. */
  change: string
}

/** What an entry says; the database adds the rest. */
interface AuditRow {
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
 * Adds the entry of a change to the change's own transaction.
 * @param change without visitors' personal data.
 */
export async function noteChange(
  transaction: Transaction,
  actor: Actor,
  action: string,
  change: string,
): Promise<void> {
  await transaction
    .insertInto('audit')
    .values(toAuditRow(actor, action, change))
    .execute()
}

interface AuditQuery {
  /** The `at` of an entry, as an address has it; another text is ignored. */
  before?: string | null
  /** Part of the person's name, ignoring case. */
  person?: string
  limit?: number
}

/**
 * Latest first. A page may exceed `limit`: entries with the same time stay together, so that the `at` of the last one is
 * the `before` of the next page.
 */
export async function listAudit(
  reader: Reader,
  { before, person, limit = DEFAULT_LIMIT }: AuditQuery = {},
): Promise<AuditRecord[]> {
  const count = Math.min(limit, MAX_LIMIT)
  const all = reader.selectFrom('audit').selectAll()
  const ofPerson = person ? all.where(containsText('person', person)) : all
  const until = readTime(before ?? '')
  const earlier = until ? ofPerson.where('at', '<', until) : ofPerson
  const records = (await earlier.orderBy('at', 'desc').orderBy('id').limit(count).execute()).map(toRecord)
  const last = records.at(-1)
  if (!last || records.length < count) return records
  const rest = ofPerson.where('at', '=', last.at).where('id', '>', last.id).orderBy('id')
  return [...records, ...(await rest.execute()).map(toRecord)]
}

export async function findAudit(reader: Reader, id: string): Promise<AuditRecord | null> {
  const row = await reader.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** The whole trail, newest last. */
export async function readAudit(reader: Reader): Promise<AuditRecord[]> {
  return (await reader.selectFrom('audit').selectAll().orderBy('at').orderBy('id').execute()).map(toRecord)
}

const toRecord = ({ command, ...row }: Row<'audit'>): AuditRecord => ({ ...row, ...parseCommand(command) })
