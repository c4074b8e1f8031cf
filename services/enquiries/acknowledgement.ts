/** The acknowledgement that visitors receive: the reference, the subject and the next steps. */

import type { Reader, Transaction } from '#data/tables.ts'
import type { InquiryType } from '#shared/enquiries/enquiry-fields.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Site } from '#site.config.ts'
import { countMailsTo, type NewMail } from '../mail/mail-store.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'
import type { Acknowledged } from '../settings/definitions.ts'
import type { AddressedEnquiry, StoredEnquiry } from './enquiry-store.ts'
import { type NamedPlate, readNamedPlates } from './reply-templates.ts'

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

export async function composeAcknowledgement(
  reader: Reader,
  enquiry: AddressedEnquiry,
  site: Site,
): Promise<NewMail> {
  const plates = enquiry.inquiryType === 'purchase' ? await readNamedPlates(reader, enquiry) : []
  return acknowledgementOf(enquiry, site, plates)
}

/**
 * Queues an acknowledgement, at most once per enquiry.
 * @returns whether it was queued
 */
export async function queueAcknowledgement(transaction: Transaction, mail: NewMail): Promise<boolean> {
  const since = new Date(Date.now() - DAY_MS)
  if ((await countMailsTo(transaction, mail.recipient, 'acknowledgement', since)) >= MAX_PER_DAY) return false
  return (await addToOutbox(transaction, [mail])) > 0
}

export function acknowledgementOf(
  enquiry: AddressedEnquiry,
  site: Site,
  plates: readonly NamedPlate[] = [],
): NewMail {
  const { reference, email } = enquiry
  return {
    mailKey: `acknowledgement ${reference}`,
    kind: 'acknowledgement',
    recipient: email,
    subject: `We have your enquiry: ${reference}`,
    text: acknowledgementText(enquiry, site, plates),
  }
}

function acknowledgementText(enquiry: StoredEnquiry, site: Site, plates: readonly NamedPlate[]): string {
  const { name, reference } = enquiry
  const isPerson = PERSON.test(name) && !WEBSITE.test(name)
  return [
    isPerson ? `Dear ${name},` : 'Hello,',
    '',
    `Thank you for writing to ${site.name}. We have received your ${topicOf(enquiry)}. Your reference is ${reference}.`,
    '',
    ...nextStepsOf(enquiry, site, plates),
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

/** These name our services; they do not repeat text of the visitor. */
const TOPICS: Record<InquiryType, string> = {
  general: 'general enquiry',
  purchase: 'purchase enquiry',
  valuation: 'valuation request',
  transfer: 'transfer enquiry',
  legal: 'legal question',
  other: 'enquiry',
}

function topicOf({ kind, inquiryType, plateNumber }: StoredEnquiry): string {
  const parsed = parseRegistration(plateNumber ?? '')
  const about = parsed.ok ? ` about ${parsed.registration.text}` : ''
  if (kind === 'valuation')
    return parsed.ok ? `request to value ${parsed.registration.text}` : 'valuation request'
  return `${TOPICS[inquiryType ?? 'other']}${about}`
}

function nextStepsOf(
  { kind, inquiryType }: StoredEnquiry,
  { prices }: Site,
  plates: readonly NamedPlate[],
): string[] {
  if (kind === 'valuation')
    return [
      'One of us will value it, going by what similar plates have sold for, and write to you within 24-48 hours.',
    ]
  if (inquiryType !== 'purchase') return ['One of us will read it and reply to this address.']
  const isPriced = plates.some(({ stock }) => stock?.status === 'for_sale' && stock.priceGbp)
  return [
    ...plates.map(availabilityOf),
    ...(isPriced ? [prices.statement] : []),
    ...(plates.length > 0 ? [''] : []),
    'One of us will write to you with the next step. Please do not pay anything until you have heard from us.',
  ]
}

function availabilityOf({ registration, stock }: NamedPlate): string {
  if (!stock || stock.status === 'draft') return `${registration} is not among our plates at the moment.`
  if (stock.status !== 'for_sale') return `${registration} is no longer for sale.`
  return `${registration} is ours and for sale${stock.priceGbp ? ` at ${formatGbp(stock.priceGbp)}` : ''}.`
}
