import type { BackendClient } from '#shared/data/client.ts'
import type { Log } from '../log.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import { areManySales, isUpToDate, publishSnapshot } from './publish.ts'
import type { Snapshot } from './snapshot.ts'

export const SNAPSHOT_NOT_RENEWED = 'The static exports could not be brought up to date with the sales'

interface FollowOptions {
  client: BackendClient
  dataDir: string
  current(): Promise<Snapshot | null>
  /** Changes when the sales may have changed; null while the database cannot be read. */
  salesVersion(): string | null
  log: Pick<Log, 'error'>
  everyMs?: number
}

/** Changes of one minute are one export, and are in it well within five minutes. */
const EVERY_MS = 60_000

/**
 * Publishes the static exports again when the sales have changed, and after a start if they changed meanwhile. Many sales are
 * left to a timer (decision 034).
 */
export function createSalesFollower(options: FollowOptions): PeriodicRunner {
  const { client, dataDir, current, salesVersion, log, everyMs = EVERY_MS } = options
  let followed: string | null = null
  return new PeriodicRunner({
    everyMs,
    log,
    failure: SNAPSHOT_NOT_RENEWED,
    async run() {
      // Read before the sales: a change in between is found by the next run.
      const version = salesVersion()
      if (version === null || version === followed) return
      if (!(await areManySales(client))) {
        const snapshot = await current()
        if (!snapshot || !(await isUpToDate(client, snapshot))) await publishSnapshot(client, dataDir)
      }
      followed = version
    },
  })
}
