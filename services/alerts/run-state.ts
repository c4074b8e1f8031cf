/** How far the alerts have come, in one row of `site_state` that servers take turns to hold. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { requireRows } from '../../app/shared/backend/response.ts'

export interface RunState {
  /** The newest batch of changes that was taken, and the newest of which every mail is queued. */
  taken: number
  done: number
  /** The newest batch that the weekly mails have told, and the one that those being queued go up to. */
  weeklyDone: number
  weeklyTo: number | null
  /** The day of the last weekly mails, as 2026-11-23. */
  weeklyDay: string | null
  /** Which server works on it, and until when. */
  holder: string | null
  heldUntil: string | null
}

const NAME = 'alerts'
const FIRST: RunState = {
  taken: 0,
  done: 0,
  weeklyDone: 0,
  weeklyTo: null,
  weeklyDay: null,
  holder: null,
  heldUntil: null,
}

/** Whether a run was interrupted: of what it took, not every mail is queued. @throws DataError */
export async function isInterrupted(client: BackendClient): Promise<boolean> {
  const [known] = requireRows(await client.from('site_state').select('value').eq('name', NAME))
  if (!known) return false
  const { taken, done, weeklyTo }: RunState = { ...FIRST, ...JSON.parse(String(known.value)) }
  return taken !== done || weeklyTo !== null
}

/** Thrown where another server has taken the state since it was read. */
export class StateLost extends Error {
  override name = 'StateLost'
}

/** The state as one server holds it: every change compares with what was read, so that only one server gets through. */
export class HeldState {
  readonly #client: BackendClient
  #stored: string
  state: RunState

  private constructor(client: BackendClient, stored: string) {
    this.#client = client
    this.#stored = stored
    this.state = { ...FIRST, ...JSON.parse(stored) }
  }

  /** @returns null while another server holds it. @throws DataError */
  static async take(
    client: BackendClient,
    holder: string,
    now: Date,
    leaseMs: number,
  ): Promise<HeldState | null> {
    const row = { name: NAME, value: JSON.stringify(FIRST) }
    await client.from('site_state').upsert(row, { onConflict: 'name', ignoreDuplicates: true })
    const [known] = requireRows(await client.from('site_state').select('value').eq('name', NAME))
    if (!known) return null
    const held = new HeldState(client, String(known.value))
    const { heldUntil, holder: other } = held.state
    // A lease that ends later than ours could was made under a wrong clock.
    const end = Date.parse(heldUntil ?? '')
    if (other !== null && other !== holder && end > now.getTime() && end <= now.getTime() + 2 * leaseMs)
      return null
    try {
      await held.change({ holder, heldUntil: new Date(now.getTime() + leaseMs).toISOString() })
    } catch (error) {
      if (error instanceof StateLost) return null
      throw error
    }
    return held
  }

  /** @throws StateLost, DataError */
  async change(changes: Partial<RunState>): Promise<void> {
    const state = { ...this.state, ...changes }
    const value = JSON.stringify(state)
    const update = this.#client
      .from('site_state')
      .update({ value })
      .eq('name', NAME)
      .eq('value', this.#stored)
    const rows = requireRows(await update.select('value'))
    if (rows.length === 0) throw new StateLost('Another server has taken over the alerts')
    this.#stored = value
    this.state = state
  }
}
