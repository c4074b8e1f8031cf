import type { Database } from '#data/tables.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { longDay } from '#shared/text/format.ts'
import { THE_SITE } from '../audit/actor.ts'
import { applyWrites, ChangeConflict, type Write } from '../changes/call-change.ts'
import type { Log } from '../log.ts'
import { londonDay } from '../london-time.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import { releaseReservations } from '../stock/reservations.ts'
import { listHoldingDeals, listOverdueDeals, paymentsOf } from './deal-store.ts'
import { type Deal, paidOf, payBy } from './deal-types.ts'
import { releaseWrites } from './hold-plate.ts'
import { settledBy } from './money-steps.ts'
import { readClaims, readHolders } from './read-claims.ts'
import { dealWrite, eventWrite } from './write-deal.ts'

interface EndRunnerOptions {
  client: BackendClient
  database: Database
  log: Log
  now?(): Date
  everyMs?: number
}

const EVERY_MS = 60_000

/** Ends reservations, quotes, bids and unpaid orders after their last day, every minute. Several servers may run this. */
export function createEndRunner({ log, everyMs, now = () => new Date(), ...data }: EndRunnerOptions) {
  return new PeriodicRunner({
    everyMs: everyMs ?? EVERY_MS,
    log,
    failure: 'Reservations and quotes cannot be ended',
    async run() {
      const { lapsed, released, expired } = await endOverdue(data, now())
      if (lapsed > 0) log.info(`Orders that nobody paid in time: ${lapsed}`)
      if (released > 0) log.info(`Reserved plates back on sale: ${released}`)
      if (expired > 0) log.info(`Quotes and bids that ended: ${expired}`)
    },
  })
}

/** What the runner does once. @returns how many of each */
export async function endOverdue(
  { client, database }: Pick<EndRunnerOptions, 'client' | 'database'>,
  now: Date,
) {
  return {
    lapsed: await lapseDeals(client, now),
    released: await releaseReservations(database, now, await readHolders(client)),
    expired: await expireDeals(client, now),
  }
}

/** Ends quotes and bids that nobody agreed to by their last day in London. @returns how many ended. */
export async function expireDeals(client: BackendClient, now: Date): Promise<number> {
  const overdue = (await listOverdueDeals(client, londonDay(now))).filter(({ isOnHold }) => !isOnHold)
  const payments = await paymentsByDeal(client, overdue)
  return countWritten(client, overdue, (deal) => {
    const what = `The ${deal.kind === 'sale' ? 'quote' : 'bid'} for ${deal.registration} ended on ${longDay(deal.validUntil)}`
    const ended = { outcome: 'expired', endedAt: now.toISOString() } as const
    const settled = settledBy({ ...deal, ...ended }, payments.get(deal.id) ?? [])
    return [dealWrite(deal, { ...ended, ...settled }), eventWrite(deal.enquiryId, THE_SITE, what)]
  })
}

/** Puts plates back on sale that somebody agreed to buy and of which nothing was paid by the day. @returns how many. */
export async function lapseDeals(client: BackendClient, now: Date): Promise<number> {
  const today = londonDay(now)
  const agreed = (await listHoldingDeals(client)).filter(
    ({ soldOn, isOnHold }) => soldOn === null && !isOnHold,
  )
  const due = agreed.filter((deal) => (payBy(deal, 0) ?? today) < today)
  const payments = await paymentsByDeal(client, due)
  const unpaid = due.filter(({ id }) => paidOf(payments.get(id) ?? []) <= 0)
  const claims = await readClaims(client, unpaid)
  return countWritten(client, unpaid, (deal) => {
    const what = `${deal.registration}: nothing was paid by ${longDay(payBy(deal, 0) ?? today)}, so it is no longer held`
    return [
      dealWrite(deal, { lapsedOn: today }),
      ...releaseWrites({ deal, actor: THE_SITE }, claims(deal).plate),
      eventWrite(deal.enquiryId, THE_SITE, what),
    ]
  })
}

async function paymentsByDeal(client: BackendClient, deals: readonly Deal[]) {
  const ids = deals.map(({ id }) => id)
  return Map.groupBy(await paymentsOf(client, ids), ({ dealId }) => dealId)
}

/** Each in a transaction of its own; one that another server or person has changed is left to the next run. */
async function countWritten(
  client: BackendClient,
  deals: readonly Deal[],
  writesOf: (deal: Deal) => Write[],
): Promise<number> {
  let written = 0
  for (const deal of deals) {
    try {
      await applyWrites(client, writesOf(deal))
      written++
    } catch (error) {
      if (!(error instanceof ChangeConflict)) throw error
    }
  }
  return written
}
