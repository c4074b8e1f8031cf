/** Reads what is typed about a deal. Each function throws a CellError whose message completes a sentence. */
import { CellError, readCertainAmount, readText } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { formatPence } from '#shared/text/money.ts'
import { readFields, refuseField } from '../changes/refusal.ts'

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

/** As every reply, less the room for the address of the buyer's page. */
export const MAX_LETTER_LENGTH = 9_000

/** An e-mail to the person; null if it is emptied, so that none is sent. */
export const readLetter = (text: string): string | null => readText(MAX_LETTER_LENGTH)(text) || null

export const QUOTE_FIELDS = [
  'plate',
  'amount',
  'deposit',
  'depositDays',
  'balanceDays',
  'includes',
  'validUntil',
  'text',
] as const

/** As typed. */
export type QuoteForm = Record<(typeof QUOTE_FIELDS)[number], string>

/** @param today in London. @throws InvalidInput with a sentence for each invalid field */
export function readQuote(form: QuoteForm, today: string) {
  const { plate: registration, ...quote } = readFields({
    plate() {
      const parsed = parseRegistration(form.plate)
      if (!parsed.ok) throw new CellError('enter a registration, such as AB12 CDE')
      return parsed.registration.text
    },
    amount: () => readPence(form.amount),
    deposit: () => (form.deposit.trim() === '' ? null : readPence(form.deposit)),
    depositDays: () => readDays(form.depositDays),
    balanceDays: () => readDays(form.balanceDays),
    includes: () => readText(1000)(form.includes) || null,
    validUntil: () => readDayFrom(form.validUntil, today),
    text: () => readLetter(form.text),
  })
  const { amount, deposit, text } = quote
  if (amount < 100) refuseField('amount', 'Enter £1 or more: the stock holds whole pounds.')
  if ((deposit ?? 0) > amount) refuseField('deposit', 'The deposit is more than the amount.')
  // The e-mail was written for another amount, and could not be taken back.
  if (text?.includes('£') && !text.includes(formatPence(amount)))
    refuseField('text', `The e-mail does not say ${formatPence(amount)}: correct the amount in it.`)
  return { registration, ...quote }
}
