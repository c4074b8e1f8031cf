/** Formats an enquiry and its conversation for the page. */

import type { Reader } from '#data/tables.ts'
import {
  type Conversation,
  describeTopic,
  type Entry,
  readConversation,
} from '#services/enquiries/conversation.ts'
import { type DeliveryWords, describeDelivery } from '#services/enquiries/describe-delivery.ts'
import { hasAddress, isSuspected } from '#services/enquiries/enquiry-store.ts'
import { describeWait, waitedMs } from '#services/enquiries/first-answer.ts'
import { isOpenStatus } from '#services/enquiries/statuses.ts'
import type { StoredMail } from '#services/mail/mail-store.ts'
import { telephoneLink } from '#services/telephone-link.ts'
import { pick } from '#shared/data/pick.ts'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { formatGbp } from '#shared/text/money.ts'
import { orNotFound } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'

export type ShownMail = ReturnType<typeof showMail>
export type ShownEntry = ReturnType<typeof showEntry>

/** @throws a 404 response, DataError */
export const requireConversation = async (reader: Reader, reference: string): Promise<Conversation> =>
  orNotFound(await readConversation(reader, reference))

const SHOWN = [
  ...(['reference', 'name', 'phone', 'message', 'status', 'lostReason', 'quarantineReason'] as const),
  ...(['owner', 'ownerId', 'revision'] as const),
]

export function showConversation({ enquiry, entries, replies, acknowledgement }: Conversation, now: Date) {
  const waited = waitedMs(enquiry, now)
  const facts: [label: string, value: string | null][] = [
    ['E-mail', enquiry.email],
    ['Phone', enquiry.phone],
    [
      'Type',
      enquiry.kind === 'valuation'
        ? 'Valuation form'
        : enquiry.kind === 'telephone'
          ? 'By telephone'
          : enquiry.inquiryType && inquiryTypes[enquiry.inquiryType],
    ],
    ['Plate number', enquiry.plateNumber],
    ['Received', fullMoment(enquiry.createdAt)],
    ['Reference', enquiry.reference],
  ]
  return {
    ...pick(enquiry, SHOWN),
    hasAddress: hasAddress(enquiry),
    phoneLink: enquiry.phone ? telephoneLink(enquiry.phone) : null,
    isByTelephone: enquiry.kind === 'telephone',
    topic: describeTopic(enquiry),
    isSuspected: isSuspected(enquiry),
    isWaiting: isOpenStatus(enquiry.status),
    waited: waited === null ? null : describeWait(waited),
    received: fullMoment(enquiry.createdAt),
    offer: enquiry.offer === null ? null : formatGbp(enquiry.offer),
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    mailToDealer: enquiry.kind === 'telephone' ? null : showDelivery(describeDelivery(enquiry)),
    acknowledgement: acknowledgement && showMail(acknowledgement),
    entries: entries.map((entry) => showEntry(entry, replies)),
  }
}

export function showEntry(
  { id, kind, person, body, createdAt, mailId }: Entry,
  replies: Map<string, StoredMail>,
) {
  const mail = mailId ? replies.get(mailId) : undefined
  return { id, kind, person, body, at: fullMoment(createdAt), mail: mail ? showMail(mail) : null }
}

function showMail(mail: StoredMail) {
  const words = describeDelivery(mail)
  return {
    ...showDelivery(words),
    id: mail.id,
    /** Whether it can be queued again. */
    mayRetry: words.state === 'failed' || words.state === 'failing',
  }
}

const showDelivery = (words: DeliveryWords) => ({ ...words, at: words.at && fullMoment(words.at) })
