/**
 * Calls of `change_stock` and `change_sales`, each with one entry in the audit trail, and of `apply_writes`, which carries out
 * several of them with other writes. Each is one transaction.
 */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { isUniqueViolation, requireRows } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { toAuditRow } from '../audit/audit-log.ts'
import { findEntry } from '../audit/rest-audit-log.ts'
import { ChangeRefusal } from './refusal.ts'

/** Someone else has changed or removed these plates or sales since they were read. Nothing has been written. */
export class ChangeConflict extends Error {
  override name = 'ChangeConflict'
  readonly registrations: readonly string[]

  constructor(registrations: readonly string[]) {
    super(`Changed in the meantime: ${registrations.join(', ')}`)
    this.registrations = registrations
  }
}

export interface ChangeCall<Change> {
  actor: Actor
  /** The action, as in the audit trail: 'sell', 'import', 'undo'. */
  action: string
  /** For the audit trail, a sentence without a full stop: 'AB12 CDE sold for £4,500'. */
  change: string
  /** A UUID chosen by the caller, so that a form that is sent twice is applied once. */
  batch?: string | null
  changes: readonly Change[]
}

export interface WrittenChange {
  /** Identifies the kept changes and the audit entry. */
  batch: string
  /** The number of plates or sales that changed; if it is 0, nothing has been written. */
  changed: number
}

const CONFLICT = 'PT409'
const CHECK_VIOLATION = '23514'
/** The rule of the triggers plates_insert_held and plates_update_held. */
const HELD = 'plates_held_check'

interface FunctionWrite {
  function: 'change_stock' | 'change_sales'
  arguments: object
}

/** @param others arguments of this function alone */
export function toWrite(
  name: FunctionWrite['function'],
  { actor, action, change, batch = null, changes }: ChangeCall<object>,
  others: object = {},
): FunctionWrite {
  const { person, command, change: sentence } = toAuditRow(actor, action, change)
  return {
    function: name,
    arguments: { ...others, person, action: command, change: sentence, batch, changes },
  }
}

/**
 * Writes everything or nothing.
 * @throws ChangeConflict; DataError with code 23505 if another row has the key of one of them, or the batch was used
 * before
 */
export const callChange = async (client: BackendClient, write: FunctionWrite): Promise<WrittenChange> =>
  (await callFunction(client, write.function, write.arguments)) as unknown as WrittenChange

async function callFunction(client: BackendClient, name: string, given: object) {
  const response = await client.rpc(name, given)
  if (response.error?.code === CHECK_VIOLATION && response.error.message.includes(HELD))
    throw new ChangeRefusal(
      'Somebody has agreed to buy one of these plates, so it cannot go on sale. Extend or end that deal first, or sell the plate through it.',
    )
  if (response.error?.code === CONFLICT) throw new ChangeConflict(parseRegistrations(response.error.details))
  const [result] = requireRows(response)
  if (!result) throw new DataError({ message: 'The backend returned no result' }, response.status)
  return result
}

type Columns = Record<string, unknown>

/** One write of `applyWrites`; `docs/contract.md` has the tables. */
export type Write =
  | { table: string; insert: Columns }
  /** `seen_at` is the `updated_at` as the person saw it; null: unconditional. */
  | { table: string; id: string; seen_at: string | null; update: Columns }
  | { table: string; id: string; remove: true }
  | FunctionWrite

/**
 * Writes everything or nothing.
 * @throws ChangeConflict that names the registrations, or the table of a row, that has changed or is gone
 */
export async function applyWrites(client: BackendClient, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await callFunction(client, 'apply_writes', { writes })
}

/** Whether the call with this batch was carried out, if its response was lost. */
export const wasWritten = async (client: BackendClient, batch: string): Promise<boolean> =>
  (await findEntry(client, batch)) !== null

/** Whether a call that failed was carried out all the same: its response was lost, and it was sent again. */
export const wasWrittenBefore = async (
  client: BackendClient,
  error: unknown,
  batch: string,
): Promise<boolean> =>
  (error instanceof ChangeConflict || isUniqueViolation(error)) && wasWritten(client, batch)

function parseRegistrations(details: string): string[] {
  try {
    const parsed: unknown = JSON.parse(details)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}
