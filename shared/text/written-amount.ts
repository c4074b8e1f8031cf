/** The one reader of amounts of money: what people type, and what lists and sentences say. */

import { cleanLine } from './clean-text.ts'
import { escapeLine } from './escape-control.ts'
import { formatPence } from './money.ts'

const UNITS: Record<string, number> = {
  k: 1_000,
  grand: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
}

export interface ReadAmount {
  pence: number
  /** Whether a word multiplies the figures: '10k', '2 grand'. */
  hasUnit: boolean
}

/** What was typed is no amount, or it is not certain which. */
interface UnreadAmount {
  /** The amounts in pence that may be meant, the most likely first; empty for 'ten'. */
  couldBe: readonly number[]
}

/** '5000.-' and '5000,–' have no pence. */
const AROUND =
  /^(?:£|gbp)? ?(?<figures>\d[\d.,'_ ]*?|\.\d+)(?:[.,/][-–—]+)? ?(?<unit>k|grand|thousand|m|million)? ?(?:£|gbp|pounds?|quid)?$/
/** In groups of three or in none: '2,500', '2 500', '2500', with up to two decimals. */
const STRICT = /^(?:\d+|[1-9]\d{0,2}(?:([,' ])\d{3}(?:\1\d{3})*))?(?:\.\d{0,2})?$/
/** More is not worth a guess. */
const MAX_LENGTH = 40

/**
 *   '£2,500', '2 500', '2500.00', '2.5k', '2500 pounds', '2500.-'  → £2,500
 *   '', '£'                                                        → null
 *   '£1,2500' → £12,500 or £1,250?   '1.250' → £1,250 or £1.25?   'ten', '-5' → no amount
 */
export function readAmount(typed: string): ReadAmount | UnreadAmount | null {
  const text = cleanLine(typed.normalize('NFKC')).toLowerCase().replaceAll('’', "'")
  if (text === '' || text === '£') return null
  const { figures, unit = '' } = AROUND.exec(text)?.groups ?? {}
  if (figures === undefined) return { couldBe: [] }
  const times = UNITS[unit] ?? 1
  const inPence = (pounds: string) => Math.round(Number(pounds) * times * 100)
  if (STRICT.test(figures)) return { pence: inPence(figures.replace(/[,' ]/g, '')), hasUnit: times > 1 }
  if (figures.length > MAX_LENGTH) return { couldBe: [] }
  return {
    couldBe: likelyFigures(figures, times > 1)
      .map(inPence)
      .filter((pence) => pence > 0),
  }
}

/** '1,2500' gives 12500 and 1250, '1.250' gives 1250 and 1.25, '1 2' gives 12; '1.125' of thousands stays. */
function likelyFigures(figures: string, hasUnit: boolean): string[] {
  const [, before = '', separator, last = ''] = /^(.*?)([^\d]+)(\d*)$/.exec(figures) ?? []
  const whole = before.replace(/\D/g, '')
  const joined = whole + last
  const isPoint = separator === '.'
  const isDecimal = (isPoint || (separator === ',' && last.length < 3)) && !before.includes(separator)
  if (isDecimal && hasUnit) return [`${whole}.${last}`]
  const decimal = `${whole}.${last.slice(0, 2)}`
  if (isDecimal) return /\D/.test(before) ? [decimal] : [joined, decimal]
  return last.length > 3 ? [joined, whole + last.slice(0, 3)] : [joined]
}

/** '“£1,2500” could be £12,500 or £1,250', which a message ends; null if the text is an amount, or can be none. */
export function describeDoubt(typed: string): string | null {
  const amount = readAmount(typed)
  return amount && 'couldBe' in amount && amount.couldBe.length > 0
    ? describeMeanings(typed, amount.couldBe)
    : null
}

export const describeMeanings = (typed: string, couldBe: readonly number[]): string =>
  `“${escapeLine(cleanLine(typed), 40)}” could be ${couldBe.map(formatPence).join(' or ')}`

/** Of a field that may be left empty. */
export function describeUnreadPrice(typed: string): string {
  const doubt = describeDoubt(typed)
  return doubt
    ? `${doubt}, so it is left out: please type it again.`
    : `We can’t read “${typed}” as a price, so it is left out. Type it in pounds, such as 5,000 or 5k.`
}
