/**
 * While a site moves from one backend to another, both contain the same pending emails. A row of `site_state` disables
 * sending on one of them, so that only one sends at any moment: the source until the move is complete, the target
 * afterwards.
 */
import type { Reader } from '#data/tables.ts'

export interface Closed {
  /** `copy`: not complete yet; `moved`: no longer in use. */
  kind: 'copy' | 'moved'
  /** The backend that sends instead. */
  other: string
  /** ISO time. */
  at: string
}

export const SENDING_STATE = 'sending'

/** Null if the backend sends. */
export async function readClosed(reader: Reader): Promise<Closed | null> {
  const state = reader.selectFrom('siteState').select('value').where('name', '=', SENDING_STATE)
  const row = await state.executeTakeFirst()
  return row ? (JSON.parse(row.value) as Closed) : null
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
