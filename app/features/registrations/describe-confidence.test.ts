import { expect, test } from 'vitest'
import { describeConfidence } from './describe-confidence.ts'

const MEASURED = { ofAll: 0.342, ofConfidence: { high: 0.21, medium: 0.36, low: null } }

test('the text about a confidence names its measured error, and that of all estimates', () => {
  expect(describeConfidence({ confidence: 'medium', restsOnOwnSale: false }, MEASURED)).toEqual({
    label: 'Medium confidence',
    sentences: [
      'Half of our medium-confidence estimates were within 36% of the hammer price.',
      'Half of all our estimates were within 35%.',
    ],
  })
})

test('errors that were not measured are not mentioned', () => {
  expect(describeConfidence({ confidence: 'low', restsOnOwnSale: false }, MEASURED).sentences).toEqual([
    'Half of all our estimates were within 35%.',
  ])
  expect(describeConfidence({ confidence: 'high', restsOnOwnSale: false })).toEqual({
    label: 'High confidence',
    sentences: [],
  })
})

test('an estimate that rests on the registration’s own sale says so instead of the error of all estimates', () => {
  const [own, rests, ...more] = describeConfidence(
    { confidence: 'medium', restsOnOwnSale: true },
    MEASURED,
  ).sentences
  expect(own).toContain('36%')
  expect(rests).toContain('own last sale')
  expect(more).toEqual([])
})
