import { formatNumber } from './format.ts'

/** Whole pounds as people read them: 285000 gives '£285,000'. */
export function formatGbp(amountGbp: number): string {
  const whole = formatNumber(amountGbp)
  return whole.startsWith('-') ? `-£${whole.slice(1)}` : `£${whole}`
}

/** With pence where there are any: 1187.5 gives '£1,187.50'. */
export function formatGbpAndPence(amountGbp: number): string {
  const roundToPence = Math.round(Math.abs(amountGbp) * 100)
  if (roundToPence % 100 === 0) return formatGbp(amountGbp)
  const whole = formatGbp(Math.trunc(roundToPence / 100))
  return `${amountGbp < 0 ? '-' : ''}${whole}.${String(roundToPence % 100).padStart(2, '0')}`
}
