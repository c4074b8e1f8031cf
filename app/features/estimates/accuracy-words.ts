import { formatGbp } from '#shared/text/money.ts'

export const ACCURACY_PATH = '/valuations/accuracy'

const KINDS: Readonly<Record<string, string>> = {
  'letters-first': 'Dateless, letters first',
  'figures-first': 'Dateless, number first',
  suffix: 'Suffix',
  prefix: 'Prefix',
  current: 'Current style',
  'northern-ireland': 'Northern Ireland',
  other: 'Other',
}

export const kindName = (kind: string): string => KINDS[kind] ?? kind

const CONFIDENCE_NAMES: Readonly<Record<string, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  refused: 'No figure given',
}

export const confidenceName = (confidence: string): string => CONFIDENCE_NAMES[confidence] ?? confidence

/** '500-1000' → '£500 to £1,000', '0-500' → 'Under £500', '10000-' → '£10,000 and over' */
export function bandName(key: string): string {
  const [least = '0', bound = ''] = key.split('-')
  if (bound === '') return `${formatGbp(Number(least))} and over`
  if (least === '0') return `Under ${formatGbp(Number(bound))}`
  return `${formatGbp(Number(least))} to ${formatGbp(Number(bound))}`
}

/** 0.3428 → '34%', or '34.3%' with one decimal. */
export const percent = (share: number, decimals = 0): string => `${(share * 100).toFixed(decimals)}%`

/** 0.7012 → '0.70'; '–' if there is none. */
export const formatR2 = (r2: number | null): string => (r2 === null ? '–' : r2.toFixed(2).replace('-', '−'))

/** 21.89 → '22 ×', 2.417 → '2.4 ×', 0.108 → '0.11 ×' */
export function formatRatio(ratio: number): string {
  return `${ratio.toFixed(ratio >= 10 ? 0 : ratio >= 1 ? 1 : 2)}\u00a0×`
}
