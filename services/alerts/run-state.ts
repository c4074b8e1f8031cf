/** The progress of the alerts, in one row of `site_state` that servers lease in turn. */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'

interface RunState {
  /** The newest batch of changes that was claimed, and the newest batch whose emails are all queued. */
  taken: number
  done: number
  /** The newest batch covered by the weekly emails, and the last batch of those that are being queued. */
  weeklyDone: number
  weeklyTo: number | null
  /** The day of the last weekly emails, as 2026-11-23. */
  weeklyDay: string | null
  /** The server that holds the lease, and its end. */
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

/** Reads the stored state without taking it. */
export async function readState(client: BackendClient): Promise<RunState> {
  const [known] = requireRows(await client.from('site_state').select('value').eq('name', NAME))
  return { ...FIRST, ...(known ? JSON.parse(String(known.value)) : {}) }
}

/** Whether a run was interrupted before all its emails were queued. */
export async function isInterrupted(client: BackendClient): Promise<boolean> {
  const { taken, done, weeklyTo } = await readState(client)
  return taken !== done || weeklyTo !== null
}

/** Thrown if another server has changed the state since it was read. */
export class StateLost extends Error {
  override name = 'StateLost'
}

/**
 * The state while this server holds the lease. Every change compares with what was read, so that only one server
 * succeeds.
 */
export class HeldState {
  readonly #client: BackendClient
  #stored: string
  state: RunState

  private constructor(client: BackendClient, stored: string) {
    this.#client = client
    this.#stored = stored
    this.state = { ...FIRST, ...JSON.parse(stored) }
  }

  /** @returns null while another server holds it. */
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
    // A lease that ends later than a lease of ours could was written by a wrong clock.
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

  /** @throws StateLost */
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
