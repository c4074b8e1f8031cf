/** A quote to the person of an enquiry, or a bid for their plate, with the e-mail that says it. */
import type { Database, Transaction } from '#data/tables.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import type { Conversation } from '../enquiries/conversation.ts'
import type { Addresses } from '../mail/addresses.ts'
import { newToken } from '../tokens.ts'
import { findDeal } from './deal-store.ts'
import type { Quote } from './deal-types.ts'
import { describeClaim, lockClaim, touchPlate } from './hold-plate.ts'
import { quoteTerms } from './letter-blanks.ts'
import { orderPath, sentLetter } from './letter-terms.ts'
import { insertEvent, queueReply } from './write-deal.ts'

/**
 * The plate of a quote is written too, so that a sale of somebody who saw it before is refused. One that is agreed with another or
 * reserved may be quoted to the next in line; one that is sold, off sale or gone may not.
 * @throws ChangeRefusal with the field plate or isBesideOthers
 */
async function claimPlate(transaction: Transaction, quote: Omit<Quote, 'text'>): Promise<void> {
  const { registration, isBesideOthers } = quote
  const claim = await lockClaim({ transaction, deal: quote })
  const { standing, plate, others } = claim
  const isNext = standing === 'agreed' || standing === 'reserved'
  const message = describeClaim(quote, claim)
  if (plate && isNext && !isBesideOthers) throw new ChangeRefusal(message, { isBesideOthers: message })
  if (!plate || (standing !== 'free' && standing !== 'theirs' && !isNext))
    throw new ChangeRefusal(message, { plate: message })
  const other = others.find((one) => !one.isBesideOthers)
  if (other && !isBesideOthers) {
    const what = `${other.name} has ${other.agreedOn ? 'agreed to buy' : 'an open quote for'} ${registration}.`
    throw new ChangeRefusal(what, { isBesideOthers: what })
  }
  await touchPlate(transaction, plate)
}

/**
 * Makes the deal, says it on the thread and queues the e-mail.
 * @param siteUrl without a trailing slash
 * @param whole its `id` comes from the form, so that a form that is sent twice makes one deal
 * @throws ChangeRefusal with the field isBesideOthers if another deal for the plate is open, or plate if it cannot be had;
 * InvalidInput if the e-mail is too long; ChangeConflict if another reply was sent at the same time
 */
export async function makeQuote(
  database: Database,
  conversation: Conversation,
  whole: Quote,
  { addresses, siteUrl }: { addresses: Pick<Addresses, 'from' | 'firm'>; siteUrl: string },
  actor: Actor,
): Promise<void> {
  const { text, ...quote } = whole
  const { id: enquiryId, reference } = conversation.enquiry
  const token = newToken()
  const { kind, registration: plateNumber, amount, validUntil, ...terms } = quote
  const filled = quoteTerms(quote, kind === 'sale' ? siteUrl + orderPath(token) : null)
  const letter = text === null ? null : sentLetter(text, filled)
  const [command, verb] = kind === 'sale' ? ['deals quote', 'Quoted'] : ['deals bid', 'Bid for']
  const said = `${verb} ${plateNumber} at ${formatPence(amount)} until ${longDay(validUntil)}`
  const row = { ...terms, kind, plateNumber, amount, validUntil, enquiryId, reference, token }
  await action(database, 'make a quote', async (transaction) => {
    if (await findDeal(transaction, quote.id)) return
    if (kind === 'sale') await claimPlate(transaction, quote)
    const insertion = transaction
      .insertInto('deals')
      .values(row)
      .onConflict((same) => same.column('id').doNothing())
    // The same form may have been sent at the same moment.
    if (!(await insertion.returning('id').executeTakeFirst())) return
    await queueReply({ transaction, conversation, addresses, actor }, letter)
    await insertEvent(transaction, enquiryId, actor, said)
    await noteChange(transaction, actor, command, `${reference}: ${said}`)
  })
}
