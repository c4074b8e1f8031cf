import { formatNumber } from './format.ts'

/** With a minus sign, not a hyphen: '−£80'. */
export function formatGbp(amountGbp: number): string {
  const whole = formatNumber(amountGbp)
  return whole.startsWith('-') ? `−£${whole.slice(1)}` : `£${whole}`
}

/** Shows pence if there are any: 1187.5 gives '£1,187.50'. */
export function formatGbpAndPence(amountGbp: number): string {
  const pence = Math.round(Math.abs(amountGbp) * 100)
  if (pence % 100 === 0) return formatGbp(amountGbp)
  const whole = formatGbp(Math.trunc(pence / 100))
  return `${amountGbp < 0 ? '−' : ''}${whole}.${String(pence % 100).padStart(2, '0')}`
}

/** 123450 → '£1,234.50' */
export const formatPence = (pence: number): string => formatGbpAndPence(pence / 100)

/** Colloquial prices: 950 → '£950', 10000 → '£10k', 1500000 → '£1.5m'. */
export function formatCompactGbp(priceGbp: number): string {
  const short = (amount: number) => String(Math.round(amount * 10) / 10)
  if (priceGbp >= 999_950) return `£${short(priceGbp / 1_000_000)}m`
  if (priceGbp >= 1_000) return `£${short(priceGbp / 1_000)}k`
  return `£${Math.round(priceGbp)}`
}

/** 1184 → 1180: an estimate has two significant figures; with one more, totals at different rates stay distinct. */
export function threeFigures(amountGbp: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amountGbp))) - 2)
  return Math.round(amountGbp / unit) * unit
}
