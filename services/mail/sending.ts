/**
 * While a site moves from one backend to another, both contain the same pending emails. A row of `site_state` disables
 * sending on one of them, so that only one sends at any moment: the source until the move is complete, the target
 * afterwards.
 */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireSuccess } from '#shared/data/response.ts'

export interface Closed {
  /** `copy`: not complete yet; `moved`: no longer in use. */
  kind: 'copy' | 'moved'
  /** The backend that sends instead. */
  other: string
  /** ISO time. */
  at: string
}

export const SENDING_STATE = 'sending'

/** Null if the backend sends, which includes one without the table. */
export async function readClosed(client: BackendClient): Promise<Closed | null> {
  const { data, error, status } = await client.from('site_state').select('value').eq('name', SENDING_STATE)
  if (error && status === 404) return null
  if (error) throw new DataError(error, status)
  const [row] = data
  return row ? (JSON.parse(String(row.value)) as Closed) : null
}

export async function pauseOutbox(client: BackendClient, closed: Closed): Promise<void> {
  const row = { name: SENDING_STATE, value: JSON.stringify(closed) }
  requireSuccess(await client.from('site_state').upsert(row, { onConflict: 'name' }))
}

export async function openForSending(client: BackendClient): Promise<void> {
  requireSuccess(await client.from('site_state').delete().eq('name', SENDING_STATE))
}

/** Identifies the row of `site_state`; each backend has its own. */
export const isSendingState = (row: Record<string, unknown>): boolean => row.name === SENDING_STATE

/** A description for the log, the desk and the doctor. */
export function describeClosed({ kind, other, at }: Closed): string {
  const day = at.slice(0, 10)
  return kind === 'moved'
    ? `This backend was moved to ${other} on ${day}, which now sends the e-mails. Enquiries, replies and alerts here are stored but not sent`
    : `This backend is an unfinished copy of ${other}, which still sends the e-mails. Enquiries, replies and alerts here are stored but not sent until the move is finished`
}
