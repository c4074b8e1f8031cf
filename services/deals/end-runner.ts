import type { BackendClient } from '#shared/data/client.ts'
import type { Log } from '../log.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import { releaseReservations } from '../stock/reservations.ts'
import { expireDeals } from './expire-deals.ts'

interface EndRunnerOptions {
  client: BackendClient
  log: Log
  now?(): Date
  everyMs?: number
}

const EVERY_MS = 60_000

/** Ends reservations, quotes and bids after their last day, every minute. Several servers may run this. */
export function createEndRunner({
  client,
  log,
  now = () => new Date(),
  everyMs = EVERY_MS,
}: EndRunnerOptions): PeriodicRunner {
  return new PeriodicRunner({
    everyMs,
    log,
    failure: 'Reservations and quotes cannot be ended',
    async run() {
      const released = await releaseReservations(client, now())
      if (released > 0) log.info(`Reserved plates back on sale: ${released}`)
      const expired = await expireDeals(client, now())
      if (expired > 0) log.info(`Quotes and bids that ended: ${expired}`)
    },
  })
}
