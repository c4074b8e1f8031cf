/** What `sending.ts` says, over the REST contract: for a move, whose target is known by its contract alone. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireSuccess } from '#shared/data/response.ts'
import { type Closed, SENDING_STATE } from './sending.ts'

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
