/** One call of `change_stock` or `change_sales`: one transaction, with one entry in the audit trail. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { findAudit, toAuditRow } from '../audit/audit-log.ts'

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

/**
 * Writes everything or nothing.
 * @param others arguments of this function alone
 * @throws ChangeConflict; DataError with code 23505 if another row has the key of one of them, or the batch was used
 * before
 */
export async function callChange(
  client: BackendClient,
  name: 'change_stock' | 'change_sales',
  { actor, action, change, batch = null, changes }: ChangeCall<object>,
  others: object = {},
): Promise<WrittenChange> {
  const { person, command, change: sentence } = toAuditRow(actor, action, change)
  const call = { ...others, person, action: command, change: sentence, batch, changes }
  const response = await client.rpc(name, call)
  if (response.error?.code === CONFLICT) throw new ChangeConflict(parseRegistrations(response.error.details))
  const [result] = requireRows(response)
  if (!result) throw new DataError({ message: 'The backend returned no result' }, response.status)
  return result as unknown as WrittenChange
}

/** Whether the call with this batch was carried out, if its response was lost. @throws DataError */
export const wasWritten = async (client: BackendClient, batch: string): Promise<boolean> =>
  (await findAudit(client, batch)) !== null

function parseRegistrations(details: string): string[] {
  try {
    const parsed: unknown = JSON.parse(details)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}
