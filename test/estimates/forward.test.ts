import { describe, expect, test } from 'vitest'
import type { Lot } from '#packages/estimate/lot.ts'
import { hashText } from '#packages/estimate/random.ts'
import { backtest } from '#tools/training/backtest.ts'
import { readShippedLexicon } from '#tools/training/read-lexicon.ts'
import type { Recipe } from '#tools/training/recipe.ts'
import { shufflePrices } from '#tools/training/score.ts'
import { hasList, readRows } from './lists.ts'

const RESULTS = 'dvla-results.csv'
const HAS_RESULTS = hasList(RESULTS)
if (!HAS_RESULTS)
  process.stderr.write(`\n  SKIPPED: real auctions forward in time, since ${RESULTS} is not there.\n\n`)

/** A third of the lots, the last two months and fewer trees take seconds instead of minutes. The benchmark uses all of them. */
const FAST: Partial<Recipe> = {
  base: { trees: 50, rate: 0.15, depth: 4, minimum: 20, lambda: 1, rowShare: 0.7, columnShare: 0.5 },
  price: { trees: 120, rate: 0.1, depth: 5, minimum: 8, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  residual: { trees: 40, rate: 0.2, depth: 5, minimum: 8, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  net: { hidden1: 16, hidden2: 8, epochs: 3, rate: 0.005, batch: 64 },
}
const LAST_MONTH_OF_TRAINING = 2025 * 12 + 9

const readLotsOf2025 = (): Lot[] =>
  readRows(RESULTS)
    .filter(({ data_set }) => data_set === 'dvla_2025')
    .map(
      ({ plate_number = '', sale_month, hammer_price }): Lot => ({
        registration: plate_number.replace(/ /g, ''),
        month: 2025 * 12 + Number(sale_month) - 1,
        hammerGbp: Number(hammer_price),
        reserveGbp: null,
        list: 'complete',
      }),
    )
    .filter(({ registration }) => hashText(registration) % 3 === 0)

function r2(lots: { hammerGbp: number; estimateGbp: number }[]): number {
  const prices = lots.map(({ hammerGbp }) => Math.log(hammerGbp))
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length
  const total = prices.reduce((sum, price) => sum + (price - mean) ** 2, 0)
  return 1 - lots.reduce((sum, lot) => sum + Math.log(lot.hammerGbp / lot.estimateGbp) ** 2, 0) / total
}

describe.skipIf(!HAS_RESULTS)(`real auctions forward in time (skipped without ${RESULTS})`, () => {
  const lexicon = readShippedLexicon()
  const options = {
    trainToMonth: LAST_MONTH_OF_TRAINING,
    rolling: true,
    recipe: FAST,
    featureCache: new Map(),
  }

  test('the prices of real auctions are foretold from earlier ones, and shuffled prices are not', () => {
    const lots = readLotsOf2025()
    const results = backtest(lots, lexicon, options)
    expect(results.length).toBeGreaterThan(500)
    expect(r2(results)).toBeGreaterThan(0.6)
    const covered = results.filter((lot) => lot.lowGbp <= lot.hammerGbp && lot.hammerGbp <= lot.highGbp)
    expect(covered.length / results.length).toBeGreaterThan(0.72)
    expect(covered.length / results.length).toBeLessThan(0.88)
    const shuffled = backtest(shufflePrices(lots, LAST_MONTH_OF_TRAINING), lexicon, {
      ...options,
      rolling: false,
    })
    expect(r2(shuffled)).toBeLessThan(0.1)
  })
})
