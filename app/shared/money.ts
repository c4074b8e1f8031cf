import { formatNumber } from './format.ts'

export function formatGbp(amountGbp: number): string {
  const whole = formatNumber(amountGbp)
  return whole.startsWith('-') ? `-£${whole.slice(1)}` : `£${whole}`
}

/** With pence where there are any: 1187.5 gives '£1,187.50'. */
export function formatGbpAndPence(amountGbp: number): string {
  const pence = Math.round(Math.abs(amountGbp) * 100)
  if (pence % 100 === 0) return formatGbp(amountGbp)
  const whole = formatGbp(Math.trunc(pence / 100))
  return `${amountGbp < 0 ? '-' : ''}${whole}.${String(pence % 100).padStart(2, '0')}`
}
