import type { Database } from '#data/tables.ts'
import type { Log } from '../log.ts'
import { type FollowedSettings, readLatestSettings } from '../settings/live-settings.ts'
import { applyRetention, describeSuspension } from './retention.ts'

export const REMOVAL_SUSPENDED = 'Old enquiries are not removed'

interface ScheduledRetention {
  database: Database
  dataDir: string
  settings: FollowedSettings
  log: Log
  afterRetention?: ((now: Date) => void) | undefined
  now?: Date
}

/** Removes what is older than the firm keeps it, unless the clock has jumped. */
export async function runScheduledRetention({
  database,
  dataDir,
  settings,
  log,
  afterRetention,
  now = new Date(),
}: ScheduledRetention): Promise<void> {
  const { retentionMonths } = (await readLatestSettings(settings)).privateSettings
  const result = await applyRetention({ database, dataDir, months: retentionMonths, now })
  if (result.isSuspended) return log.error(REMOVAL_SUSPENDED, describeSuspension(result, now))
  if (result.enquiries > 0)
    log.info(`Removed ${result.enquiries} enquiries that were older than ${retentionMonths} months.`)
  afterRetention?.(now)
}
