import { formatGbp } from '../text/money.ts'
import { useSite } from './use-site.tsx'

/** A price of zero means that none was set. */
export function Price({ priceGbp }: { priceGbp: number }) {
  if (priceGbp <= 0) return <span className="text-quiet">Price on request</span>
  return <span className="tabular">{formatGbp(priceGbp)}</span>
}

/** What the price includes, on a separate line below it. */
export function PriceNote({ priceGbp }: { priceGbp: number }) {
  const site = useSite()
  if (priceGbp <= 0) return null
  return <span className="mt-1 block font-normal text-quiet text-sm leading-tight">{site.prices.note}</span>
}
