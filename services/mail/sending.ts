/**
 * While a site moves from one backend to another, both contain the same pending emails. A row of `site_state` disables
 * sending on one of them, so that only one sends at any moment: the source until the move is complete, the target
 * afterwards.
 */
import type { Database, Reader } from '#data/tables.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { readState, writeState } from '../site-state.ts'

export interface Closed {
  /** `copy`: not complete yet; `moved`: no longer in use. */
  kind: 'copy' | 'moved'
  /** The backend that sends instead. */
  other: string
  /** ISO time. */
  at: string
}

/** The name of the row of `site_state`, of which each backend has its own. */
export const SENDING_STATE = 'sending'

/** Null if the backend sends. */
export async function readClosed(reader: Reader): Promise<Closed | null> {
  return JSON.parse((await readState(reader, SENDING_STATE)) ?? 'null')
}

export const pauseSending = (database: Database, closed: Closed): Promise<void> =>
  action(database, 'pause sending', (transaction) =>
    writeState(transaction, SENDING_STATE, JSON.stringify(closed)),
  )

/** @param actor who wants it; null if a move ends with it */
export const resumeSending = (database: Database, actor: Actor | null = null): Promise<void> =>
  action(database, 'resume sending', async (transaction) => {
    await transaction.deleteFrom('siteState').where('name', '=', SENDING_STATE).execute()
    if (actor) await noteChange(transaction, actor, 'move', 'opened for sending e-mail again')
  })

/** A description for the log, the desk and the doctor. */
export function describeClosed({ kind, other, at }: Closed): string {
  const day = at.slice(0, 10)
  return kind === 'moved'
    ? `This backend was moved to ${other} on ${day}, which now sends the e-mails. Enquiries, replies and alerts here are stored but not sent`
    : `This backend is an unfinished copy of ${other}, which still sends the e-mails. Enquiries, replies and alerts here are stored but not sent until the move is finished`
}
