/** Calls of `apply_writes` over the REST contract, for deals, which do not use data/ yet (docs/architecture.md). */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import { toAuditRow } from '../audit/audit-log.ts'
import { ChangeRefusal } from './refusal.ts'
import { type ChangeCall, ChangeConflict } from './write-changes.ts'

export { ChangeConflict } from './write-changes.ts'

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

function parseRegistrations(details: string): string[] {
  try {
    const parsed: unknown = JSON.parse(details)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}
