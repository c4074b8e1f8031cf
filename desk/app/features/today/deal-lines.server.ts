/** What deals wait for: money, a handover, an answer before the quote ends, a call after it has. */

import type { Reader } from '#data/tables.ts'
import { QUOTE_DAYS, waitingFor } from '#services/deals/deal-state.ts'
import {
  listExpiredDeals,
  listOpenDeals,
  listUnsettledDeals,
  paymentsOf,
} from '#services/deals/deal-store.ts'
import type { Deal } from '#services/deals/deal-types.ts'
import { readClaims } from '#services/deals/read-claims.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { longDay } from '#shared/text/format.ts'
import type { WaitingLine } from './lines.ts'

/** @throws DataError */
export async function readDealLines(reader: Reader, now: Date): Promise<WaitingLine[]> {
  const today = londonDay(now)
  const [open, unsettled, expired] = await Promise.all([
    listOpenDeals(reader),
    listUnsettledDeals(reader),
    listExpiredDeals(reader, addDays(today, -QUOTE_DAYS)),
  ])
  const waiting = [...open, ...unsettled]
  const ids = waiting.map(({ id }) => id)
  const payments = Map.groupBy(await paymentsOf(reader, ids), ({ dealId }) => dealId)
  const claimOf = await readClaims(reader, waiting)
  const ended = expired.filter(({ isSettled }) => isSettled)
  return [
    ...ended.map((deal) => lineOf(deal, deal.validUntil, `ended on ${longDay(deal.validUntil)}`)),
    ...waiting.flatMap((deal) => {
      const waits = waitingFor(deal, payments.get(deal.id) ?? [], claimOf(deal), today)
      return waits ? [lineOf(deal, waits.since, waits.text)] : []
    }),
  ]
}

const lineOf = ({ id, kind, name, registration }: Deal, since: string, aside: string): WaitingLine => ({
  key: `deal ${id}`,
  since,
  kind: kind === 'sale' ? 'Quote' : 'Bid',
  text: `${name}, ${registration}`,
  aside,
  to: `/deals/${id}`,
  isDue: true,
})
