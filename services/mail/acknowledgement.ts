/** The mail that whoever writes to us gets back: the reference, what it is about and what comes next. */
import { inquiryTypes } from '../../app/features/enquiries/enquiry-fields.ts'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { parseRegistration } from '../../app/shared/registration/registration.ts'
import type { Site } from '../../site.config.ts'
import type { StoredEnquiry } from '../enquiries/enquiry-store.ts'
import type { Acknowledged } from '../settings/definitions.ts'
import { countMailsTo, type NewMail, queueMails } from './mail-store.ts'

/** Somebody who gives a stranger's address cannot fill its mailbox through us. */
export const MAX_PER_DAY = 3
const DAY_MS = 86_400_000

/** Whether the firm has this kind of enquiry answered by itself. */
export function isAcknowledged(
  { kind, inquiryType }: Pick<StoredEnquiry, 'kind' | 'inquiryType'>,
  kinds: readonly Acknowledged[],
): boolean {
  return kinds.includes(kind === 'valuation' ? 'valuation form' : (inquiryType ?? 'other'))
}

/**
 * A name as people have them, of five words and forty letters at most. Anything else, such as an address of a website or
 * a sentence, is left out: we are no relay.
 */
const PERSON = /^(?=.{1,40}$)[\p{L}\p{M}][\p{L}\p{M}'’.-]*(?: +[\p{L}\p{M}'’.-]+){0,4}$/u
/** 'example.com' and 'www.example' are names by their letters alone. */
const WEBSITE = /\.\S/

/**
 * Queues the acknowledgement of an enquiry; a second one of the same enquiry is not sent.
 * @returns whether it was queued
 * @throws DataError
 */
export async function queueAcknowledgement(
  client: BackendClient,
  enquiry: StoredEnquiry,
  site: Site,
  now = new Date(),
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  if ((await countMailsTo(client, enquiry.email, 'acknowledgement', since)) >= MAX_PER_DAY) return false
  return (await queueMails(client, [acknowledgementOf(enquiry, site)])) > 0
}

export function acknowledgementOf(enquiry: StoredEnquiry, site: Site): NewMail {
  const { reference, email } = enquiry
  return {
    mailKey: `acknowledgement ${reference}`,
    kind: 'acknowledgement',
    recipient: email,
    subject: `We have your enquiry: ${reference}`,
    text: textOf(enquiry, site),
    unsubscribeUrl: null,
  }
}

function textOf(enquiry: StoredEnquiry, site: Site): string {
  const { name, reference } = enquiry
  const isPerson = PERSON.test(name) && !WEBSITE.test(name)
  return [
    isPerson ? `Dear ${name},` : 'Hello,',
    '',
    `Thank you for writing to ${site.name}. We have received your ${topicOf(enquiry)}. Your reference is ${reference}.`,
    '',
    nextStepOf(enquiry),
    '',
    'To add something, reply to this e-mail and leave the reference in the subject line.',
    '',
    'If you did not write to us, someone has given your address by mistake. You need do nothing, and we will not add it to any list.',
    '',
    site.name,
    site.strapline,
    '',
  ].join('\n')
}

function topicOf({ kind, inquiryType, plateNumber }: StoredEnquiry): string {
  const parsed = parseRegistration(plateNumber ?? '')
  const about = parsed.ok ? ` about ${parsed.registration.text}` : ''
  if (kind === 'valuation')
    return parsed.ok ? `request to value ${parsed.registration.text}` : 'valuation request'
  // The type names what we do, not what was sent.
  if (inquiryType === 'transfer') return `transfer enquiry${about}`
  const type =
    inquiryType === null || inquiryType === 'other' ? 'enquiry' : inquiryTypes[inquiryType].toLowerCase()
  return `${type}${about}`
}

function nextStepOf({ kind, inquiryType }: StoredEnquiry): string {
  if (kind === 'valuation')
    return 'We will value it by hand, against what similar plates have sold for, and write to you within 24-48 hours.'
  if (inquiryType === 'purchase')
    return 'We will check that the plate is still available and write to you with the price, what it includes and the next step. Please do not pay anything until you have heard from us.'
  return 'One of us will read it and reply to this address.'
}
