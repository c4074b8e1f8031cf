import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { describeRule, newPrice, type PriceRule, previewPrices, readPriceRule } from './price-rule.ts'

const rule = (text: string): PriceRule => {
  const [direction = '', amount = '', roundTo = '1'] = text.split(' ')
  return readPriceRule({
    direction,
    by: amount.endsWith('%') ? 'percent' : 'pounds',
    amount,
    roundTo,
  })
}

test.each([
  [1_250, 'up 5%', 1_313],
  [1_250, 'up 5% 50', 1_300],
  [1_250, 'down 5% 5', 1_190],
  [1_000, 'up 7.5% 10', 1_080],
  [1_000, 'up 0.05%', 1_001],
  [950, 'up £100', 1_050],
  [950, 'down 100 50', 850],
  // Too small for the step, and never below £1.
  [20, 'up 5% 50', 21],
  [20, 'down 90% 50', 2],
  [80, 'down £100', 1],
  [1, 'down 50%', 1],
  // Rounding never turns a rise into a cut or a cut into a rise.
  [610, 'up 1% 50', 610],
  [640, 'down 1% 50', 640],
  // An exact half rounds up, despite the binary value of 1.005.
  [1_000, 'up 100.5% 10', 2_010],
  [2_147_483_647, 'up 1000%', 2_147_483_647],
])('£%i %s is £%i', (before, text, after) => {
  expect(newPrice(before, rule(text))).toBe(after)
})

test('a price follows the rule, in multiples of the step or whole pounds, and is at least £1', () => {
  const rules = fc.record({
    direction: fc.constantFrom('up' as const, 'down' as const),
    by: fc.constantFrom('percent' as const, 'pounds' as const),
    amount: fc.integer({ min: 1, max: 99 }),
    roundTo: fc.constantFrom(1, 5, 10, 50, 100),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), rules, (before, change) => {
      const after = newPrice(before, change)
      expect(after).toBeGreaterThanOrEqual(1)
      expect(Number.isInteger(after)).toBe(true)
      expect(change.direction === 'up' ? after >= before : after <= before).toBe(true)
      if (after !== before && after >= change.roundTo / 2 && after > 1) {
        const isMultiple = after % change.roundTo === 0
        expect(isMultiple || after < change.roundTo).toBe(true)
      }
    }),
    { seed: 21 },
  )
})

describe('a preview', () => {
  const plate = (registration: string, priceGbp: number | null) => ({
    id: registration,
    registration,
    priceGbp,
    updatedAt: 'then',
  })

  it('a preview of prices lists each price that changes, and the plates whose price stays or is missing', () => {
    const plates = [plate('A 1', 1_250), plate('B 2', null), plate('C 3', 610)]
    expect(previewPrices(plates, rule('up 1% 50'))).toEqual({
      changes: [],
      unchanged: ['A 1', 'C 3'],
      unpriced: ['B 2'],
    })
    expect(previewPrices(plates, rule('up 5% 50')).changes).toEqual([
      { id: 'A 1', registration: 'A 1', beforeGbp: 1_250, afterGbp: 1_300, seenAt: 'then' },
      { id: 'C 3', registration: 'C 3', beforeGbp: 610, afterGbp: 650, seenAt: 'then' },
    ])
  })
})

test.each([
  ['sideways', 'percent', '5', '1', { direction: 'Choose one.' }],
  ['up', 'percent', 'five', '1', { amount: 'Enter a percentage such as 5 or 7.5.' }],
  ['up', 'percent', '-5', '1', { amount: 'Enter a percentage such as 5 or 7.5.' }],
  ['up', 'percent', '0', '1', { amount: 'Enter more than 0.' }],
  ['down', 'percent', '100', '1', { amount: 'A price cannot fall by 100% or more.' }],
  ['up', 'percent', '1001', '1', { amount: 'A price cannot rise by more than 1000% at once.' }],
  [
    'up',
    'pounds',
    '1.50',
    '0',
    {
      amount: '“1.50” has pence: prices are whole pounds.',
      roundTo: 'Enter a step in pounds such as 5, 10 or 50.',
    },
  ],
])('a change of %s by %s %s to %s is refused', (direction, by, amount, roundTo, fields) => {
  expect(() => readPriceRule({ direction, by, amount, roundTo })).toThrow(
    expect.objectContaining({ name: 'InvalidInput', fields }),
  )
})

test('prices may rise by any number of pounds', () => {
  const form = { direction: 'up', by: 'pounds', amount: '£2,000', roundTo: '1' }
  expect(readPriceRule(form)).toEqual({ direction: 'up', by: 'pounds', amount: 2_000, roundTo: 1 })
})

test('a rule reads as a sentence', () => {
  expect([rule('up 7.5% 50'), rule('down £100')].map(describeRule)).toEqual([
    'up 7.5% to the nearest £50',
    'down £100',
  ])
})
