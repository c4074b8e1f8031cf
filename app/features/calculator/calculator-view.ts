import { cleanLine } from '#shared/text/clean-text.ts'
import { fieldText, parseAmount } from './amount.ts'

/** The visitor's input; the other amount is computed from it. */
export type Given = 'hammer' | 'budget'

export interface CalculatorView {
  /** The key of a house, as entered; empty: the DVLA. */
  house: string
  /** '2025-11-20' or '2025-11', as entered; empty: today. */
  date: string
  given: Given
  /** As entered, possibly empty. */
  amount: string
}

const MAX_LENGTH = 40

/**
 * `?house=dvla&date=2025-11-20&hammer=8800` or `&budget=10000`. Only the first of a repeated parameter counts. Without
 * script the form sends both fields: `was` names the field that was given before, and `shown` is the computed value of
 * the other one, which counts if it was changed.
 */
export function parseCalculatorView(query: URLSearchParams): CalculatorView {
  const text = (name: string) => cleanLine((query.get(name) ?? '').slice(0, MAX_LENGTH))
  const typed = { hammer: text('hammer'), budget: text('budget') }
  const was: Given = text('was') === 'budget' ? 'budget' : 'hammer'
  const other: Given = was === 'hammer' ? 'budget' : 'hammer'
  const isOther =
    typed[other] !== '' && (typed[was] === '' || (query.has('was') && typed[other] !== text('shown')))
  const given = isOther ? other : was
  const amount = parseAmount(typed[given])
  return {
    house: text('house').toLowerCase(),
    date: text('date'),
    given,
    amount: amount && 'pence' in amount ? fieldText(amount.pence) : typed[given],
  }
}

/** The shortest URL query of a view: '' for the initial page. */
export function calculatorQuery({ house, date, given, amount }: CalculatorView): string {
  const query = new URLSearchParams()
  if (house !== '') query.set('house', house)
  if (date !== '') query.set('date', date)
  const parsed = parseAmount(amount)
  const text = parsed && 'pence' in parsed ? fieldText(parsed.pence).replaceAll(',', '') : amount.trim()
  if (text !== '') query.set(given, text)
  return String(query) === '' ? '' : `?${query}`
}
