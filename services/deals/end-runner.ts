import type { BackendClient } from '#shared/data/client.ts'
import { longDay } from '#shared/text/format.ts'
import { THE_SITE } from '../audit/actor.ts'
import { applyWrites, ChangeConflict } from '../changes/call-change.ts'
import type { Log } from '../log.ts'
import { londonDay } from '../london-time.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import { releaseReservations } from '../stock/reservations.ts'
import { listOverdueDeals } from './deal-store.ts'
import { dealWrite, eventWrite } from './write-deal.ts'

interface EndRunnerOptions {
  client: BackendClient
  log: Log
  now?(): Date
  everyMs?: number
}

const EVERY_MS = 60_000

/** Ends reservations, quotes and bids after their last day, every minute. Several servers may run this. */
export function createEndRunner({ client, log, everyMs, now = () => new Date() }: EndRunnerOptions) {
  return new PeriodicRunner({
    everyMs: everyMs ?? EVERY_MS,
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

/** Ends quotes and bids that nobody agreed to by their last day in London. @returns how many ended. */
export async function expireDeals(client: BackendClient, now: Date): Promise<number> {
  let ended = 0
  for (const deal of await listOverdueDeals(client, londonDay(now))) {
    const what = `The ${deal.kind === 'sale' ? 'quote' : 'bid'} for ${deal.registration} ended on ${longDay(deal.validUntil)}`
    try {
      await applyWrites(client, [
        dealWrite(deal, { outcome: 'expired', endedAt: now.toISOString() }),
        eventWrite(deal.enquiryId, THE_SITE, what),
      ])
      ended++
    } catch (error) {
      // Another server or person was faster.
      if (!(error instanceof ChangeConflict)) throw error
    }
  }
  return ended
}
