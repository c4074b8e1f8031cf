import type { Enquiries } from '#services/enquiries/service.ts'
import type { Log } from '#services/log.ts'
import type { BackendClient } from '#shared/data/client.ts'

export interface Readiness {
  isReady: boolean
  status: string
  reason?: string | undefined
}

/** Whether pages can be read and an enquiry can be stored: for /readyz and the metrics. Never throws. */
export type CheckReadiness = (requestId: string) => Promise<Readiness>

export function createReadinessCheck(client: BackendClient, enquiries: Enquiries, log: Log): CheckReadiness {
  return async (requestId) => {
    const { error } = await client.from('plates').select('id').limit(1)
    if (error) log.error('The backend does not answer', error, requestId)
    if (error) return { isReady: false, status: 'backend does not answer' }
    const { canStore, reason } = await enquiries.checkStorage(requestId)
    if (!canStore) return { isReady: false, status: 'enquiries cannot be stored', reason }
    return { isReady: true, status: 'ready' }
  }
}
