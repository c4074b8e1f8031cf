/**
 * What the forms, the function and the tables agree on about an enquiry, in plain values: the browser needs no
 * more. The schema made of them is `enquiry.ts`; db/migrations and supabase/migrations repeat the bounds.
 */
import { formatNumber } from '../../shared/format.ts'

export type EnquiryKind = 'contact' | 'valuation'

export const inquiryTypes = {
  general: 'General Enquiry',
  purchase: 'Purchase Enquiry',
  valuation: 'Valuation Request',
  transfer: 'Transfer Assistance',
  legal: 'Legal Question',
  other: 'Other',
} as const

export type InquiryType = keyof typeof inquiryTypes

/** The most characters of each text, as a browser counts them. */
export const longest = {
  name: 100,
  email: 254,
  phone: 40,
  subject: 150,
  plateNumber: 300,
  message: 5000,
  additional: 5000,
} as const

export type TextField = keyof typeof longest
export type EnquiryField = TextField | 'inquiryType' | 'ownership'

/** Which fields each kind has, in the order of its form. */
export const fieldsOf = {
  contact: ['name', 'email', 'phone', 'inquiryType', 'plateNumber', 'subject', 'message'],
  valuation: ['plateNumber', 'email', 'name', 'phone', 'additional', 'ownership'],
} as const satisfies Record<EnquiryKind, readonly EnquiryField[]>

/** What a visitor reads beside a field that is missing or cannot be right. */
export const fieldErrors: Record<EnquiryField, string> = {
  name: 'Enter your full name.',
  email: 'Enter an e-mail address such as name@example.co.uk.',
  phone: 'Enter a phone number, or leave this empty.',
  inquiryType: 'Choose what your enquiry is about.',
  plateNumber: 'Enter the plate number.',
  subject: 'Enter a subject.',
  message: 'Enter your message.',
  additional: 'Enter what we should know, or leave this empty.',
  ownership: 'Please confirm ownership of the registration.',
}

export const tooLongError = (field: TextField) =>
  `Shorten this to ${formatNumber(longest[field])} characters.`

export const unprintableError =
  'Something invisible came along with this text. Type it instead of pasting it.'

/** What a visitor reads in the end. */
export const outcomeTexts: Record<EnquiryKind, { sent: string; failed: string }> = {
  contact: {
    sent: "Your message has been sent successfully! We'll get back to you soon.",
    failed: 'Failed to send message. Please try again.',
  },
  valuation: {
    sent: "Your valuation request has been sent! We'll get back to you within 24-48 hours.",
    failed: 'Failed to send valuation request. Please try again.',
  },
}

/** The short name of an enquiry, for people to quote: ENQ-4821-7730. */
export const referencePattern = /^ENQ-\d{4}-\d{4}$/

/** Nobody fills in an empty form faster than this. What arrives faster is suspected spam. */
export const MIN_FILL_MS = 2000

/** Field by field what is wrong, in words for the visitor. */
export type EnquiryErrors = Partial<Record<EnquiryField, string>>

/** How the function answers, whoever asks it. */
export type SendEmailResult =
  | { status: 200; reference: string }
  | { status: 400; error: string; fields?: EnquiryErrors }
  | { status: 429; error: string; retryAfterSeconds: number }
  | { status: 503; error: string }

/** The function as a page calls it, in process. `key` makes the same message sent twice one enquiry. */
export type SendEmail = (body: unknown, key: string | null) => Promise<SendEmailResult>
