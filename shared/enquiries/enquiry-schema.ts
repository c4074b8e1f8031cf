import { z } from 'zod'
import { readAskingPrice } from '../cells/fields.ts'
import { parseRegistration } from '../registration/registration.ts'
import { cleanLine, cleanText } from '../text/clean-text.ts'
import { readEmailAddress } from '../text/email-address.ts'
import {
  type EnquiryErrors,
  type EnquiryField,
  fieldErrors,
  inquiryTypes,
  maxLengths,
  type TextField,
  tooLongError,
} from './enquiry-fields.ts'

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

const singleLine = (field: TextField) =>
  z.string(fieldErrors[field]).overwrite(cleanLine).max(maxLengths[field], tooLongError(field))

const multiline = (field: TextField) =>
  z.string(fieldErrors[field]).overwrite(cleanText).max(maxLengths[field], tooLongError(field))

const required = (text: z.ZodString, field: TextField) =>
  text.refine((value) => VISIBLE.test(value), fieldErrors[field])

const optional = (text: z.ZodString) => text.nullish().transform((value) => value ?? '')

const emailBy = (read: (text: string) => string | null) =>
  singleLine('email').transform((text, { addIssue }) => {
    const address = read(text)
    if (address === null) addIssue(fieldErrors.email)
    return address ?? z.NEVER
  })

const email = emailBy(readEmailAddress)

/** Sent only by the form that makes an offer, which then needs a figure. */
const offer = z.string(fieldErrors.offer).transform((text, { addIssue }) => {
  try {
    return readAskingPrice(text)
  } catch {
    addIssue(fieldErrors.offer)
    return z.NEVER
  }
})

const contactData = z.strictObject({
  name: required(singleLine('name'), 'name'),
  email,
  phone: optional(singleLine('phone')),
  subject: required(singleLine('subject'), 'subject'),
  inquiryType: z.enum(
    Object.keys(inquiryTypes) as [keyof typeof inquiryTypes, ...(keyof typeof inquiryTypes)[]],
    fieldErrors.inquiryType,
  ),
  plateNumber: optional(singleLine('plateNumber')),
  offer: offer.nullish(),
  message: required(multiline('message'), 'message'),
})

const valuationData = z.strictObject({
  plateNumber: required(singleLine('plateNumber'), 'plateNumber'),
  email,
  name: required(singleLine('name'), 'name'),
  phone: optional(singleLine('phone')),
  additional: optional(multiline('additional')),
  ownership: z.literal(true, fieldErrors.ownership),
})

/** 's1ngh' → 'S1 NGH'; other text as it is. */
function asRegistration(text: string): string {
  const parsed = parseRegistration(text)
  return parsed.ok ? parsed.registration.text : text.trim()
}

/** What a person of the desk takes by telephone. The site's forms cannot send it. */
const telephoneData = z
  .object({
    name: required(singleLine('name'), 'name'),
    phone: singleLine('phone'),
    email: emailBy((text) => text && readEmailAddress(text)),
    plateNumber: singleLine('plateNumber').transform((text) =>
      text.split(',').map(asRegistration).join(', '),
    ),
    message: multiline('message'),
  })
  .refine(({ phone, email }) => phone !== '' || email !== '', {
    path: ['phone'],
    message: 'Enter a telephone number or an e-mail address.',
  })

export type TelephoneEnquiry = z.output<typeof telephoneData>

export function parseTelephoneEnquiry(
  typed: Record<keyof TelephoneEnquiry, string>,
): { enquiry: TelephoneEnquiry } | { fields: EnquiryErrors } {
  const result = telephoneData.safeParse(typed)
  if (result.success) return { enquiry: result.data }
  return {
    fields: Object.fromEntries(result.error.issues.map(({ path, message }) => [path[0], message])),
  }
}

const spamSignals = z
  .strictObject({
    /** Honeypot. */
    website: z.string().optional(),
    filledInMs: z.number().min(0).optional(),
    /** From the query, by the browser or before hydration. */
    wasPrefilled: z.boolean().optional(),
  })
  .optional()

const enquirySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('contact'), data: contactData, trap: spamSignals }),
  z.strictObject({ type: z.literal('valuation'), data: valuationData, trap: spamSignals }),
])

export type Enquiry = z.output<typeof enquirySchema>

type ParsedEnquiry =
  | { ok: true; enquiry: Enquiry }
  /** `fields` is empty if the body is not an enquiry at all. */
  | { ok: false; fields: EnquiryErrors; error: string }

export function parseEnquiry(body: unknown): ParsedEnquiry {
  const result = enquirySchema.safeParse(body)
  if (result.success) return { ok: true, enquiry: result.data }
  const fields: EnquiryErrors = {}
  let error = ''
  for (const { path, message, code } of result.error.issues) {
    const [part, field] = path
    if (part === 'data' && typeof field === 'string' && code !== 'unrecognized_keys')
      fields[field as EnquiryField] ??= message
    else error ||= [path.join('.'), message].filter(Boolean).join(': ')
  }
  return { ok: false, fields, error: error || 'Some fields need correcting.' }
}
