/**
 * Deleted rows stay readable in the embedded database's write-ahead log until it is truncated. A concurrent reader can
 * prevent that, so the running site retries periodically.
 */
import type { EmbeddedBackend } from '../../packages/sqlite-rest/open-backend.ts'
import type { Log } from '../log.ts'
import { retentionLimit } from './retention.ts'

const TRUNCATE_EVERY_MS = 600_000
const AUDIT_RETENTION_MONTHS = 24

export interface Erasure {
  afterRetention(now: Date): void
  stop(): void
}

export function openErasure(backend: EmbeddedBackend, log: Log): Erasure {
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log.error('Deleted data could not be erased from the database log', error)
    }
  }
  const timer = setInterval(() => attempt(() => backend.truncateLog()), TRUNCATE_EVERY_MS)
  timer.unref()
  return {
    afterRetention(now) {
      attempt(() => backend.removeAuditBefore(retentionLimit(now, AUDIT_RETENTION_MONTHS)))
      attempt(() => backend.truncateLog())
    },
    stop: () => clearInterval(timer),
  }
}
