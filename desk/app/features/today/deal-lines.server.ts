/** What deals wait for: money, a handover, an answer before the quote ends, a call after it has. */
import { listExpiredDeals, listOpenDeals, paymentsOf } from '#services/deals/deal-store.ts'
import { type Deal, owedOf, type Payment, stageOf } from '#services/deals/deal-types.ts'

import { addDays, londonDay } from '#services/london-time.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { WaitingLine } from './read-today.server.ts'

/** Quotes that end within these days, and those that ended as long ago. */
const QUOTE_DAYS = 3
const DAY_MS = 86_400_000

/** @throws DataError */
export async function readDealLines(client: BackendClient, now: Date): Promise<WaitingLine[]> {
  const [open, expired] = await Promise.all([
    listOpenDeals(client),
    listExpiredDeals(client, new Date(now.getTime() - QUOTE_DAYS * DAY_MS)),
  ])
  const agreed = open.filter(({ agreedOn }) => agreedOn !== null)
  const payments = Map.groupBy(
    await paymentsOf(
      client,
      agreed.map(({ id }) => id),
    ),
    ({ dealId }) => dealId,
  )
  const soon = addDays(londonDay(now), QUOTE_DAYS)
  const ending = open.filter(({ agreedOn, validUntil }) => agreedOn === null && validUntil <= soon)
  return [
    ...ending.map((deal) =>
      lineOf(deal, addDays(deal.validUntil, -QUOTE_DAYS), `ends on ${longDay(deal.validUntil)}`),
    ),
    ...expired.map((deal) => lineOf(deal, deal.validUntil, `ended on ${longDay(deal.validUntil)}`)),
    ...agreed.flatMap((deal) => agreedLine(deal, payments.get(deal.id) ?? [])),
  ]
}

function agreedLine(deal: Deal, payments: readonly Payment[]): WaitingLine[] {
  const since = deal.soldOn ?? deal.agreedOn ?? deal.validUntil
  const owed = owedOf(deal, payments)
  if (owed > 0)
    return [
      lineOf(deal, since, deal.kind === 'sale' ? `owes ${formatPence(owed)}` : `we owe ${formatPence(owed)}`),
    ]
  if (deal.kind === 'purchase')
    return [lineOf(deal, since, deal.soldOn ? 'to be closed' : 'paid, to be put in the stock')]
  const next = { agreed: 'paid, to be sold', sold: 'to be handed over', 'handed-over': 'to be closed' }
  const stage = stageOf(deal)
  return stage in next ? [lineOf(deal, since, next[stage as keyof typeof next])] : []
}

const lineOf = ({ id, kind, name, registration }: Deal, since: string, aside: string): WaitingLine => ({
  key: `deal ${id}`,
  since,
  kind: kind === 'sale' ? 'Quote' : 'Bid',
  text: `${name}, ${registration}`,
  aside,
  to: `/deals/${id}`,
  hasAge: false,
})
