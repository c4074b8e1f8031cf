// Shared by browser and server. The migrations in db/ and supabase/ repeat the limits.

import { formatNumber } from '../text/format.ts'

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

/** UTF-16 units, as `maxlength` counts them. */
export const maxLengths = {
  name: 100,
  email: 254,
  phone: 40,
  subject: 150,
  plateNumber: 300,
  message: 5000,
  additional: 5000,
} as const

export type TextField = keyof typeof maxLengths
export type EnquiryField = TextField | 'inquiryType' | 'ownership' | 'offer'

/** In the order of the forms. */
export const fieldsOf = {
  contact: ['name', 'email', 'phone', 'inquiryType', 'plateNumber', 'offer', 'subject', 'message'],
  valuation: ['plateNumber', 'email', 'name', 'phone', 'additional', 'ownership'],
} as const satisfies Record<EnquiryKind, readonly EnquiryField[]>

export const fieldErrors: Record<EnquiryField, string> = {
  name: 'Enter your full name.',
  email: 'Enter an e-mail address such as name@example.co.uk.',
  phone: 'Enter a phone number, or leave this empty.',
  inquiryType: 'Choose what your enquiry is about.',
  plateNumber: 'Enter the plate number.',
  subject: 'Enter a subject.',
  message: 'Enter your message.',
  additional: 'Enter anything we should know, or leave this empty.',
  offer: 'Enter your offer in whole pounds, such as £1,250.',
  ownership: 'Please confirm ownership of the registration.',
}

export const tooLongError = (field: TextField) =>
  `Shorten this to ${formatNumber(maxLengths[field])} characters.`

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

export const referencePattern = /^ENQ-\d{4}-\d{4}$/

/** An empty form that is completed faster is suspected spam. */
export const MIN_FILL_MS = 2000

export type EnquiryErrors = Partial<Record<EnquiryField, string>>

export type SendEmailResult =
  | { status: 200; reference: string }
  | { status: 400; error: string; fields?: EnquiryErrors }
  | { status: 429; error: string; retryAfterSeconds: number }
  | { status: 503; error: string }

export type SendEmail = (body: unknown, idempotencyKey: string | null) => Promise<SendEmailResult>
