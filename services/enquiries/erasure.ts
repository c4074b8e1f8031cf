/**
 * Removed enquiries stay readable in the embedded database's log until that is emptied, which another connection
 * that is just reading can prevent. So the running site tries again and again; the office relies on it.
 */
import type { EmbeddedBackend } from '../../packages/sqlite-rest/open-backend.ts'
import type { Log } from '../log.ts'
import { retentionLimit } from './retention.ts'

const EVERY_MS = 600_000
/** How long the entries of the office's audit trail are kept. */
export const AUDIT_RETENTION_MONTHS = 24

export interface Erasure {
  afterRetention(now: Date): void
  stop(): void
}

export function openErasure(backend: EmbeddedBackend, log: Log): Erasure {
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log.error('What was removed could not be erased from the database', error)
    }
  }
  const timer = setInterval(() => attempt(() => backend.truncateLog()), EVERY_MS)
  timer.unref()
  return {
    afterRetention(now) {
      attempt(() => backend.removeAuditBefore(retentionLimit(now, AUDIT_RETENTION_MONTHS)))
      attempt(() => backend.truncateLog())
    },
    stop: () => clearInterval(timer),
  }
}
