import { beforeAll, describe, expect, test } from 'vitest'
import { roundToTwoFigures } from '#packages/estimate/estimate.ts'
import { createEstimator } from '#packages/estimate/estimator.ts'
import type { Lot } from '#packages/estimate/lot.ts'
import type { Model } from '#packages/estimate/model.ts'
import { ModelFileError, parseModel, serializeModel } from '#packages/estimate/model-file.ts'
import { createRandom } from '#packages/estimate/random.ts'
import { backtest } from './backtest.ts'
import { describeModel } from './model-card.ts'
import { readShippedLexicon } from './read-lexicon.ts'
import type { Recipe } from './recipe.ts'
import { type TrainOptions, trainModel } from './train.ts'

const lexicon = readShippedLexicon()

/** Small forests, for small lists. */
const SMALL: Partial<Recipe> = {
  base: { trees: 15, rate: 0.2, depth: 3, minimum: 10, lambda: 1, rowShare: 1, columnShare: 0.5 },
  price: { trees: 30, rate: 0.2, depth: 4, minimum: 5, lambda: 1, rowShare: 0.7, columnShare: 0.4 },
  residual: { trees: 30, rate: 0.2, depth: 4, minimum: 5, lambda: 1, rowShare: 0.7, columnShare: 0.4 },
  net: { hidden1: 8, hidden2: 4, epochs: 3, rate: 0.01, batch: 32 },
  nets: 1,
  size: { trees: 10, rate: 0.2, depth: 2, minimum: 20, lambda: 1, rowShare: 1, columnShare: 0.4 },
}
const MONTH = 2025 * 12
const MONTHS = 6
const featureCache = new Map()
const options: TrainOptions = { recipe: SMALL, featureCache }

/**
 * Invented sales in six auctions: figures-first registrations cost more than prefix ones, low numbers more than high
 * ones, and each of 60 letter groups has its own value, which only earlier sales reveal.
 */
function makeLots(count: number): Lot[] {
  const random = createRandom(11)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const consonants = [...'BCDFGHJKLMNPRSTVW']
  const groups = Array.from({ length: 60 }, () => ({
    letters: pick(consonants) + pick(consonants) + pick(consonants),
    worth: 2 * random(),
  }))
  groups.push({ letters: 'SAM', worth: 2 }, { letters: 'HJC', worth: 0 }, { letters: 'KWF', worth: 1 })
  const lots: Lot[] = []
  while (lots.length < count) {
    const { letters, worth } = pick(groups)
    const isPrefix = random() < 0.5
    const number = 1 + Math.floor(random() * 99)
    const registration = isPrefix
      ? `${pick([...'ABCDEFGHJKLMNPRS'])}${number}${letters}`
      : `${number}${letters}`
    const logPrice = 7 + (isPrefix ? 0 : 1) + worth - 0.3 * Math.log(number) + 0.3 * (random() + random() - 1)
    lots.push({
      registration,
      month: MONTH + Math.floor((lots.length * MONTHS) / count),
      hammerGbp: Math.round(Math.exp(logPrice)),
      reserveGbp: null,
      list: 'complete',
    })
  }
  return lots
}

const lots = makeLots(1_200)
let model: Model
beforeAll(() => {
  model = trainModel(lots, lexicon, options)
})

describe('training', () => {
  test('training learns what the invented prices depend on, using only earlier auctions', () => {
    const results = backtest(lots, lexicon, { ...options, trainToMonth: MONTH + 4 })
    expect(results).toHaveLength(200)
    expect(r2(results)).toBeGreaterThan(0.85)
    const covered = results.filter((lot) => lot.lowGbp <= lot.hammerGbp && lot.hammerGbp <= lot.highGbp)
    expect(covered.length / results.length).toBeGreaterThan(0.65)
    expect(covered.length / results.length).toBeLessThan(0.95)
  })

  test('training predicts each month only from all earlier months', () => {
    const results = backtest(lots, lexicon, { ...options, trainToMonth: MONTH + 3, rolling: true })
    expect(new Set(results.map(({ month }) => month))).toEqual(new Set([MONTH + 4, MONTH + 5]))
    const changed = lots.map((lot) => (lot.month === MONTH + 5 ? { ...lot, hammerGbp: 7 } : lot))
    const again = backtest(changed, lexicon, { ...options, trainToMonth: MONTH + 3, rolling: true })
    expect(again.map(({ estimateGbp }) => estimateGbp)).toEqual(results.map(({ estimateGbp }) => estimateGbp))
  })

  test('training gives the same bytes for the same lots, in whatever order they are listed', () => {
    const bytes = serializeModel(model)
    expect(Buffer.compare(serializeModel(trainModel(lots.toReversed(), lexicon, options)), bytes)).toBe(0)
  })

  test('training counts lots of truncated lists without using their prices', () => {
    const truncated = lots.slice(0, 300).map((lot): Lot => ({ ...lot, hammerGbp: 90_000, list: 'truncated' }))
    const other = trainModel([...lots, ...truncated], lexicon, options)
    expect(other.formats).toEqual(model.formats)
    expect(other.base).toEqual(model.base)
    expect(other.memory.sums).toEqual(model.memory.sums)
    expect(other.memory.counted).not.toEqual(model.memory.counted)
  })

  test('training counts a sale once if a truncated list repeats it', () => {
    const repeated = lots.slice(0, 300).map((lot): Lot => ({ ...lot, list: 'truncated' }))
    const bytes = serializeModel(trainModel([...lots, ...repeated], lexicon, options))
    expect(Buffer.compare(bytes, serializeModel(model))).toBe(0)
  })

  test('training reports its progress', () => {
    const stages: string[] = []
    const onProgress = (stage: string) => stages.push(stage)
    trainModel(lots.slice(0, 400), lexicon, { ...options, onProgress })
    expect(stages).toEqual(['features', 'base', 'price', 'nets', 'range'])
  })

  test.each<[title: string, lots: Lot[], message: RegExp]>([
    ['no lots', [], /hold no sale/],
    ['unsold lots alone', lots.map((lot) => ({ ...lot, hammerGbp: null })), /hold no sale/],
    ['a truncated list alone', lots.map((lot) => ({ ...lot, list: 'truncated' as const })), /hold no sale/],
    ['few sales', lots.slice(0, 50), /50 sales .* at least 200/],
    [
      'one kind only',
      lots.filter(({ registration }) => /^\d/.test(registration)),
      /one kind only \(figures-first\)/,
    ],
  ])('training refuses %s with a sentence', (_, refused, message) => {
    expect(() => trainModel(refused, lexicon, options)).toThrow(message)
  })
})

test('an estimate has two significant figures, with the middle inside the range', () => {
  const answer = createEstimator(model, lexicon).estimate('12SAM')
  if ('refused' in answer) throw new Error(answer.refused)
  const { lowGbp, midGbp, highGbp } = answer
  expect(lowGbp).toBeLessThan(midGbp)
  expect(midGbp).toBeLessThan(highGbp)
  for (const figure of [lowGbp, midGbp, highGbp]) expect(String(figure)).toMatch(/^\d{1,2}0*$/)
})

test.each([
  [1_234, 1_200],
  [86_500, 87_000],
  [99.6, 100],
  [996, 1_000],
  [7.4, 7],
])('an estimate of %d is given as %d', (amount, rounded) => {
  expect(roundToTwoFigures(amount)).toBe(rounded)
})

test.each(['F1', 'AB12CDE', 'AZ1', 'ПРИВЕТ', '', 'A'.repeat(5_000), '12SAM\n'])(
  'an estimate is refused for “%s”, with a reason',
  (registration) => {
    expect(createEstimator(model, lexicon).estimate(registration)).toEqual({ refused: expect.any(String) })
  },
)

test('an estimate starts from a recent sale of the registration, and says so', () => {
  const estimator = createEstimator(model, lexicon)
  const midOf = (monthsAgo: number) => {
    const evidence = { ownSale: { hammerGbp: 90_000, monthsAgo }, hasComparables: false }
    const answer = estimator.estimate('12SAM', evidence)
    if ('refused' in answer) throw new Error(answer.refused)
    return [answer.midGbp, answer.restsOnOwnSale] as const
  }
  const [withoutSale, rests] = midOf(37)
  expect(rests).toBe(false)
  const [withSale, restsOnSale] = midOf(1)
  expect(restsOnSale).toBe(true)
  expect(withSale).toBeGreaterThan(Math.sqrt(withoutSale * 90_000))
})

test('an estimate has high confidence only with close comparables, or with a recent sale of its own', () => {
  const estimator = createEstimator({ ...model, range: { ...model.range, highConfidenceRatio: 6 } }, lexicon)
  const confidenceOf = (hasComparables: boolean, monthsAgo?: number) =>
    estimator.estimate('12SAM', {
      hasComparables,
      ownSale: monthsAgo === undefined ? null : { hammerGbp: 5_000, monthsAgo },
    })
  expect(confidenceOf(true)).toMatchObject({ confidence: 'high' })
  expect(confidenceOf(false, 1)).toMatchObject({ confidence: 'high' })
  expect(confidenceOf(false, 40)).toMatchObject({ confidence: expect.not.stringContaining('high') })
  expect(estimator.estimate('12SAM')).toMatchObject({ confidence: expect.not.stringContaining('high') })
})

test('an estimate does not depend on earlier calls', () => {
  const estimator = createEstimator(model, lexicon)
  const first = estimator.estimate('12SAM')
  for (let number = 1; number < 100; number++) estimator.estimate(`A${number}GXV`)
  expect(estimator.estimate('12SAM')).toEqual(first)
})

describe('a later sale', () => {
  const LATER = MONTH + MONTHS
  const midOf = (estimator: ReturnType<typeof createEstimator>, registration: string) =>
    (estimator.appraise(registration) as { midGbp: number }).midGbp

  test('a later sale moves the level of its own system, a sixth of the way after twenty sales, and no other system', () => {
    const estimator = createEstimator(model, lexicon)
    const [before, otherBefore] = [midOf(estimator, '12KWF'), midOf(estimator, 'K55KWF')]
    // No two share a key with each other or with 12 KWF, so only the level changes.
    for (const [i, letter] of [...'BCDFGHJKLMNPRSTVWXYA'].entries()) {
      const registration = `${20 + i}${i % 9}${letter}X${letter}`
      const midGbp = midOf(createEstimator(model, lexicon), registration)
      estimator.observe({ registration, month: LATER, hammerGbp: Math.round(midGbp * 2) })
    }
    const moved = Math.log(midOf(estimator, '12KWF') / before)
    expect(moved).toBeCloseTo(Math.log(2) / 6, 2)
    expect(midOf(estimator, 'K55KWF')).toBe(otherBefore)
  })

  test('a later sale moves similar lots more than others', () => {
    const estimator = createEstimator(model, lexicon)
    const [before, otherBefore] = [midOf(estimator, '55HJC'), midOf(estimator, '88KWF')]
    for (let number = 60; number < 75; number++) {
      estimator.observe({ registration: `${number}HJC`, month: LATER, hammerGbp: 9_000 })
    }
    const moved = midOf(estimator, '55HJC') / before
    const otherMoved = midOf(estimator, '88KWF') / otherBefore
    expect(moved).toBeGreaterThan(otherMoved * 1.05)
    expect(otherMoved).toBeGreaterThan(1)
  })

  test('a later sale is ignored if the model was trained on its month, or if its shape is not learnt', () => {
    const estimator = createEstimator(model, lexicon)
    const before = midOf(estimator, '12SAM')
    estimator.observe({ registration: '12SAM', month: LATER - 1, hammerGbp: 90_000 })
    estimator.observe({ registration: 'Q1ABC', month: LATER, hammerGbp: 90_000 })
    expect(midOf(estimator, '12SAM')).toBe(before)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'a later sale of %d pounds is refused',
    (hammerGbp) => {
      const estimator = createEstimator(model, lexicon)
      expect(() => estimator.observe({ registration: '12SAM', month: LATER, hammerGbp })).toThrow(RangeError)
    },
  )
})

test('the model file round-trips a model', () => {
  const parsed = parseModel(serializeModel(model))
  expect(parsed).toEqual(model)
  expect(createEstimator(parsed, lexicon).estimate('12SAM')).toEqual(
    createEstimator(model, lexicon).estimate('12SAM'),
  )
})

test('a model file can be read from within a larger buffer', () => {
  const bytes = serializeModel(model)
  const larger = new Uint8Array(bytes.length + 10)
  larger.set(bytes, 3)
  expect(parseModel(larger.subarray(3, 3 + bytes.length))).toEqual(model)
})

test('a model file is refused if it is truncated at any position', () => {
  const bytes = serializeModel(model)
  for (const length of [0, 3, 15, 16, 100, bytes.length >> 1, bytes.length - 1])
    expect(() => parseModel(bytes.subarray(0, length))).toThrow(ModelFileError)
})

test('a model file is refused if any byte is changed', () => {
  const bytes = serializeModel(model)
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 200)) {
    const damaged = bytes.slice()
    damaged[at] = (damaged[at] as number) ^ 0x40
    expect(() => parseModel(damaged)).toThrow(ModelFileError)
  }
})

test('a model file is refused with trailing bytes, of another version, and if it is not a model', () => {
  const bytes = serializeModel(model)
  expect(() =>
    parseModel(Uint8Array.of(...[...bytes.subarray(0, 4), 9, 0, 0, 0], ...bytes.subarray(8))),
  ).toThrow(/version 9.*train a model anew/)
  const longer = new Uint8Array(bytes.length + 1)
  longer.set(bytes)
  expect(() => parseModel(longer)).toThrow(/bytes follow its end/)
  expect(() => parseModel(new TextEncoder().encode('<!doctype html><title>404</title>'))).toThrow(
    /no model file/,
  )
})

test('a model file has a card with its training data', () => {
  const card = describeModel(model, {
    lots,
    lists: [{ name: 'made-up.csv', source: 'this test' }],
    trainedOn: '2026-01-02',
    rolling: null,
    widestRatio: 6,
  })
  expect(card).toMatchObject({
    trainedOn: '2026-01-02',
    lots: { priced: 1_200, counted: 0, unsold: 0 },
    period: { from: '2025-01', to: '2025-06' },
    confidence: { low: { widestRatio: 6 } },
  })
  expect(card.confidence.high.error).toBeGreaterThan(0)
})

function r2(results: { hammerGbp: number; estimateGbp: number }[]): number {
  const prices = results.map(({ hammerGbp }) => Math.log(hammerGbp))
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length
  const total = prices.reduce((sum, price) => sum + (price - mean) ** 2, 0)
  const left = results.reduce((sum, lot) => sum + Math.log(lot.hammerGbp / lot.estimateGbp) ** 2, 0)
  return 1 - left / total
}
