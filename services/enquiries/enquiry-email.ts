import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { domainOf } from '#shared/text/email-address.ts'
import { formatGbp } from '#shared/text/money.ts'
import { formatLondonTime } from '../london-time.ts'
import type { Addresses } from '../mail/addresses.ts'
import type { Mail } from '../mail/mailer.ts'
import type { AddressedEnquiry, StoredEnquiry } from './enquiry-store.ts'

export function composeEnquiry(enquiry: AddressedEnquiry, { firm, from, to }: Addresses): Mail {
  const { reference, name, email, createdAt } = enquiry
  return {
    messageId: enquiryMessageId(enquiry, from),
    fileName: enquiryFileName(enquiry),
    date: new Date(createdAt),
    from: { name: `${firm} website`, address: from },
    to,
    replyTo: [{ name, address: email }],
    subject: `[${reference}] ${subjectOf(enquiry)}`,
    text: enquiryText(enquiry),
    headers: { 'X-Enquiry-Reference': reference, 'Auto-Submitted': 'auto-generated' },
  }
}

/** The same for every attempt: if a crash makes us send twice, mail programs show one message. */
export const enquiryMessageId = ({ id, resends }: Pick<StoredEnquiry, 'id' | 'resends'>, from: string) =>
  `<enquiry.${id}.${resends}@${domainOf(from)}>`

export function enquiryFileName({ reference, createdAt }: Pick<StoredEnquiry, 'reference' | 'createdAt'>) {
  return `${createdAt.slice(0, 10)}-${reference}.eml`
}

export const subjectOf = ({ kind, subject, plateNumber }: StoredEnquiry) =>
  kind === 'valuation'
    ? `Valuation request for ${plateNumber}`
    : (subject ?? (plateNumber ? `Enquiry about ${plateNumber}` : 'Enquiry'))

function enquiryText(enquiry: StoredEnquiry): string {
  const { kind, name, email, phone, plateNumber, inquiryType, subject, message, offer, reference } = enquiry
  const facts: [label: string, value: string | null][] = [
    ['Name', name],
    ['E-mail', email],
    ['Phone', phone],
    ['Enquiry type', inquiryType && inquiryTypes[inquiryType]],
    ['Plate number', plateNumber],
    ['Offer', offer ? formatGbp(offer) : null],
    ['Subject', subject],
  ]
  const isValuation = kind === 'valuation'
  return [
    isValuation
      ? `${name} would like a valuation of ${plateNumber}. We promise a report within 24-48 hours.`
      : `${name} has sent a message through the contact form.`,
    '',
    ...facts.filter(([, value]) => value).map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`),
    ...(isValuation ? ['Ownership:    confirmed (on a V750 or V778, or can be put on one)'] : []),
    '',
    ...(message ? [isValuation ? 'Additional information:' : 'Message:', '', message, ''] : []),
    '--',
    `Reference ${reference}, received ${formatLondonTime(enquiry.createdAt)}.`,
    `Reply to this e-mail to answer: your reply goes to ${email}.`,
    '',
  ].join('\n')
}
