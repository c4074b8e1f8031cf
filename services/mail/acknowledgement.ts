/** The acknowledgement that visitors receive: the reference, the subject and the next steps. */
import { inquiryTypes } from '../../app/features/enquiries/enquiry-fields.ts'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { parseRegistration } from '../../app/shared/registration/registration.ts'
import type { Site } from '../../site.config.ts'
import type { StoredEnquiry } from '../enquiries/enquiry-store.ts'
import type { Acknowledged } from '../settings/definitions.ts'
import { countMailsTo, type NewMail, queueMails } from './mail-store.ts'

/** Limits what a sender who enters someone else's address can cause. */
const MAX_PER_DAY = 3
const DAY_MS = 86_400_000

/** Whether the firm acknowledges this kind of enquiry automatically. */
export function isAcknowledged(
  { kind, inquiryType }: Pick<StoredEnquiry, 'kind' | 'inquiryType'>,
  kinds: readonly Acknowledged[],
): boolean {
  return kinds.includes(kind === 'valuation' ? 'valuation form' : (inquiryType ?? 'other'))
}

/**
 * Matches plausible personal names of at most five words and forty letters. Anything else, such as a URL or a sentence,
 * is left out, so that nobody can relay text through us.
 */
const PERSON = /^(?=.{1,40}$)[\p{L}\p{M}][\p{L}\p{M}'’.-]*(?: +[\p{L}\p{M}'’.-]+){0,4}$/u
/** 'example.com' and 'www.example' would match the letters of a name. */
const WEBSITE = /\.\S/

/**
 * Queues the acknowledgement of an enquiry, at most once per enquiry.
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
    'If you would like to add anything, just reply to this e-mail and leave the reference in the subject line.',
    '',
    'If you didn’t write to us, someone has given us your address by mistake. You don’t need to do anything, and we won’t add you to any list.',
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
  // The type names our service; it does not repeat text of the visitor.
  if (inquiryType === 'transfer') return `transfer enquiry${about}`
  const type =
    inquiryType === null || inquiryType === 'other' ? 'enquiry' : inquiryTypes[inquiryType].toLowerCase()
  return `${type}${about}`
}

function nextStepOf({ kind, inquiryType }: StoredEnquiry): string {
  if (kind === 'valuation')
    return 'One of us will value it, going by what similar plates have sold for, and write to you within 24-48 hours.'
  if (inquiryType === 'purchase')
    return 'We will check that the plate is still available and write to you with the price, what it includes and the next step. Please do not pay anything until you have heard from us.'
  return 'One of us will read it and reply to this address.'
}
