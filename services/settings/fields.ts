/** Schemas for what the dealer enters, with messages that say what to do. */
import { z } from 'zod'
import { cleanLine, cleanText } from '#shared/text/clean-text.ts'
import { EMAIL_FAULT, readEmailAddress } from '#shared/text/email-address.ts'
import { isDay } from '#shared/text/format.ts'

/** @param missing the message for an empty text */
const required = (clean: (text: string) => string) => (max: number, missing: string) =>
  z
    .string(missing)
    .transform((text) => clean(text.normalize('NFC')))
    .pipe(z.string().min(1, missing).max(max, `Use ${max} characters at most.`))

export const requiredLine = required(cleanLine)

/** Allows paragraphs. */
export const requiredText = required(cleanText)

export const MAX_SHORT_TEXT = 400
const MAX_SHORT_LINES = 6

/** A few lines, for a sheet of paper that has no more room. */
export const shortText = (missing: string) =>
  requiredText(MAX_SHORT_TEXT, missing).refine(
    (text) => text.split('\n').length <= MAX_SHORT_LINES,
    `Use ${MAX_SHORT_LINES} lines at most.`,
  )

/** Null for an empty text, which is what a field that nobody has filled in sends. */
export const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .nullable()
    .transform((text) => (text === null || cleanText(text) === '' ? null : text))
    .pipe(schema.nullable())

export const emailAddress = (missing = 'Enter an e-mail address, such as ann@example.co.uk.') =>
  z.string(missing).transform((value, { addIssue }) => {
    const address = readEmailAddress(cleanLine(value))
    if (address === null) addIssue(EMAIL_FAULT)
    return address ?? z.NEVER
  })

export const wholeNumber = (from: number, to: number, missing: string) =>
  z.int(missing).min(from, `Enter ${from} or more.`).max(to, `Enter ${to} or less.`)

/** '2026-12-01', not in the future. */
export const pastDay = (missing: string) =>
  z
    .string(missing)
    .refine(isDay, 'Enter the day, such as 1 December 2026.')
    .refine((day) => !isDay(day) || Date.parse(day) <= Date.now() + DAY_MS, 'This day is in the future.')

const DAY_MS = 86_400_000
