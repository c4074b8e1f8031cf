import type { BackendClient } from '#shared/data/client.ts'
import type { Log } from '../log.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import { releaseReservations } from './reservations.ts'

interface ReservationRunnerOptions {
  client: BackendClient
  log: Log
  now?(): Date
  everyMs?: number
}

const EVERY_MS = 60_000

/** Checks every minute for expired reservations. Several servers may run this, because a release can be repeated. */
export function createReservationRunner({
  client,
  log,
  now = () => new Date(),
  everyMs = EVERY_MS,
}: ReservationRunnerOptions): PeriodicRunner {
  return new PeriodicRunner({
    everyMs,
    log,
    failure: 'Reservations cannot be released',
    async run() {
      const released = await releaseReservations(client, now())
      if (released > 0) log.info(`Reserved plates back on sale: ${released}`)
    },
  })
}
