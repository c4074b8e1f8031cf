// Selects the lots for training, in an order that is independent of the order of the lists.
import { type Described, featuresOf } from '#packages/estimate/features.ts'
import type { Lexicon } from '#packages/estimate/lexicon.ts'
import type { Lot } from '#packages/estimate/lot.ts'

/** The lists cannot train a model; the message explains why to the person who named them. */
export class TrainingError extends Error {
  override name = 'TrainingError'
}

/** A cache of features by registration, shared between trainings on the same lists. */
export type FeatureCache = Map<string, Described | null>

export interface DescribedLot {
  lot: Lot
  described: Described
  /** The log of the hammer price; NaN for lots that are counted but not priced. */
  logPrice: number
}

/** Sold lots of known shapes up to and including the month, sorted by month and registration. */
export function lotsToLearnFrom(
  lots: readonly Lot[],
  lexicon: Lexicon,
  cache: FeatureCache,
  trainToMonth: number,
): DescribedLot[] {
  const sold = lots.filter((lot) => !(lot.month > trainToMonth) && lot.hammerGbp !== null)
  const complete = new Set(sold.filter(({ list }) => list === 'complete').map(saleOf))
  // A sale that is also in a truncated list is the same sale.
  const once = sold.filter((lot) => lot.list === 'complete' || !complete.has(saleOf(lot)))
  const learnt: DescribedLot[] = []
  for (const lot of once) {
    const described = describeLot(lot.registration, lexicon, cache)
    // What is in a truncated list is learnt without its price.
    const isComplete = lot.list === 'complete'
    if (described)
      learnt.push({ lot, described, logPrice: isComplete ? Math.log(lot.hammerGbp as number) : Number.NaN })
  }
  return learnt.sort(
    ({ lot: one }, { lot: other }) =>
      one.month - other.month ||
      compare(one.registration, other.registration) ||
      compare(one.list, other.list) ||
      (one.hammerGbp as number) - (other.hammerGbp as number),
  )
}

export function describeLot(registration: string, lexicon: Lexicon, cache: FeatureCache): Described | null {
  let described = cache.get(registration)
  if (described === undefined) {
    described = featuresOf(registration, lexicon)
    cache.set(registration, described)
  }
  return described
}

const saleOf = ({ registration, hammerGbp }: Lot) => `${registration} ${hammerGbp}`

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
