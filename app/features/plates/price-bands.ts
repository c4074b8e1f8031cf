import { formatGbp } from '#shared/text/money.ts'

/** The ends of the bands, in pounds: typical budgets of buyers. */
const ENDS_GBP = [Number.POSITIVE_INFINITY, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 0]

/** Up to this number of plates the list is short enough without headings. */
const MAX_WITHOUT_BANDS = 24

interface Priced {
  plate: { priceGbp: number }
}

export interface PriceBand<Item> {
  heading: string
  items: Item[]
}

/** From `fromGbp`, inclusive, to below `toGbp`; 0 to 0 is for plates without a price. */
interface Range {
  fromGbp: number
  toGbp: number
}

const NO_PRICE: Range = { fromGbp: 0, toGbp: 0 }

function rangeOf(priceGbp: number): Range {
  if (priceGbp <= 0) return NO_PRICE
  const at = ENDS_GBP.findIndex((end) => priceGbp >= end)
  return { fromGbp: ENDS_GBP[at] as number, toGbp: ENDS_GBP[at - 1] as number }
}

/** '£20,000 to £50,000', '£100,000 and over', 'Under £1,000' or 'Price on request' */
function headingOf({ fromGbp, toGbp }: Range): string {
  if (toGbp === 0) return 'Price on request'
  if (fromGbp === 0) return `Under ${formatGbp(toGbp)}`
  const from = formatGbp(fromGbp)
  return toGbp === Number.POSITIVE_INFINITY ? `${from} and over` : `${from} to ${formatGbp(toGbp)}`
}

/** A band with fewer plates joins one beside it, because a row with a single card looks like a mistake. */
const MIN_IN_BAND = 3

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
  const bands: (Range & { items: Item[] })[] = []
  for (const item of items) {
    const range = rangeOf(item.plate.priceGbp)
    const last = bands.at(-1)
    if (last?.toGbp === range.toGbp) last.items.push(item)
    else bands.push({ ...range, items: [item] })
  }
  joinSmall(bands)
  if (bands.length < 2 && list.pages < 2) return null
  return bands.map((band) => ({ heading: headingOf(band), items: band.items }))
}

/** Joins each small band with the smaller of its neighbours; plates without a price stay apart. */
function joinSmall<Item>(bands: (Range & { items: Item[] })[]): void {
  const sizeAt = (at: number) => (bands[at]?.toGbp ? bands[at].items.length : Number.POSITIVE_INFINITY)
  for (;;) {
    const at = bands.findIndex(({ items, toGbp }) => items.length < MIN_IN_BAND && toGbp > 0)
    const other = sizeAt(at - 1) <= sizeAt(at + 1) ? at - 1 : at + 1
    if (at === -1 || sizeAt(other) === Number.POSITIVE_INFINITY) return
    const [one, two] = bands.splice(Math.min(at, other), 2) as [(typeof bands)[0], (typeof bands)[0]]
    bands.splice(Math.min(at, other), 0, {
      fromGbp: Math.min(one.fromGbp, two.fromGbp),
      toGbp: Math.max(one.toGbp, two.toGbp),
      items: [...one.items, ...two.items],
    })
  }
}
