// Converts backtest results to the published residuals and figures.

import { isPriced, type Lot } from '#packages/estimate/lot.ts'
import { type Measures, measure } from '#packages/estimate/measures.ts'
import { createRandom, shuffle } from '#packages/estimate/random.ts'
import { makeResidual, type Residual } from '#packages/estimate/residuals.ts'
import type { BacktestLot } from './backtest.ts'
import type { CardFigures } from './model-card.ts'

/** The kind of a registration that fits no learnt system. */
const OTHER_KIND = 'other'

export function toResidual(lot: BacktestLot): Residual {
  const { month, system, estimateGbp, lowGbp, highGbp, refused, confidence, naiveGbp, hammerGbp } = lot
  return makeResidual({
    month,
    kind: system ?? OTHER_KIND,
    estimateGbp,
    lowGbp,
    highGbp,
    answer: refused ?? confidence ?? 'low',
    naiveGbp,
    hammerGbp,
  })
}

/** The seven figures, to four decimals. */
export function figuresOf(rows: readonly Residual[]): CardFigures {
  return roundFigures(measure(rows))
}

export function roundFigures({
  r2,
  mdape,
  within20,
  within2x,
  coverage80,
  refused,
  n,
}: Measures): CardFigures {
  const round = (share: number) => Number(share.toFixed(4))
  return {
    // If prices do not vary there is nothing to explain.
    r2: round(r2 ?? 0),
    mdape: round(mdape),
    within20: round(within20),
    within2x: round(within2x),
    coverage80: round(coverage80),
    refused: round(refused),
    n,
  }
}

/**
 * Shuffles the prices of the lots after a month, always in the same way: any accuracy on these reveals leaked
 * information.
 */
export function shufflePrices(lots: readonly Lot[], afterMonth: number): Lot[] {
  const isTested = (lot: Lot) => lot.month > afterMonth && isPriced(lot)
  const prices = lots.filter(isTested).map(({ hammerGbp }) => hammerGbp)
  shuffle(prices, createRandom(1))
  let dealt = 0
  return lots.map((lot) => (isTested(lot) ? { ...lot, hammerGbp: prices[dealt++] ?? null } : lot))
}
