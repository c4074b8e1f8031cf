// Computes totals from hammer prices: premium, VAT and assignment fee. Fitted and disputed rates are never used.

import { isoMonth } from '../text/format.ts'
import { formatGbpAndPence } from '../text/money.ts'
import type { Explorer } from './explorers.ts'
import type { FeeRegime, KnownRegime, RateClaim } from './fee-regimes.ts'
import { type PriceWord, priceWord, type Sale } from './sale.ts'

export const NO_VAT = 'VAT: none in this total'

/** The seller whose fees are shown with an estimate. */
export const DVLA = 'DVLA Auction'

type Dated = Pick<Sale, 'whereSold' | 'saleYear' | 'saleMonth'>

/** A sale without a month only has a regime that lasted the whole year: 'DVLA Auction' in 2019 → null. */
export function findFeeRegime(
  { whereSold, saleYear, saleMonth }: Dated,
  regimes: readonly FeeRegime[],
): FeeRegime | null {
  if (whereSold === null) return null
  const first = isoMonth(saleYear, saleMonth ?? 1)
  const last = isoMonth(saleYear, saleMonth ?? 12)
  return (
    regimes.find(
      ({ seller, from, to }) => isSoldBy(seller, whereSold) && from <= first && (to === null || last <= to),
    ) ?? null
  )
}

/** 'DVLA Auction (Christie’s)' is a sale of 'DVLA Auction'; 'DVLA' is not. */
export const isSoldBy = (seller: string, whereSold: string | null) =>
  whereSold === seller || (whereSold?.startsWith(`${seller} (`) ?? false)

export interface FeeLine {
  label: string
  amountPence: number
}

export interface FeeBill {
  /** The hammer price, and what is added to it. */
  lines: FeeLine[]
  totalPence: number
}

/**
 * The buyer's bill, line by line, in whole pence.
 * @param hammerPence up to 10^11, so that every sum is exact
 * @returns null if the VAT of the regime is unknown
 */
export function feeBill(hammerPence: number, regime: KnownRegime): FeeBill | null {
  const { tiers, vat, vatOnHammer, assignmentFeeGbp } = regime
  if (vat === null) return null
  const lines: FeeLine[] = [{ label: 'Hammer price', amountPence: hammerPence }]
  let premiumPence = 0
  let belowPence = 0
  for (const { upToGbp, rate } of tiers) {
    const upToPence = upToGbp === null ? hammerPence : upToGbp * 100
    const partPence = Math.min(hammerPence, upToPence) - belowPence
    if (partPence <= 0) break
    belowPence += partPence
    if (rate === 0) continue
    const amountPence = share(partPence, rate)
    premiumPence += amountPence
    const of = tiers.length === 1 ? '' : ` of ${formatGbpAndPence(partPence / 100)}`
    lines.push({ label: `Buyer’s premium, ${percent(rate)}${of}`, amountPence })
  }
  const vatPence = share((vatOnHammer ? hammerPence : 0) + premiumPence, vat)
  lines.push({
    label: vat === 0 ? NO_VAT : `VAT, ${percent(vat)}${premiumPence > 0 && vatOnHammer ? ' of both' : ''}`,
    amountPence: vatPence,
  })
  if (assignmentFeeGbp !== null) lines.push({ label: 'Assignment fee', amountPence: assignmentFeeGbp * 100 })
  return { lines, totalPence: lines.reduce((sum, { amountPence }) => sum + amountPence, 0) }
}

/** In hundredths of a per cent, of which every rate is a multiple, so that no fraction of a penny is lost. */
const share = (amountPence: number, rate: number) =>
  Math.round((amountPence * Math.round(rate * 10_000)) / 10_000)

/** The highest bid in whole steps whose total is within the budget; 0 if not even the first step is. */
export function highestBidPence(budgetPence: number, regime: KnownRegime, stepPence: number): number {
  let low = 0
  let high = Math.floor(budgetPence / stepPence)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const bill = feeBill(middle * stepPence, regime)
    if (bill && bill.totalPence <= budgetPence) low = middle
    else high = middle - 1
  }
  return low * stepPence
}

interface FeeStep {
  label: string
  amountGbp: number
}

export interface FeeBreakdown {
  steps: FeeStep[]
  /** In whole pounds, like published totals. */
  totalGbp: number
}

export function feeBreakdown(hammerPriceGbp: number, regime: KnownRegime): FeeBreakdown | null {
  const bill = feeBill(Math.round(hammerPriceGbp * 100), regime)
  if (!bill) return null
  return {
    steps: bill.lines.map(({ label, amountPence }) => ({ label, amountGbp: amountPence / 100 })),
    totalGbp: Math.round(bill.totalPence / 100),
  }
}

/** 0.175 → '17.5%' */
export function percent(rate: number): string {
  return `${Math.round(rate * 1000) / 10}%`
}

interface TotalNow {
  /** The buyer's premium. */
  rate: number
  totalGbp: number
  /** The source of this rate if sources disagree. */
  source: RateClaim['source'] | null
}

interface ClaimedRegime {
  /** The buyer's premium. */
  rate: number
  regime: KnownRegime
  /** The source of this rate if sources disagree. */
  source: RateClaim['source'] | null
}

/** The computable regimes: one, or one for each disputed rate. Empty while the rates are only fitted. */
export function claimedRegimes(regime: FeeRegime): ClaimedRegime[] {
  if (regime.status === 'disputed') {
    const { candidates, ...period } = regime
    return candidates.map(({ rate, source }) => ({
      rate,
      regime: { ...period, status: 'stated', tiers: [{ upToGbp: null, rate }], source: source.name },
      source,
    }))
  }
  return isComputable(regime) ? [{ rate: regime.tiers[0]?.rate ?? 0, regime, source: null }] : []
}

/** The current rates of DVLA auctions. */
export function regimesNow(regimes: readonly FeeRegime[]): ClaimedRegime[] {
  const regime = regimes.find(({ seller, to }) => seller === DVLA && to === null)
  return regime ? claimedRegimes(regime) : []
}

/** The current total of a hammer price at a DVLA auction: one total, or one for each disputed rate. */
export function totalsNow(hammerGbp: number, regimes: readonly FeeRegime[]): TotalNow[] {
  return regimesNow(regimes).flatMap(({ rate, regime, source }) => {
    const breakdown = feeBreakdown(hammerGbp, regime)
    return breakdown ? [{ rate, totalGbp: breakdown.totalGbp, source }] : []
  })
}

/** What a hammer price at a DVLA auction costs now, at the dearest rate where sources disagree. */
export const dearestTotalNow = (hammerGbp: number, regimes: readonly FeeRegime[]): number =>
  Math.max(hammerGbp, ...totalsNow(hammerGbp, regimes).map(({ totalGbp }) => totalGbp))

export type Provenance = { is: PriceWord | 'disputed' | 'unknown' }

interface PriceExplanation {
  hammer: { priceGbp: number | null; provenance: Provenance }
  total: { priceGbp: number | null; provenance: Provenance }
  breakdown: FeeBreakdown | null
  regime: FeeRegime | null
}

export function explainPrice(
  sale: Sale,
  regimes: readonly FeeRegime[],
  explorer?: Pick<Explorer, 'hasHammerPrice'>,
): PriceExplanation {
  const { hammerPriceGbp, totalPriceGbp, priceBasis } = sale
  const regime = findFeeRegime(sale, regimes)
  const hasHammer = hammerPriceGbp !== null && hammerPriceGbp > 0 && priceBasis !== 'unclear'
  const breakdown = hasHammer && regime && isComputable(regime) ? feeBreakdown(hammerPriceGbp, regime) : null
  const missing: Provenance = { is: hasHammer && regime?.status === 'disputed' ? 'disputed' : 'unknown' }
  return {
    hammer: {
      priceGbp: hammerPriceGbp,
      provenance: { is: hammerPriceGbp === null ? 'unknown' : priceWord('hammer', priceBasis) },
    },
    total:
      totalPriceGbp !== null
        ? { priceGbp: totalPriceGbp, provenance: { is: priceWord('total', priceBasis, explorer) } }
        : breakdown
          ? { priceGbp: breakdown.totalGbp, provenance: { is: 'computed' } }
          : { priceGbp: null, provenance: missing },
    breakdown,
    regime,
  }
}

/** The total in whole pounds under a stated regime; null under any other, and without a hammer price. */
export function computeTotal(
  sale: Dated & Pick<Sale, 'hammerPriceGbp'>,
  regimes: readonly FeeRegime[],
): number | null {
  const regime = findFeeRegime(sale, regimes)
  if (sale.hammerPriceGbp === null || sale.hammerPriceGbp <= 0 || !regime || !isComputable(regime))
    return null
  return feeBreakdown(sale.hammerPriceGbp, regime)?.totalGbp ?? null
}

function isComputable(regime: FeeRegime): regime is KnownRegime {
  return regime.status === 'stated' || regime.status === 'specification'
}
