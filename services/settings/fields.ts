/** Schemas for what the dealer enters, with messages that say what to do. */
import { z } from 'zod'
import { emailFault } from '../people/person-store.ts'

/** Control characters, line breaks and bidirectional overrides; emoji and other scripts are allowed. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u

const UNPRINTABLE_FAULT = 'This has an invisible character in it. Type it instead of pasting it.'

const tooLong = (max: number) => `Use ${max} characters at most.`

/** @param missing the message for an empty text */
export const line = (max: number, missing: string) =>
  z
    .string(missing)
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, tooLong(max))
        .refine((text) => !UNPRINTABLE.test(text), UNPRINTABLE_FAULT),
    )

/** Allows paragraphs. */
export const text = (max: number, missing: string) =>
  z
    .string(missing)
    .transform((value) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, tooLong(max))
        .refine((value) => !UNPRINTABLE.test(value.replaceAll('\n', '')), UNPRINTABLE_FAULT),
    )

export const emailAddress = (missing = 'Enter an e-mail address, such as ann@example.co.uk.') =>
  z
    .string(missing)
    .transform((value) => value.trim())
    .pipe(
      z.string().superRefine((value, context) => {
        const fault = emailFault(value)
        if (fault) context.addIssue({ code: 'custom', message: fault })
      }),
    )

export const wholeNumber = (from: number, to: number, missing: string) =>
  z.int(missing).min(from, `Enter ${from} or more.`).max(to, `Enter ${to} or less.`)

/** '2026-12-01', not in the future. */
export const pastDay = (missing: string) =>
  z
    .string(missing)
    .refine((day) => /^\d{4}-\d\d-\d\d$/.test(day) && isDay(day), 'Enter the day, such as 1 December 2026.')
    .refine((day) => !isDay(day) || Date.parse(day) <= Date.now() + DAY_MS, 'This day is in the future.')

const DAY_MS = 86_400_000

function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === day
}
