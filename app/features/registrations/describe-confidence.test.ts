import { expect, test } from 'vitest'
import { describeConfidence, MODEL_ALONE } from './describe-confidence.ts'

const MEASURED = {
  ofAll: { median: 0.342, inRange: 0.81 },
  ofConfidence: {
    high: { median: 0.21, inRange: 0.83 },
    medium: { median: 0.351, inRange: 0.824 },
    low: null,
  },
}
const MEDIUM = { confidence: 'medium', restsOnOwnSale: false } as const

test('the text about a confidence names the measured error and range of estimates like it', () => {
  expect(describeConfidence(MEDIUM, true, MEASURED)).toEqual({
    label: 'Medium confidence',
    sentences: [
      'Half of our medium-confidence estimates came within 36% of the hammer price, and 82% of prices fell in the range.',
    ],
  })
})

test('a confidence that was not measured has the error of all estimates, and without any there is none', () => {
  const low = { confidence: 'low', restsOnOwnSale: false } as const
  expect(describeConfidence(low, true, MEASURED).sentences).toEqual([
    'Half of all our estimates came within 35% of the hammer price, and 81% of prices fell in the range.',
  ])
  expect(describeConfidence(low, true)).toEqual({ label: 'Low confidence', sentences: [] })
})

test('without a close sale no confidence is named', () => {
  const { label, sentences } = describeConfidence(MEDIUM, false, MEASURED)
  expect([label, sentences[0]]).toEqual([MODEL_ALONE, expect.stringContaining('all our estimates')])
})

test('an estimate that rests on the registration’s own sale says so', () => {
  const { label, sentences } = describeConfidence({ ...MEDIUM, restsOnOwnSale: true }, false, MEASURED)
  expect(label).toBe('Medium confidence')
  expect(sentences).toHaveLength(2)
  expect(sentences[1]).toContain('own last sale')
})
