/** Reads what is typed about a deal. Each function throws a CellError whose message completes a sentence. */
import { CellError, readLine, readText } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import { readWrittenAmount } from '#shared/text/money.ts'
import { refuseFields, sentence } from '../changes/refusal.ts'
import { formatPence } from './deal-types.ts'
import type { Quote } from './make-quote.ts'

/** £20m, so that every sum of payments fits its column. */
const MAX_PENCE = 2_000_000_000

/** '£1,234.50' and '1.2k' in pence. */
export function readPence(text: string): number {
  const { text: figures, unit } = readWrittenAmount(text)
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(figures)
  const pence = unit
    ? Math.round(Number(figures) * unit * 100)
    : match && Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  if (!pence || Number.isNaN(pence))
    throw new CellError('enter an amount in pounds, such as 1,250 or 1,250.50')
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

/** Reads every field, then refuses all that are wrong at once. @throws InvalidInput */
export function readFields<Values extends Record<string, unknown>>(
  readers: {
    [Name in keyof Values]: () => Values[Name]
  },
): Values {
  const values: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const [name, read] of Object.entries(readers)) {
    try {
      values[name] = (read as () => unknown)()
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      faults[name] = sentence(error.message)
    }
  }
  refuseFields(faults)
  return values as Values
}

/** Null if nothing is typed. */
export const readOptional = (text: string, maxLength: number): string | null =>
  readLine(maxLength)(text) || null

/** As every reply. */
export const MAX_LETTER_LENGTH = 10_000

/** An e-mail to the person; null if it is emptied, so that none is sent. */
export const readLetter = (text: string): string | null => readText(MAX_LETTER_LENGTH)(text) || null

/** As typed. */
export type QuoteForm = Record<'amount' | 'deposit' | 'includes' | 'validUntil' | 'text', string>

/**
 * @param today in London
 * @throws InvalidInput with a sentence for each invalid field
 */
export function readQuote(
  form: QuoteForm,
  today: string,
): Pick<Quote, 'amount' | 'deposit' | 'includes' | 'validUntil' | 'text'> {
  const quote = readFields({
    amount: () => readPence(form.amount),
    deposit: () => (form.deposit.trim() === '' ? null : readPence(form.deposit)),
    includes: () => readText(1000)(form.includes) || null,
    validUntil: () => readDayFrom(form.validUntil, today),
    text: () => readLetter(form.text),
  })
  const { amount, deposit, text } = quote
  readFields({
    deposit() {
      if ((deposit ?? 0) > amount) throw new CellError('the deposit is more than the amount')
    },
    text() {
      // The e-mail was written for another amount, and cannot be taken back.
      if (text?.includes('£') && !text.includes(formatPence(amount)))
        throw new CellError(`the e-mail does not say ${formatPence(amount)}: correct the amount in it`)
    },
  })
  return quote
}
