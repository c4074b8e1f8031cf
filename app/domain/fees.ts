// How a hammer price becomes a total: premium, VAT and assignment fee, by seller and period. Only what a source
// states is computed with; rates that merely fit published totals may explain one, and are called what they are.

import { formatGbp } from './money.ts'
import type { Sale } from './sale.ts'

export interface FeeRegime {
  /** How the seller's name begins in a record. */
  seller: string
  /** First and last month, 'YYYY-MM'; null is still in force. */
  from: string
  to: string | null
  /** The premium by the part of the hammer price up to each bound. */
  tiers: readonly { upToGbp: number | null; rate: number }[]
  /** On hammer price and premium together; null where it is not known, 0 where the reported total carries none. */
  vat: number | null
  assignmentFeeGbp: number | null
  /** fitted: round hammer prices come out of published totals under these rates, but no source states them. */
  status: 'stated' | 'fitted'
  source: string
}

const flat = (rate: number) => [{ upToGbp: null, rate }]

const REGIMES: readonly FeeRegime[] = [
  {
    seller: 'DVLA Auction',
    from: '1989-12',
    to: '1989-12',
    tiers: flat(0.1),
    vat: 0.15,
    assignmentFeeGbp: null,
    status: 'stated',
    source: 'the terms of the first DVLA auction, December 1989',
  },
  {
    seller: 'DVLA Auction',
    from: '2008-11',
    to: '2008-11',
    tiers: flat(0.075),
    vat: 0.175,
    assignmentFeeGbp: 80,
    status: 'fitted',
    source: 'published totals of November 2008',
  },
  {
    seller: 'DVLA Auction',
    from: '2009-01',
    to: '2009-01',
    tiers: flat(0.075),
    vat: 0.15,
    assignmentFeeGbp: 80,
    status: 'fitted',
    source: 'published totals of January 2009',
  },
  {
    seller: 'DVLA Auction',
    from: '2012-06',
    to: '2012-09',
    tiers: flat(0.08),
    vat: 0.2,
    assignmentFeeGbp: 80,
    status: 'fitted',
    source: 'published totals of summer 2012',
  },
  {
    seller: 'DVLA Auction',
    from: '2014-11',
    to: '2019-07',
    tiers: flat(0.08),
    vat: 0.2,
    assignmentFeeGbp: 80,
    status: 'stated',
    source:
      'reports that give both figures, and one that sets the fees out line by line (Car Mechanics, September 2019)',
  },
  {
    seller: 'DVLA Auction',
    from: '2020-01',
    to: null,
    tiers: flat(0.07),
    vat: 0.2,
    assignmentFeeGbp: 80,
    status: 'stated',
    source: 'dvlaauction.co.uk, questions and answers',
  },
  {
    seller: 'Bonhams',
    from: '2025-07',
    to: '2025-07',
    tiers: [
      { upToGbp: 500_000, rate: 0.15 },
      { upToGbp: null, rate: 0.12 },
    ],
    vat: 0,
    assignmentFeeGbp: null,
    status: 'stated',
    source: 'the reported terms of the sale at Goodwood, July 2025',
  },
  {
    seller: 'Bonhams',
    from: '2006-07',
    to: '2006-07',
    tiers: flat(0.105),
    vat: null,
    assignmentFeeGbp: null,
    status: 'fitted',
    source: 'the two reported figures of M 1',
  },
  {
    seller: 'Essex County Council',
    from: '2008-01',
    to: '2008-01',
    tiers: flat(0),
    vat: 0.175,
    assignmentFeeGbp: null,
    status: 'stated',
    source: 'reports that give both figures of F 1',
  },
]

type Dated = Pick<Sale, 'whereSold' | 'saleYear' | 'saleMonth'>

/**
 * The regime that a sale fell under, or null. A sale without a month has one only if it held the whole year.
 *   'DVLA Auction', July 2019 → 8 %     'DVLA Auction', 2019 → null     'DVLA (fixed-price sale)' → null
 */
export function findFeeRegime({ whereSold, saleYear, saleMonth }: Dated): FeeRegime | null {
  if (whereSold === null) return null
  const first = monthKey(saleYear, saleMonth ?? 1)
  const last = monthKey(saleYear, saleMonth ?? 12)
  return (
    REGIMES.find(
      ({ seller, from, to }) =>
        (whereSold === seller || whereSold.startsWith(`${seller} (`)) &&
        from <= first &&
        (to === null || last <= to),
    ) ?? null
  )
}

const monthKey = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`

export interface FeeStep {
  words: string
  amountGbp: number
}

export interface FeeAccount {
  steps: FeeStep[]
  /** In whole pounds. */
  totalGbp: number
}

/** Hammer price to total, step by step; null where the regime does not say enough. */
export function accountFor(hammerPriceGbp: number, regime: FeeRegime): FeeAccount | null {
  const { tiers, vat, assignmentFeeGbp } = regime
  if (vat === null) return null
  const steps: FeeStep[] = [{ words: 'Hammer price', amountGbp: hammerPriceGbp }]
  let premium = 0
  let below = 0
  for (const { upToGbp, rate } of tiers) {
    const part = Math.min(hammerPriceGbp, upToGbp ?? hammerPriceGbp) - below
    if (part <= 0) break
    below += part
    if (rate === 0) continue
    const amountGbp = pence(part * rate)
    premium += amountGbp
    const of = tiers.length === 1 ? '' : ` of ${formatGbp(part)}`
    steps.push({ words: `Buyer’s premium, ${percent(rate)}${of}`, amountGbp })
  }
  const tax = pence((hammerPriceGbp + premium) * vat)
  steps.push({
    words: vat === 0 ? 'VAT: none in this total' : `VAT, ${percent(vat)}${premium > 0 ? ' of both' : ''}`,
    amountGbp: tax,
  })
  if (assignmentFeeGbp !== null) steps.push({ words: 'Assignment fee', amountGbp: assignmentFeeGbp })
  const totalGbp = Math.round(pence(hammerPriceGbp + premium + tax + (assignmentFeeGbp ?? 0)))
  return { steps, totalGbp }
}

const pence = (amount: number) => Math.round(amount * 100) / 100

/** 0.175 → '17.5 %' */
export function percent(rate: number): string {
  return `${Math.round(rate * 1000) / 10}%`
}

export type Ground =
  | { is: 'reported' }
  | { is: 'as reported' }
  | { is: 'computed'; regime: FeeRegime }
  | { is: 'unknown' }

export interface PriceAccount {
  hammer: { priceGbp: number | null; ground: Ground }
  total: { priceGbp: number | null; ground: Ground }
  /** From hammer to total, where the hammer price is on record and a source states the rates. */
  account: FeeAccount | null
  regime: FeeRegime | null
}

/** Where each figure of a sale comes from. A total is computed only with stated rates, and is never stored. */
export function accountOf(sale: Sale): PriceAccount {
  const { hammerPriceGbp, totalPriceGbp, priceBasis } = sale
  const regime = findFeeRegime(sale)
  const reported: Ground = priceBasis === 'unclear' ? { is: 'as reported' } : { is: 'reported' }
  const account =
    regime?.status === 'stated' && hammerPriceGbp !== null && hammerPriceGbp > 0 && priceBasis !== 'unclear'
      ? accountFor(hammerPriceGbp, regime)
      : null
  const unknown: Ground = { is: 'unknown' }
  return {
    hammer: { priceGbp: hammerPriceGbp, ground: hammerPriceGbp === null ? unknown : reported },
    total:
      totalPriceGbp !== null
        ? { priceGbp: totalPriceGbp, ground: reported }
        : account && regime
          ? { priceGbp: account.totalGbp, ground: { is: 'computed', regime } }
          : { priceGbp: null, ground: unknown },
    account,
    regime,
  }
}
