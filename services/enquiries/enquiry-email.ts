import { inquiryTypes } from '../../app/features/enquiries/enquiry-fields.ts'
import { site } from '../../site.config.ts'
import type { StoredEnquiry } from './enquiry-store.ts'
import type { Mail } from './mailer.ts'

export interface Addresses {
  /** The site's own: mail servers refuse others. */
  from: string
  to: string
}

export function addressesOf(env: { ENQUIRIES_FROM?: string; ENQUIRIES_TO?: string }): Addresses {
  return { from: env.ENQUIRIES_FROM ?? site.email, to: env.ENQUIRIES_TO ?? site.email }
}

export function composeEnquiry(enquiry: StoredEnquiry, { from, to }: Addresses): Mail {
  const { reference, name, email, createdAt } = enquiry
  return {
    // The same at every attempt: if a crash makes us send twice, mail programs show one message.
    messageId: `<enquiry.${enquiry.id}.${enquiry.resends}@${domainOf(from)}>`,
    fileName: enquiryFileName(enquiry),
    date: new Date(createdAt),
    from: { name: `${site.name} website`, address: from },
    to,
    replyTo: { name, address: email },
    subject: `[${reference}] ${subjectOf(enquiry)}`,
    text: textOf(enquiry),
    headers: { 'X-Enquiry-Reference': reference, 'Auto-Submitted': 'auto-generated' },
  }
}

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

export function enquiryFileName({ reference, createdAt }: Pick<StoredEnquiry, 'reference' | 'createdAt'>) {
  return `${createdAt.slice(0, 10)}-${reference}.eml`
}

export const subjectOf = ({ kind, subject, plateNumber }: StoredEnquiry) =>
  kind === 'valuation' ? `Valuation request for ${plateNumber}` : (subject ?? 'Enquiry')

function textOf(enquiry: StoredEnquiry): string {
  const { kind, name, email, phone, plateNumber, inquiryType, subject, message, reference } = enquiry
  const facts: [label: string, value: string | null][] = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Enquiry type', inquiryType && inquiryTypes[inquiryType]],
    ['Plate number', plateNumber],
    ['Subject', subject],
  ]
  const isValuation = kind === 'valuation'
  return [
    isValuation
      ? `${name} asks for a valuation of ${plateNumber}, with a report within 24-48 hours.`
      : `${name} has written through the contact form.`,
    '',
    ...facts.filter(([, value]) => value).map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`),
    ...(isValuation ? ['Ownership:    confirmed, on a V750 or V778 or able to be put on one'] : []),
    '',
    ...(message ? [isValuation ? 'Additional information:' : 'Message:', '', message, ''] : []),
    '--',
    `Reference ${reference}, received ${formatLondonTime(enquiry.createdAt)}.`,
    `To answer, reply to this e-mail: it goes to ${email}.`,
    '',
  ].join('\n')
}

export const formatLondonTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
