import { formatGbp } from '../money.ts'

/** A price of zero means that none was set. */
export function Price({ priceGbp }: { priceGbp: number }) {
  if (priceGbp <= 0) return <span className="text-quiet">Price on request</span>
  return <span className="tabular">{formatGbp(priceGbp)}</span>
}
