/** A lot of an auction, for training and backtests. */
export interface Lot {
  /** A-Z and 0-9 without spaces. */
  registration: string
  /** Months since January of year 0 (year * 12 + month - 1), exact or inferred; orders the auctions. */
  month: number
  /** Whole pounds; null if not sold. */
  hammerGbp: number | null
  /** The starting price in whole pounds; null if unknown. */
  reserveGbp: number | null
  /** `truncated` lists were selected by price: their lots are counted but their prices are not used. */
  list: 'complete' | 'truncated'
}

/** Whether the lot was sold and its price may be used. */
export const isPriced = (lot: Lot): lot is Lot & { hammerGbp: number } =>
  lot.list === 'complete' && lot.hammerGbp !== null

/** 24299 → '2024-12' */
export function formatMonth(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
}

/** '2024-12' → 24299. Null for '2024-13', '2024' and '24-12'. */
export function parseMonth(text: string): number | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year === undefined ? null : Number(year) * 12 + Number(month) - 1
}
