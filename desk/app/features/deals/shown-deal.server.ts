/** Reads what the page of a deal shows. */

import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { proposeLetter, writeMessage } from '#services/deals/deal-letters.ts'
import { dealsOfPerson, paymentsOf, readDealConversation } from '#services/deals/deal-store.ts'
import { owedOf, paidOf, undecidedOf } from '#services/deals/deal-types.ts'
import { describeClaim } from '#services/deals/hold-plate.ts'
import { orderPath, yesTerms } from '#services/deals/letter-terms.ts'
import { readClaim } from '#services/deals/read-claims.ts'
import { toOrder } from '#services/deals/read-order.ts'
import { isUnavailable } from '#services/deals/standing.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { deskContext, requirePerson } from '../../context.ts'
import { requireDeal } from './change-deal.server.ts'

/** The latest ones of the thread; the enquiry has all. */
const MAX_ENTRIES = 6

/** @throws a 404 response, DataError */
export async function readShownDeal(context: Readonly<RouterContextProvider>, id: string, isDone: boolean) {
  const { name: person } = requirePerson(context)
  const desk = context.get(deskContext)
  const { database, site, privateSettings, siteUrl } = desk
  const deal = await requireDeal(desk, id)
  const [payments, claim, conversation, others] = await Promise.all([
    paymentsOf(database, [deal.id]),
    readClaim(database, deal),
    readDealConversation(database, deal),
    dealsOfPerson(database, deal),
  ])
  const { plate, standing } = claim
  const isGone = isUnavailable(deal, standing)
  const link = siteUrl + orderPath(deal.token)
  const writers = { person, firm: site.name }
  const today = londonDay(new Date())
  const order = toOrder(deal, payments, { standing, bankDetails: null, today })
  const { email } = conversation?.enquiry ?? {}
  return {
    deal,
    payments,
    owed: owedOf(deal, payments),
    // Of a sale whose plate cannot be had, all of it.
    undecided: isGone ? paidOf(payments) : deal.outcome ? undecidedOf(deal, payments) : 0,
    others: others.filter(({ kind }) => kind === 'sale'),
    purchases: others.filter(({ kind, outcome }) => kind === 'purchase' && outcome === null),
    plate,
    standing,
    warning: isGone ? describeClaim(deal, claim) : null,
    isReserved: plate?.status === 'reserved' && standing === 'theirs',
    hasThread: conversation !== null,
    thread: (conversation?.entries ?? []).slice(-MAX_ENTRIES).reverse(),
    reference: deal.reference,
    hasAddress: Boolean(email),
    letter: proposeLetter(deal, true, writers),
    letterTerms: yesTerms(deal, today, today, siteUrl),
    message: writeMessage(deal, order, link, today, writers),
    link,
    today,
    reserveUntil: addDays(today, site.reservationDays),
    isRecorded: privateSettings.recordOwnSales === 'uk',
    payment: randomUUID(),
    done: isDone && conversation?.entries.at(-1)?.body,
  }
}

export type ShownDeal = Awaited<ReturnType<typeof readShownDeal>>
