import type { Database, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { longDay } from '#shared/text/format.ts'
import { action } from '../action.ts'
import { THE_SITE } from '../audit/actor.ts'
import type { Log } from '../log.ts'
import { londonDay } from '../london-time.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import { releaseReservations } from '../stock/reservations.ts'
import { listHoldingDeals, listOverdueDeals, paymentsOf, readDealToChange } from './deal-store.ts'
import { type Deal, paidOf, payBy } from './deal-types.ts'
import { lockClaim, releasePlate } from './hold-plate.ts'
import { settledBy } from './money-steps.ts'
import { readHolders } from './read-claims.ts'
import { insertEvent, updateDeal } from './write-deal.ts'

interface EndRunnerOptions {
  database: Database
  log: Log
  now?(): Date
  everyMs?: number
}

const EVERY_MS = 60_000

/** Ends reservations, quotes, bids and unpaid orders after their last day, every minute. Several servers may run this. */
export function createEndRunner({ database, log, everyMs, now = () => new Date() }: EndRunnerOptions) {
  return new PeriodicRunner({
    everyMs: everyMs ?? EVERY_MS,
    log,
    failure: 'Reservations and quotes cannot be ended',
    async run() {
      const { lapsed, released, expired } = await endOverdue(database, now())
      if (lapsed > 0) log.info(`Orders that nobody paid in time: ${lapsed}`)
      if (released > 0) log.info(`Reserved plates back on sale: ${released}`)
      if (expired > 0) log.info(`Quotes and bids that ended: ${expired}`)
    },
  })
}

/** What the runner does once. @returns how many of each */
export async function endOverdue(database: Database, now: Date) {
  return {
    lapsed: await lapseDeals(database, now),
    released: await releaseReservations(database, now, await readHolders(database)),
    expired: await expireDeals(database, now),
  }
}

/** Ends quotes and bids that nobody agreed to by their last day in London. @returns how many ended. */
export async function expireDeals(database: Database, now: Date): Promise<number> {
  const overdue = (await listOverdueDeals(database, londonDay(now))).filter(({ isOnHold }) => !isOnHold)
  return changeEach(database, 'end a quote', overdue, async (transaction, deal) => {
    const what = `The ${deal.kind === 'sale' ? 'quote' : 'bid'} for ${deal.registration} ended on ${longDay(deal.validUntil)}`
    const ended = { outcome: 'expired', endedAt: toTime(now) } as const
    const settled = settledBy({ ...deal, ...ended }, await paymentsOf(transaction, [deal.id]))
    await updateDeal(transaction, deal, { ...ended, ...settled })
    await insertEvent(transaction, deal.enquiryId, THE_SITE, what)
    return true
  })
}

/** Puts plates back on sale that somebody agreed to buy and of which nothing was paid by the day. @returns how many. */
export async function lapseDeals(database: Database, now: Date): Promise<number> {
  const today = londonDay(now)
  const due = (await listHoldingDeals(database)).filter(
    (deal) => deal.soldOn === null && !deal.isOnHold && (payBy(deal, 0) ?? today) < today,
  )
  return changeEach(database, 'lapse a deal', due, async (transaction, deal) => {
    if (paidOf(await paymentsOf(transaction, [deal.id])) > 0) return false
    const what = `${deal.registration}: nothing was paid by ${longDay(payBy(deal, 0) ?? today)}, so it is no longer held`
    const { plate } = await lockClaim({ transaction, deal })
    await updateDeal(transaction, deal, { lapsedOn: today })
    await releasePlate({ transaction, deal, actor: THE_SITE }, plate)
    await insertEvent(transaction, deal.enquiryId, THE_SITE, what)
    return true
  })
}

/** Each in a transaction of its own; one that another server or person has changed is left to the next run. */
async function changeEach(
  database: Database,
  name: 'end a quote' | 'lapse a deal',
  deals: readonly Deal[],
  change: (transaction: Transaction, deal: Deal) => Promise<boolean>,
): Promise<number> {
  let changed = 0
  for (const { id, updatedAt } of deals) {
    const isChanged = await action(database, name, async (transaction) => {
      const deal = await readDealToChange(transaction, id)
      return deal?.updatedAt === updatedAt && change(transaction, deal)
    })
    if (isChanged) changed++
  }
  return changed
}
