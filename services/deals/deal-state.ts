/** What a deal waits for, in one line for Today: whatever is wrong with its plate or its money comes first. */
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { addDays } from '../london-time.ts'
import {
  type Deal,
  isUncleared,
  owedOf,
  type Payment,
  paidOf,
  payBy,
  stageOf,
  undecidedOf,
} from './deal-types.ts'
import type { Claim } from './read-claims.ts'
import { isUnavailable, STANDING_WORDS } from './standing.ts'

/** Quotes that end within these days are named. */
export const QUOTE_DAYS = 3

interface Waiting {
  /** The day since when it waits. */
  since: string
  text: string
}

/**
 * @param payments of the deal
 * @param today in London
 * @returns null if it waits for nothing yet
 */
export function waitingFor(
  deal: Deal,
  payments: readonly Payment[],
  claim: Claim,
  today: string,
): Waiting | null {
  const { kind, outcome, agreedOn, validUntil, soldOn, lapsedOn, endedAt } = deal
  const [paid, owed] = [paidOf(payments), owedOf(deal, payments)]
  if (outcome !== null) {
    const undecided = undecidedOf(deal, payments)
    return deal.isSettled
      ? null
      : { since: endedAt?.slice(0, 10) ?? validUntil, text: sayUndecided(kind, undecided) }
  }
  const since = soldOn ?? agreedOn ?? validUntil
  if (isUnavailable(deal, claim.standing) && (agreedOn || paid > 0 || !isBehind(claim)))
    return { since, text: sayUnavailable(claim, paid) }
  if (lapsedOn && !soldOn)
    return { since: lapsedOn, text: `lapsed on ${longDay(lapsedOn)}: extend it, or end it` }
  if (!agreedOn) {
    if (validUntil > addDays(today, QUOTE_DAYS)) return null
    return { since: addDays(validUntil, -QUOTE_DAYS), text: `ends on ${longDay(validUntil)}` }
  }
  if (soldOn && kind === 'sale' && claim.plate?.status !== 'sold' && !deal.handedOverOn)
    return { since, text: 'its sale was undone in the stock: take it back, or sell it again' }
  if (owed > 0) return { since, text: sayOwed(deal, paid, owed, today) }
  if (owed < 0) return { since, text: `${formatPence(-owed)} paid in excess: give it back or move it` }
  return nextOf(deal, payments, claim, since)
}

const isBehind = ({ standing }: Claim) => standing === 'agreed' || standing === 'reserved'

const sayUndecided = (kind: Deal['kind'], undecided: number): string =>
  undecided > 0
    ? `ended with ${formatPence(undecided)} in it: give it back${kind === 'sale' ? ', move it or keep it' : ''}`
    : `ended, but ${formatPence(-undecided)} is still to be paid`

function sayUnavailable({ standing }: Claim, paid: number): string {
  const money = paid > 0 ? `give back ${formatPence(paid)}, ` : ''
  return `${STANDING_WORDS[standing]}: ${money}apologise, offer another, and end it`
}

function sayOwed(deal: Deal, paid: number, owed: number, today: string): string {
  const owes = `${deal.kind === 'sale' ? 'owes' : 'we owe'} ${formatPence(owed)}`
  const last = payBy(deal, paid)
  if (deal.kind === 'purchase' || deal.soldOn || last === null) return owes
  if (paid > 0) return last < today ? `${owes}, due on ${longDay(last)}: chase, extend or end it` : owes
  if (last > addDays(today, 1)) return owes
  return `${owes}, and lapses after ${last === today ? 'today' : longDay(last)}`
}

function nextOf(deal: Deal, payments: readonly Payment[], { plate }: Claim, since: string): Waiting | null {
  if (deal.kind === 'purchase')
    return { since, text: deal.soldOn ? 'to be closed' : 'paid, to be put in the stock' }
  if (payments.some(isUncleared)) return { since, text: 'paid, not cleared yet' }
  const noCertificate = plate?.document === null ? ', no certificate is noted' : ''
  const next = {
    agreed: 'paid, to be sold',
    sold: `to be handed over${noCertificate}`,
    'handed-over': 'to be closed',
  }
  const stage = stageOf(deal)
  return stage in next ? { since, text: next[stage as keyof typeof next] } : null
}
