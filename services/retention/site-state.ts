import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'

const CLOCK_SEEN_AT = 'clock_seen_at'

export async function readClockSeenAt(client: BackendClient): Promise<Date | null> {
  const rows = requireRows(await client.from('site_state').select('value').eq('name', CLOCK_SEEN_AT))
  const moment = Date.parse(String(rows[0]?.value))
  return Number.isNaN(moment) ? null : new Date(moment)
}

export async function writeClockSeenAt(client: BackendClient, at: Date): Promise<void> {
  const row = { name: CLOCK_SEEN_AT, value: at.toISOString() }
  requireSuccess(await client.from('site_state').upsert(row, { onConflict: 'name' }))
}
