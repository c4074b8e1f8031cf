/** What a server over PostgreSQL hears from its database every second: whether it answers, and whether the data have changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DataFault } from '#data/data-fault.ts'
import type { Database } from '#data/tables.ts'
import { createLiveReader } from '#services/live-reader.ts'
import type { Log } from '#services/log.ts'

const VERSION_EVERY_MS = 1_000
/** Without an answer for so long, a read waits for the next answer, and gives up without one. */
const SILENT_AFTER_MS = 3_000
const PATIENCE_MS = 1_000

export interface Versions {
  version: string
  salesVersion: string
}

/** Follows the versions of the data, which the view latest_change has. */
export function followVersion(database: Database, log: Log) {
  let versions: Versions | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let answeredAt = performance.now()
  const listeners: (() => void)[] = []
  const { refresh, stop } = createLiveReader({
    everyMs: VERSION_EVERY_MS,
    log,
    failure: 'Changes of the backend are not noticed: its view latest_change cannot be read',
    async read() {
      const latest = sql<Versions>`SELECT version, sales_version FROM latest_change`
      const { rows } = await latest.execute(database).catch((error: DataFault) => {
        if (error.kind === 'failed') answeredAt = performance.now()
        throw error
      })
      const [read = null] = rows
      const hasChanged = versions !== null && versions.version !== read?.version
      versions = read
      readAt = answeredAt = performance.now()
      if (hasChanged) for (const listener of listeners) listener()
    },
  })
  void refresh()
  return {
    refresh,
    stop,
    /** Asks once more if nothing was heard for so long, and waits for a second at most. */
    async isAnswering(withinMs = SILENT_AFTER_MS): Promise<boolean> {
      const isSilent = () => performance.now() - answeredAt > withinMs
      if (isSilent()) await Promise.race([refresh(), sleep(PATIENCE_MS)])
      return !isSilent()
    },
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Null if it was not read for as long. */
    current: (of: keyof Versions, maxAgeMs: number) =>
      versions && performance.now() - readAt < maxAgeMs ? versions[of] : null,
  }
}
