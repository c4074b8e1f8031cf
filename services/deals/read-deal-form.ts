/** Reads what is typed about a deal. Each function throws a CellError whose message completes a sentence. */
import { CellError, readCertainAmount, readText } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import type { FormField } from '#shared/form/form-field.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { formatList } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { readForm, refuseField } from '../changes/refusal.ts'
import { askOnce } from './ask-once.ts'
import { NEEDED_BLANKS } from './deal-letters.ts'
import type { Deal } from './deal-types.ts'
import { blankValues, type LetterTerms, quoteTerms, readBlanks, withoutBlanks } from './letter-blanks.ts'
import { type Figure, readFigures } from './letter-figures.ts'

/** £20m, so that every sum of payments fits its column. */
const MAX_PENCE = 2_000_000_000

/** '£1,234.50' and '1.2k' in pence. */
export function readPence(text: string): number {
  const fault = 'enter an amount in pounds, such as 1,250 or 1,250.50'
  const { pence } = readCertainAmount(text, fault)
  if (pence === 0) throw new CellError(fault)
  if (pence > MAX_PENCE) throw new CellError('this amount is too large')
  return pence
}

export function readDayUntil(text: string, today: string): string {
  if (text.trim() === '') throw new CellError('enter the day')
  const day = readDay(text)
  if (day > today) throw new CellError('this day is in the future')
  return day
}

export function readDayFrom(text: string, today: string): string {
  if (text.trim() === '') throw new CellError('enter the last day')
  const day = readDay(text)
  if (day < today) throw new CellError('this day is past')
  return day
}

const MAX_DAYS = 365

function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  if (days < 1 || days > MAX_DAYS) throw new CellError(`enter a number of days from 1 to ${MAX_DAYS}`)
  return days
}

/** As every reply, less the room for what its blanks are filled with. */
export const MAX_LETTER_LENGTH = 9_000

/** An e-mail to the person; null if it is emptied, so that none is sent. */
export const readLetter = (text: string): string | null => readText(MAX_LETTER_LENGTH)(text) || null

export const orNull =
  <Value>(read: (text: string, today: string) => Value) =>
  (text: string, today: string) =>
    text.trim() === '' ? null : read(text, today)

export const QUOTE_FIELDS = {
  plate: {
    label: 'Which of your plates',
    required: true,
    parse(text: string) {
      const parsed = parseRegistration(text)
      if (!parsed.ok) throw new CellError('enter a registration, such as AB12 CDE')
      return parsed.registration.text
    },
  },
  amount: { label: 'Amount', inputMode: 'decimal', required: true, parse: readPence },
  validUntil: { label: 'Valid until', input: 'date', required: true, parse: readDayFrom },
  deposit: { label: 'Deposit, if any', inputMode: 'decimal', parse: orNull(readPence) },
  depositDays: { label: 'Days to pay the deposit', inputMode: 'numeric', maxLength: 3, parse: readDays },
  balanceDays: {
    label: 'Days to pay the whole price',
    help: 'From their yes, as for the deposit. Without a payment the plate goes back on sale.',
    inputMode: 'numeric',
    maxLength: 3,
    parse: readDays,
  },
  includes: {
    label: 'What it includes',
    rows: 3,
    maxLength: 1000,
    parse: (text: string) => readText(1000)(text) || null,
  },
  text: { parse: readLetter },
} as const satisfies Record<string, FormField>

/** As typed, with what was asked and is confirmed. */
export type QuoteForm = Record<keyof typeof QUOTE_FIELDS, string> & { confirmed?: string }

/**
 * @param today in London
 * @param sent how the e-mail is sent; without it, only the figures in it are looked at
 * @throws InvalidInput with a sentence for each invalid field; ChangeRefusal with the field `confirmed` for what the e-mail says
 * and the quote does not, or leaves out
 */
export function readQuote(form: QuoteForm, today: string, sent?: SentLetter) {
  const { plate: registration, ...quote } = readForm(QUOTE_FIELDS, form, today)
  const { amount, deposit, depositDays, balanceDays, text } = quote
  if (amount < 100) refuseField('amount', 'Enter £1 or more: the stock holds whole pounds.')
  if ((deposit ?? 0) > amount) refuseField('deposit', 'The deposit is more than the amount.')
  if (deposit !== null && balanceDays < depositDays)
    refuseField('balanceDays', 'The whole price cannot be due before the deposit.')
  const terms = quoteTerms(
    { registration, ...quote },
    sent?.kind === 'purchase' ? null : 'a page of their own',
  )
  if (text !== null) askOnce(form.confirmed || null, questionsAbout(text, terms, sent))
  return { registration, ...quote }
}

export interface SentLetter {
  kind: Deal['kind']
  /** Of the person, of who writes, and of the firm: 'A1 Plates' reads like a registration. */
  names: readonly string[]
  /** Of a quote beside others, it says so. */
  isNextInLine: boolean
}

/**
 * What a letter says that its deal does not, and what it leaves out, by value: '£9500' is £9,500, and '24 Dec' the last day.
 * @returns sentences for askOnce
 * @throws InvalidInput for a blank that cannot be filled
 */
export function questionsAbout(text: string, terms: LetterTerms, sent?: SentLetter): string[] {
  const blanks = readBlanks(text, terms)
  const unfilled = blanks.filter(({ value }) => value === null)
  if (unfilled.length > 0)
    refuseField(
      'text',
      `There is nothing to fill in for ${writtenOf(unfilled)}: take it out, or say it yourself.`,
    )
  const names = sent?.names.filter((name) => /\d/.test(name)) ?? []
  const words = names.reduce((rest, name) => rest.replaceAll(name, ' | '), withoutBlanks(text))
  const figures = readFigures(words, readPence)
  const values = blankValues(terms)
  const rest = formatPence(terms.amount - (terms.deposit ?? 0))
  const known = new Set([rest, ...values.values()].flatMap(withAndWithoutYear))
  const others = figures.filter(({ value }) => value === null || !known.has(value))
  const said = new Set([...blanks, ...figures].map(({ value }) => value))
  const left = (sent ? NEEDED_BLANKS[sent.kind] : []).flatMap((blank) => {
    const value = values.get(blank)
    const isSaid = value === undefined || withAndWithoutYear(value).some((one) => said.has(one))
    return isSaid || (blank === 'link' && text.includes(value)) ? [] : [{ written: `{${blank}} (${value})` }]
  })
  return [
    ...(others.length > 0 ? [`The e-mail says ${writtenOf(others)}, but the deal does not.`] : []),
    ...(left.length > 0 ? [`The e-mail leaves out ${writtenOf(left)}.`] : []),
    ...(sent?.isNextInLine && !/next in line/i.test(text)
      ? ['The e-mail does not say that they are next in line.']
      : []),
  ]
}

const writtenOf = (figures: readonly Pick<Figure, 'written'>[]) =>
  formatList([...new Set(figures.map(({ written }) => written))])

/** '24 December 2026' is also written as '24 December'. */
const withAndWithoutYear = (value: string) => [value, value.replace(/ \d{4}$/, '')]
