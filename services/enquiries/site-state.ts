/** State of the site that outlives a restart, in the table `site_state`. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'

const CLOCK_SEEN_AT = 'clock_seen_at'

export async function readClockSeenAt(client: BackendClient): Promise<Date | null> {
  const { data, error, status } = await client.from('site_state').select('value').eq('name', CLOCK_SEEN_AT)
  if (error) throw new DataError(error, status)
  if (!Array.isArray(data)) throw new DataError({ message: 'The backend did not answer with rows' }, status)
  const moment = Date.parse(String(data[0]?.value))
  return Number.isNaN(moment) ? null : new Date(moment)
}

export async function writeClockSeenAt(client: BackendClient, at: Date): Promise<void> {
  const { error, status } = await client
    .from('site_state')
    .upsert({ name: CLOCK_SEEN_AT, value: at.toISOString() }, { onConflict: 'name' })
  if (error) throw new DataError(error, status)
}
