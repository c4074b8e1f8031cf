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

/** @throws DataError */
export async function readDealLines(client: BackendClient, now: Date): Promise<WaitingLine[]> {
  const today = londonDay(now)
  const [open, expired] = await Promise.all([
    listOpenDeals(client),
    listExpiredDeals(client, addDays(today, -QUOTE_DAYS)),
  ])
  const agreed = open.filter(({ agreedOn }) => agreedOn !== null)
  const agreedIds = agreed.map(({ id }) => id)
  const payments = Map.groupBy(await paymentsOf(client, agreedIds), ({ dealId }) => dealId)
  const soon = addDays(today, QUOTE_DAYS)
  const ending = open.filter(({ agreedOn, validUntil }) => agreedOn === null && validUntil <= soon)
  const lastDay = ({ validUntil }: Deal) => longDay(validUntil)
  return [
    ...ending.map((deal) => lineOf(deal, addDays(deal.validUntil, -QUOTE_DAYS), `ends on ${lastDay(deal)}`)),
    ...expired.map((deal) => lineOf(deal, deal.validUntil, `ended on ${lastDay(deal)}`)),
    ...agreed.flatMap((deal) => agreedLine(deal, payments.get(deal.id) ?? [])),
  ]
}

function agreedLine(deal: Deal, payments: readonly Payment[]): WaitingLine[] {
  const since = deal.soldOn ?? deal.agreedOn ?? deal.validUntil
  const owed = owedOf(deal, payments)
  const owes = deal.kind === 'sale' ? 'owes' : 'we owe'
  if (owed > 0) return [lineOf(deal, since, `${owes} ${formatPence(owed)}`)]
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
  isDue: true,
})
