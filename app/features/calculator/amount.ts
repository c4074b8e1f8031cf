import { formatGbp, formatPence } from '#shared/text/money.ts'
import { describeDoubt, readAmount } from '#shared/text/written-amount.ts'

/** More than ten times the highest known price of a UK registration. */
const MAX_AMOUNT_GBP = 10_000_000

export type Amount = { pence: number } | { error: string }

/** '£8,800.50' gives 880050 pence, '10k' a million; null for blank text. 'ten', '-5', '1,2500' and '0' are refused. */
export function parseAmount(typed: string): Amount | null {
  const amount = readAmount(typed)
  if (amount === null) return null
  if ('couldBe' in amount) {
    const doubt = describeDoubt(typed)
    if (doubt) return { error: `${doubt}: please type it again.` }
    return {
      error: /^\s*£?\s*[-−]\s*£?\d/.test(typed)
        ? 'The amount can’t be negative. Enter it in pounds, such as 8,800.'
        : 'Enter an amount in pounds, such as 8,800 or 8,800.50.',
    }
  }
  const { pence } = amount
  if (pence < 100) return { error: 'Enter an amount of £1 or more.' }
  if (pence > MAX_AMOUNT_GBP * 100)
    return { error: `We can only work with amounts up to ${formatGbp(MAX_AMOUNT_GBP)}.` }
  return { pence }
}

/** As in a bill, with aligned decimal points: 880000 gives '£8,800.00'. */
export const billText = (pence: number) =>
  `${formatGbp(Math.floor(pence / 100))}.${String(pence % 100).padStart(2, '0')}`

/** As in a field, beside its £: 1148480 gives '11,484.80'. */
export const fieldText = (pence: number) => formatPence(pence).slice(1)
