/** The progress of the alerts, in one row of `site_state`. */
import type { Reader, Transaction } from '#data/tables.ts'
import { readState } from '../site-state.ts'

interface RunState {
  /** The newest batch of changes that was claimed, and the newest batch whose emails are all queued. */
  taken: number
  done: number
  /** The newest batch covered by the weekly emails. */
  weeklyDone: number
  /** The day of the last weekly emails, as 2026-11-23. */
  weeklyDay: string | null
}

/** The state with the text of its row, by which a change by another server is noticed; null if there is no row yet. */
export interface SeenState {
  state: RunState
  stored: string | null
}

const NAME = 'alerts'
const FIRST: RunState = { taken: 0, done: 0, weeklyDone: 0, weeklyDay: null }

export async function readRunState(reader: Reader): Promise<SeenState> {
  const stored = await readState(reader, NAME)
  return { state: { ...FIRST, ...JSON.parse(stored ?? '{}') }, stored }
}

/** @returns whether no other server has changed it since it was read */
export async function changeState(
  transaction: Transaction,
  { state, stored }: SeenState,
  changes: Partial<RunState>,
): Promise<boolean> {
  const value = JSON.stringify({ ...state, ...changes })
  const written =
    stored === null
      ? transaction
          .insertInto('siteState')
          .values({ name: NAME, value })
          .onConflict((same) => same.column('name').doNothing())
          .returning('name')
      : transaction
          .updateTable('siteState')
          .set({ value })
          .where('name', '=', NAME)
          .where('value', '=', stored)
          .returning('name')
  return (await written.execute()).length === 1
}
