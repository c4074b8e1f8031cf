import type { Database } from '#data/tables.ts'
import { formatGbp } from '#shared/text/money.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { formatLondonTime } from '../london-time.ts'
import type { Addresses } from '../mail/addresses.ts'
import { findMail, type NewMail } from '../mail/mail-store.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'
import { retryMail } from '../mail/retry-mail.ts'
import { messageIdOf } from '../mail/visitor-mail.ts'
import { EnquiryConflict, EnquiryMissing, entriesSince, readEnquiryToChange } from './change-enquiry.ts'
import { type Conversation, readConversation } from './conversation.ts'
import { enquiryMessageId, subjectOf } from './enquiry-email.ts'
import { hasAddress, type StoredEnquiry } from './enquiry-store.ts'

export interface ReplyForm {
  text: string
  /** The `revision` that the page showed. */
  seen: number
  /** The number of this reply in the conversation, from `nextReplyNumber`. */
  number: number
}

/** Part of the key under which a reply is queued: a form that is sent twice, or by two people, sends one email. */
export const nextReplyNumber = ({ replies }: Pick<Conversation, 'replies'>) => replies.size + 1

/**
 * Queues a reply to an enquiry, which the outbox then sends. Triggers of its insert add the entry to the conversation
 * and mark the enquiry as answered. Sending the same form again, even after a restart, queues nothing.
 * @param addresses for the Message-IDs (the site's own address) and the quotation (the firm's name)
 * @returns whether the email is new
 * @throws EnquiryConflict if the conversation has grown since; EnquiryMissing
 */
export async function replyTo(
  database: Database,
  reference: string,
  { text, seen, number }: ReplyForm,
  addresses: Pick<Addresses, 'from' | 'firm'>,
  actor: Actor,
): Promise<boolean> {
  return action(database, 'answer an enquiry', async (transaction) => {
    await readEnquiryToChange(transaction, reference)
    const conversation = await readConversation(transaction, reference)
    if (!conversation) throw new EnquiryMissing(reference)
    const { enquiry } = conversation
    const mailKey = replyKey(enquiry, number)
    const earlier = await findMail(transaction, mailKey)
    if (earlier?.body === text && earlier.person === actor.person) return false
    if (earlier || enquiry.revision !== seen)
      throw new EnquiryConflict(await entriesSince(transaction, enquiry.id, seen))
    await addToOutbox(transaction, [composeReply(conversation, text, mailKey, addresses, actor)])
    await noteChange(transaction, actor, 'enquiries reply', `${reference}: answered by e-mail`)
    return true
  })
}

/** Includes the day of the enquiry, for the file name (`visitorMailFileName`). */
const replyKey = ({ reference, createdAt }: StoredEnquiry, number: number) =>
  `reply ${createdAt.slice(0, 10)}-${reference} ${number}`

/**
 * The next reply, for the outbox; a second one with its number is refused as taken.
 * @returns none without a text, or without an address to send it to
 */
export function nextReply(
  conversation: Conversation,
  text: string | null,
  addresses: Pick<Addresses, 'from' | 'firm'>,
  actor: Actor,
): NewMail[] {
  if (text === null || !hasAddress(conversation.enquiry)) return []
  const mailKey = replyKey(conversation.enquiry, nextReplyNumber(conversation))
  return [composeReply(conversation, text, mailKey, addresses, actor)]
}

function composeReply(
  conversation: Conversation,
  text: string,
  mailKey: string,
  { from, firm }: Pick<Addresses, 'from' | 'firm'>,
  { person }: Actor,
): NewMail {
  const { enquiry, acknowledgement, replies } = conversation
  if (!hasAddress(enquiry)) throw new TypeError(`${enquiry.reference} has no e-mail address`)
  const isByTelephone = enquiry.kind === 'telephone'
  // The dealer's mail program knows the first ID, the visitor's the others.
  const references = [
    ...(isByTelephone ? [] : [enquiryMessageId(enquiry, from)]),
    ...[...(acknowledgement ? [acknowledgement] : []), ...replies.values()]
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      .map((mail) => messageIdOf(mail, from)),
  ]
  return {
    mailKey,
    kind: 'reply',
    recipient: enquiry.email,
    // Some mail programs group a conversation by its subject.
    subject: `${isByTelephone ? '' : 'Re: '}${acknowledgement?.subject ?? `${subjectOf(enquiry)} (${enquiry.reference})`}`,
    text,
    reply: {
      enquiryId: enquiry.id,
      person,
      quoted: isByTelephone ? '' : quoteOf(enquiry, firm),
      inReplyTo: references.at(-1) ?? '',
      references,
    },
  }
}

/** 'On Monday, 23 November 2026 at 10:14, Ann wrote:' and the message, each line after '> '. */
function quoteOf(
  { createdAt, name, kind, plateNumber, message, offer, reference }: StoredEnquiry,
  firm: string,
): string {
  const said = [
    ...(kind === 'valuation' ? [`Please value ${plateNumber}.`] : []),
    ...(offer ? [`My offer: ${formatGbp(offer)}`, ''] : []),
    ...(message ? message.split('\n') : []),
  ]
  return [
    `On ${formatLondonTime(createdAt)}, ${name} wrote to ${firm} (${reference}):`,
    ...said.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`).trimEnd()),
  ].join('\n')
}

/** Queues a failed email again, or makes a waiting one due now. @returns whether it is queued. */
export async function retryReply(
  database: Database,
  { enquiry, replies, acknowledgement }: Conversation,
  mailId: string,
  actor: Actor,
): Promise<boolean> {
  if (!replies.has(mailId) && acknowledgement?.id !== mailId) return false
  const change = `${enquiry.reference}: an e-mail queued again`
  return retryMail(database, mailId, actor, { action: 'enquiries retry', change })
}
