import { formatGbp } from '#shared/text/money.ts'

/** The lower ends of the bands, in pounds: typical budgets of buyers. */
const STEPS_GBP = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000]

/** Up to this number of plates the list is short enough without headings. */
const MAX_WITHOUT_BANDS = 24

interface Priced {
  plate: { priceGbp: number }
}

export interface PriceBand<Item> {
  heading: string
  items: Item[]
}

/** 34950 → '£20,000 to £50,000'; 0, which is no price, → 'Price on request' */
export function priceBandOf(priceGbp: number): string {
  if (priceGbp <= 0) return 'Price on request'
  const at = STEPS_GBP.findIndex((step) => priceGbp >= step)
  if (at === -1) return `Under ${formatGbp(STEPS_GBP.at(-1) as number)}`
  const from = formatGbp(STEPS_GBP[at] as number)
  return at === 0 ? `${from} and over` : `${from} to ${formatGbp(STEPS_GBP[at - 1] as number)}`
}

/**
 * Groups the plates under price headings, keeping their order; null for a list that is short or within one price band.
 * @param items sorted by price, in either direction
 * @param list the whole list, of which the items may be one page
 */
export function inPriceBands<Item extends Priced>(
  items: readonly Item[],
  list: { count: number; pages: number },
): PriceBand<Item>[] | null {
  if (list.count <= MAX_WITHOUT_BANDS) return null
  const bands: PriceBand<Item>[] = []
  for (const item of items) {
    const heading = priceBandOf(item.plate.priceGbp)
    const last = bands.at(-1)
    if (last?.heading === heading) last.items.push(item)
    else bands.push({ heading, items: [item] })
  }
  return bands.length > 1 || list.pages > 1 ? bands : null
}
