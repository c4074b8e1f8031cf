import type { BackendClient } from '#shared/data/client.ts'
import { longDay } from '#shared/text/format.ts'
import type { Actor } from '../audit/actor.ts'
import { applyWrites, ChangeConflict } from '../changes/call-change.ts'
import { londonDay } from '../london-time.ts'
import { listOverdueDeals } from './deal-store.ts'
import { dealWrite, eventWrite } from './write-deal.ts'

const THE_SITE: Actor = { person: 'the site', via: 'site' }

/**
 * Ends quotes and bids that nobody agreed to by their last day in London. Several servers may run this at once.
 * @returns how many ended. @throws DataError
 */
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
