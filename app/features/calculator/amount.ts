import { formatGbp, formatPence, readWrittenAmount } from '#shared/text/money.ts'

/** More than ten times the highest known price of a UK registration. */
const MAX_AMOUNT_GBP = 10_000_000

export type Amount = { pence: number } | { error: string }

/** '£8,800.50' gives 880050 pence, '10k' a million; null for blank text. 'ten', '-5' and '0' are refused. */
export function parseAmount(typed: string): Amount | null {
  const { text, unit } = readWrittenAmount(typed)
  if (text === '') return null
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  const [, pounds = '', fraction = ''] = match ?? []
  if (!match || pounds + fraction === '')
    return {
      error: /^-\d/.test(text)
        ? 'The amount can’t be negative. Enter it in pounds, such as 8,800.'
        : 'Enter an amount in pounds, such as 8,800 or 8,800.50.',
    }
  if (unit === null && fraction.length > 2)
    return { error: 'Enter pounds and pence, with two figures after the point.' }
  const pence = Math.round(Number(`${pounds}.${fraction}`) * (unit ?? 1) * 100)
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
