/** A lot of an auction as training and backtests know it. */
export interface Lot {
  /** A-Z and 0-9 without spaces. */
  registration: string
  /** Months since January of year 0 (year * 12 + month - 1), exact or inferred: the order of auctions in time. */
  month: number
  /** Whole pounds; null if not sold. */
  hammerGbp: number | null
  /** The starting price in whole pounds; null if unknown. */
  reserveGbp: number | null
  /** `truncated` lists were selected by their price: they are counted and never priced. */
  list: 'complete' | 'truncated'
}
