import { formatNumber } from './format.ts'

export function formatGbp(amountGbp: number): string {
  const whole = formatNumber(amountGbp)
  return whole.startsWith('-') ? `-£${whole.slice(1)}` : `£${whole}`
}

/** Shows pence if there are any: 1187.5 gives '£1,187.50'. */
export function formatGbpAndPence(amountGbp: number): string {
  const pence = Math.round(Math.abs(amountGbp) * 100)
  if (pence % 100 === 0) return formatGbp(amountGbp)
  const whole = formatGbp(Math.trunc(pence / 100))
  return `${amountGbp < 0 ? '-' : ''}${whole}.${String(pence % 100).padStart(2, '0')}`
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

const UNITS: Record<string, number> = {
  k: 1_000,
  grand: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
}

interface WrittenAmount {
  /** Digits with a decimal point if there is one, or something that is not an amount: '8800.50', '-5', 'ten' */
  text: string
  /** 1,000 for 'k'; null without a unit. */
  unit: number | null
}

/** Removes what people write around the figures of an amount: '£ 10 000', "10'000", '10.000,-' and '10k' are 10,000. */
export function readWrittenAmount(typed: string): WrittenAmount {
  const plain = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s'’_£]|gbp|pounds?|quid/g, '')
    .replace(/[.,/]?[-–—]+$/, '')
  const [, figures = plain, unit = ''] = /^([\d.,]+)(k|grand|thousand|m|million)$/.exec(plain) ?? []
  const isGrouped = unit === '' && /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(figures)
  const text = isGrouped ? figures.replaceAll('.', '') : figures
  return { text: text.replace(/,(\d{1,2})$/, '.$1').replaceAll(',', ''), unit: UNITS[unit] ?? null }
}

export const describeUnreadPrice = (typed: string) =>
  `We can’t read “${typed}” as a price, so it is left out. Type it in pounds, such as 5,000 or 5k.`
