/** A quote to the person of an enquiry, or a bid for their plate, with the e-mail that says it. */
import { randomBytes } from 'node:crypto'
import { snakeCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { applyWrites, ChangeConflict, type Write } from '../changes/call-change.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import type { Conversation } from '../enquiries/conversation.ts'
import { replyWrites } from '../enquiries/reply.ts'
import type { Addresses } from '../mail/addresses.ts'
import { findStockPlate } from '../stock/stock-store.ts'
import { findDeal, openSalesOf } from './deal-store.ts'
import type { Quote } from './deal-types.ts'
import { describeClaim, touchWrite } from './hold-plate.ts'
import { quoteTerms } from './letter-blanks.ts'
import { orderPath, sentLetter } from './letter-terms.ts'
import { standingOf } from './standing.ts'
import { auditWrite, eventWrite } from './write-deal.ts'

/**
 * The plate of a quote is written too, so that a sale of the same moment is refused, or refuses the quote. One that is agreed
 * with another or reserved may be quoted to the next in line; one that is sold, off sale or gone may not.
 * @throws ChangeRefusal with the field plate
 */
async function claimWrites(
  client: BackendClient,
  id: string,
  quote: Omit<Quote, 'id' | 'text'>,
): Promise<Write[]> {
  if (quote.kind === 'purchase') return []
  const { registration, plateId, isBesideOthers } = quote
  const plate = plateId ? await findStockPlate(client, { id: plateId }) : null
  const others = await openSalesOf(client, registration)
  const standing = standingOf({ id, ...quote }, plate, others)
  const claim = { standing, plate, others }
  const isNext = standing === 'agreed' || standing === 'reserved'
  const message = describeClaim(quote, claim)
  if (plate && isNext && !isBesideOthers) throw new ChangeRefusal(message, { isBesideOthers: message })
  if (!plate || (standing !== 'free' && standing !== 'theirs' && !isNext))
    throw new ChangeRefusal(message, { plate: message })
  return [touchWrite(plate, plate.updatedAt)]
}

/**
 * Makes the deal, says it on the thread and queues the e-mail, in one transaction.
 * @param siteUrl without a trailing slash
 * @param quote its `id` comes from the form, so that a form that is sent twice makes one deal
 * @throws ChangeRefusal with the field isBesideOthers if another deal for the plate is open, or plate if it cannot be had;
 * InvalidInput if the e-mail is too long; ChangeConflict if another reply was sent, or the plate was changed, at the same time
 */
export async function makeQuote(
  client: BackendClient,
  conversation: Conversation,
  { id, text, ...quote }: Quote,
  { addresses, siteUrl }: { addresses: Pick<Addresses, 'from' | 'firm'>; siteUrl: string },
  actor: Actor,
): Promise<void> {
  const { enquiry } = conversation
  const token = randomBytes(32).toString('base64url')
  const { kind, registration, amount, validUntil } = quote
  const terms = quoteTerms(quote, kind === 'sale' ? siteUrl + orderPath(token) : null)
  const letter = text === null ? null : sentLetter(text, terms)
  const what = `${registration} at ${formatPence(amount)} until ${longDay(validUntil)}`
  const said = kind === 'sale' ? `Quoted ${what}` : `Bid for ${what}`
  const { id: enquiryId, reference } = enquiry
  const writeAll = async () =>
    applyWrites(client, [
      ...(await claimWrites(client, id, quote)),
      { table: 'deals', insert: { id, ...snakeCaseRow({ ...quote, enquiryId, reference, token }) } },
      ...replyWrites(conversation, letter, addresses, actor),
      eventWrite(enquiry.id, actor, said),
      auditWrite(actor, kind === 'sale' ? 'deals quote' : 'deals bid', `${enquiry.reference}: ${said}`),
    ])
  try {
    if (await findDeal(client, id)) return
    await writeAll().catch((error) => {
      // The plate has just been changed, perhaps by another quote: once more, as it is now.
      if (error instanceof ChangeConflict && error.registrations.includes('plates')) return writeAll()
      throw error
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (await findDeal(client, id)) return
    if (!(error as Error).message.includes('deals_one_open')) throw new ChangeConflict([])
    const [other] = await openSalesOf(client, registration)
    const what = other
      ? `${other.name} has ${other.agreedOn ? 'agreed to buy' : 'an open quote for'} ${registration}.`
      : `Another quote for ${registration} has just been made.`
    throw new ChangeRefusal(what, { isBesideOthers: what })
  }
}
