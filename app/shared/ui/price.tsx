import { formatGbp } from '../money.ts'

/** A price in pounds; a price of zero was never set, and is not shown as one. */
export function Price({ priceGbp }: { priceGbp: number }) {
  if (priceGbp <= 0) return <span className="text-quiet">Price on request</span>
  return <span className="tabular">{formatGbp(priceGbp)}</span>
}
