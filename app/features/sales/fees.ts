// From hammer price to total: premium, VAT and assignment fee. Fitted and disputed rates compute nothing.

import { formatGbp } from '../../shared/money.ts'
import type { ExplorerName } from './explorer/definitions.ts'
import { FEE_REGIMES, type FeeRegime, type KnownRegime, type RateClaim } from './fee-regimes.ts'
import { type PriceWord, priceWord, type Sale } from './sale.ts'

/** Whose fees an estimate is told with. */
const DVLA = 'DVLA Auction'

type Dated = Pick<Sale, 'whereSold' | 'saleYear' | 'saleMonth'>

/** A sale without a month has a regime only if it lasted the whole year: 'DVLA Auction' in 2019 → null. */
export function findFeeRegime({ whereSold, saleYear, saleMonth }: Dated): FeeRegime | null {
  if (whereSold === null) return null
  const first = monthKey(saleYear, saleMonth ?? 1)
  const last = monthKey(saleYear, saleMonth ?? 12)
  return (
    FEE_REGIMES.find(
      ({ seller, from, to }) =>
        (whereSold === seller || whereSold.startsWith(`${seller} (`)) &&
        from <= first &&
        (to === null || last <= to),
    ) ?? null
  )
}

const monthKey = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`

export interface FeeStep {
  label: string
  amountGbp: number
}

export interface FeeBreakdown {
  steps: FeeStep[]
  totalGbp: number
}

export function feeBreakdown(hammerPriceGbp: number, regime: KnownRegime): FeeBreakdown | null {
  const { tiers, vat, vatOnHammer, assignmentFeeGbp } = regime
  if (vat === null) return null
  const steps: FeeStep[] = [{ label: 'Hammer price', amountGbp: hammerPriceGbp }]
  let premium = 0
  let below = 0
  for (const { upToGbp, rate } of tiers) {
    const part = Math.min(hammerPriceGbp, upToGbp ?? hammerPriceGbp) - below
    if (part <= 0) break
    below += part
    if (rate === 0) continue
    const amountGbp = roundToPence(part * rate)
    premium += amountGbp
    const of = tiers.length === 1 ? '' : ` of ${formatGbp(part)}`
    steps.push({ label: `Buyer’s premium, ${percent(rate)}${of}`, amountGbp })
  }
  const tax = roundToPence(((vatOnHammer ? hammerPriceGbp : 0) + premium) * vat)
  steps.push({
    label:
      vat === 0
        ? 'VAT: none in this total'
        : `VAT, ${percent(vat)}${premium > 0 && vatOnHammer ? ' of both' : ''}`,
    amountGbp: tax,
  })
  if (assignmentFeeGbp !== null) steps.push({ label: 'Assignment fee', amountGbp: assignmentFeeGbp })
  const totalGbp = Math.round(roundToPence(hammerPriceGbp + premium + tax + (assignmentFeeGbp ?? 0)))
  return { steps, totalGbp }
}

const roundToPence = (amount: number) => Math.round(amount * 100) / 100

/** 0.175 → '17.5%' */
export function percent(rate: number): string {
  return `${Math.round(rate * 1000) / 10}%`
}

export interface TotalNow {
  /** The buyer's premium. */
  rate: number
  totalGbp: number
  /** Who claims this rate, while sources disagree. */
  source: RateClaim['source'] | null
}

/** What a hammer price at a DVLA auction costs in all now: one total, or one for each rate that a source claims. */
export function totalsNow(hammerGbp: number): TotalNow[] {
  const regime = FEE_REGIMES.find(({ seller, to }) => seller === DVLA && to === null)
  if (!regime) return []
  const claims =
    regime.status === 'disputed'
      ? regime.candidates
      : isComputable(regime)
        ? [{ rate: regime.tiers[0]?.rate ?? 0, source: null }]
        : []
  return claims.flatMap(({ rate, source }) => {
    const tiers = regime.status === 'disputed' ? [{ upToGbp: null, rate }] : regime.tiers
    const breakdown = feeBreakdown(hammerGbp, { ...regime, status: 'stated', source: '', tiers })
    return breakdown ? [{ rate, totalGbp: breakdown.totalGbp, source }] : []
  })
}

export type Provenance = { is: PriceWord | 'disputed' | 'unknown' }

export interface PriceExplanation {
  hammer: { priceGbp: number | null; provenance: Provenance }
  total: { priceGbp: number | null; provenance: Provenance }
  breakdown: FeeBreakdown | null
  regime: FeeRegime | null
}

export function explainPrice(sale: Sale, explorer: ExplorerName = 'uk'): PriceExplanation {
  const { hammerPriceGbp, totalPriceGbp, priceBasis } = sale
  const regime = findFeeRegime(sale)
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
export function computeTotal(sale: Dated & Pick<Sale, 'hammerPriceGbp'>): number | null {
  const regime = findFeeRegime(sale)
  if (sale.hammerPriceGbp === null || sale.hammerPriceGbp <= 0 || !regime || !isComputable(regime))
    return null
  return feeBreakdown(sale.hammerPriceGbp, regime)?.totalGbp ?? null
}

function isComputable(regime: FeeRegime): regime is KnownRegime {
  return regime.status === 'stated' || regime.status === 'specification'
}
