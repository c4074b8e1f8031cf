import type { BackendClient } from '#shared/data/client.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import type { Write } from '../changes/call-change.ts'
import { formatLondonTime } from '../london-time.ts'
import type { Addresses } from '../mail/addresses.ts'
import {
  findMail,
  type NewMail,
  queueMails,
  retryMail,
  type StoredMail,
  toMailRow,
} from '../mail/mail-store.ts'
import { messageIdOf } from '../mail/visitor-mail.ts'
import { EnquiryConflict, EnquiryMissing, entriesSince } from './change-enquiry.ts'
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
 * Queues a reply to an enquiry, which the outbox then sends. One insert; its transaction also adds the entry to the
 * conversation and marks the enquiry as answered. Sending the same form again, even after a restart, queues nothing.
 * @param addresses for the Message-IDs (the site's own address) and the quotation (the firm's name)
 * @returns whether the email is new
 * @throws EnquiryConflict if the conversation has grown since; EnquiryMissing
 */
export async function replyTo(
  client: BackendClient,
  reference: string,
  { text, seen, number }: ReplyForm,
  { from, firm }: Pick<Addresses, 'from' | 'firm'>,
  actor: Actor,
): Promise<boolean> {
  const conversation = await readConversation(client, reference)
  if (!conversation) throw new EnquiryMissing(reference)
  const { enquiry } = conversation
  const mailKey = replyKey(enquiry, number)
  const isOurs = (mail: StoredMail | null) => mail?.text === text && mail.reply?.person === actor.person
  const earlier = await findMail(client, mailKey)
  if (earlier && isOurs(earlier)) return false
  if (earlier || enquiry.revision !== seen)
    throw new EnquiryConflict(await entriesSince(client, enquiry.id, seen))
  const added = await queueMails(client, [composeReply(conversation, text, mailKey, { from, firm }, actor)])
  if (added === 0) {
    if (isOurs(await findMail(client, mailKey))) return false
    throw new EnquiryConflict(await entriesSince(client, enquiry.id, seen))
  }
  await recordChange(client, actor, 'enquiries reply', `${reference}: answered by e-mail`)
  return true
}

/** Includes the day of the enquiry, for the file name (`visitorMailFileName`). */
const replyKey = ({ reference, createdAt }: StoredEnquiry, number: number) =>
  `reply ${createdAt.slice(0, 10)}-${reference} ${number}`

/**
 * The next reply as one of several writes; a second one with its number is refused as taken.
 * @returns none without a text, or without an address to send it to
 */
export function replyWrites(
  conversation: Conversation,
  text: string | null,
  addresses: Pick<Addresses, 'from' | 'firm'>,
  actor: Actor,
): Write[] {
  if (text === null || !hasAddress(conversation.enquiry)) return []
  const mailKey = replyKey(conversation.enquiry, nextReplyNumber(conversation))
  const mail = composeReply(conversation, text, mailKey, addresses, actor)
  return [{ table: 'mails', insert: toMailRow(mail) }]
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
  client: BackendClient,
  { enquiry, replies, acknowledgement }: Conversation,
  mailId: string,
  actor: Actor,
): Promise<boolean> {
  if (!replies.has(mailId) && acknowledgement?.id !== mailId) return false
  const isQueued = await retryMail(client, mailId)
  if (isQueued)
    await recordChange(client, actor, 'enquiries retry', `${enquiry.reference}: an e-mail queued again`)
  return isQueued
}
