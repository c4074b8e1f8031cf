import { expect, test } from 'vitest'
import type { EstimateAnswer } from '../../context.ts'
import { type Candidate, chooseRegistrations, fitOf } from './choose-registrations.ts'
import type { RegistrationState } from './registration-state.ts'

const candidate = (text: string, state?: RegistrationState, change: Partial<Candidate> = {}): Candidate => ({
  text,
  system: 'dateless',
  reads: 'SAM',
  places: [0, 1, 2],
  state: state ?? { kind: 'unknown', guide: null },
  ...change,
})
/** A simple rate. */
const allIn = (hammerGbp: number) => hammerGbp * 1.25
const ours = (priceGbp: number): RegistrationState => ({ kind: 'ours', priceGbp })
const sold = (priceGbp: number | null): RegistrationState => ({
  kind: 'sold',
  priceGbp,
  priceWords: 'total, reported',
  isHammer: false,
  date: 'July 2025',
})
const estimateOf = (midGbp: number, confidence: 'medium' | 'low' = 'medium'): EstimateAnswer => ({
  lowGbp: midGbp / 2,
  midGbp,
  highGbp: 2 * midGbp,
  confidence,
  restsOnOwnSale: false,
  errors: { ofAll: null, ofConfidence: { high: null, medium: null, low: null } },
})

async function choose(
  known: Candidate[],
  answers: Record<string, EstimateAnswer>,
  priceTo: number | null,
  limit = 24,
) {
  const estimates = {
    estimate: async (text: string) => answers[text] ?? ({ refused: 'wide-range' } as const),
  }
  const chosen = await chooseRegistrations(known, {
    budget: { priceFrom: null, priceTo },
    limit,
    estimates,
    allIn: (hammerGbp) => hammerGbp,
  })
  return chosen.map(({ text, state }) => [
    text,
    state.kind === 'unknown' ? (state.guide?.midGbp ?? null) : state.kind,
  ])
}

test('what one can buy now comes before the best readings, each with its guide if the confidence is medium', async () => {
  const known = [
    candidate('SAM 1'),
    candidate('SAM 2'),
    candidate('SAM 3', ours(0)),
    candidate('SAM 4', sold(900)),
  ]
  expect(await choose(known, { 'SAM 1': estimateOf(2000), 'SAM 2': estimateOf(3000, 'low') }, null)).toEqual([
    ['SAM 3', 'ours'],
    ['SAM 1', 2000],
    ['SAM 2', null],
    ['SAM 4', 'sold'],
  ])
})

test('within a budget come what is ours, then what will probably be within it, then what begins within it, then what has no figure', async () => {
  const known = [
    candidate('SAM 1'),
    candidate('SAM 2'),
    candidate('SAM 3'),
    candidate('SAM 4', ours(1000)),
    candidate('SAM 5', sold(900)),
    candidate('SAM 6'),
  ]
  const answers = {
    'SAM 1': estimateOf(800, 'low'),
    'SAM 2': estimateOf(2000),
    'SAM 3': estimateOf(1000),
    'SAM 6': estimateOf(700),
  }
  const expected = [
    ['SAM 4', 'ours'],
    ['SAM 3', 1000],
    ['SAM 5', 'sold'],
    ['SAM 6', 700],
    ['SAM 2', 2000],
    ['SAM 1', null],
  ]
  expect(await choose(known, answers, 1000)).toEqual(expected)
  expect(await choose(known, answers, 1000, 3)).toEqual(expected.slice(0, 3))
})

test('no price above a budget is chosen, nor what has no estimate, and guides above it come last, the nearest first', async () => {
  const known = [
    candidate('SAM 1'),
    candidate('SAM 2', ours(1001)),
    candidate('SAM 3', ours(0)),
    candidate('SAM 4', sold(1001)),
    candidate('SAM 5', sold(null)),
    candidate('SAM 6'),
    candidate('SAM 7'),
    candidate('SAM 8'),
  ]
  const answers = {
    'SAM 1': estimateOf(3000),
    'SAM 6': estimateOf(2002, 'low'),
    'SAM 7': estimateOf(2002),
    'SAM 8': estimateOf(2000),
  }
  const expected = [
    ['SAM 8', 2000],
    ['SAM 7', 2002],
    ['SAM 1', 3000],
  ]
  expect(await choose(known, answers, 1000)).toEqual(expected)
  expect(await choose(known, answers, 1000, 2)).toEqual(expected.slice(0, 2))
})

test('with nothing within a budget the best readings that are not ours are chosen, those that cannot be had for it last', async () => {
  const known = [candidate('SAM 1'), candidate('SAM 2', ours(1001)), candidate('SAM 3')]
  expect(await choose(known, { 'SAM 1': estimateOf(5000) }, 1000)).toEqual([
    ['SAM 3', null],
    ['SAM 1', 5000],
  ])
})

test('the last places are for the systems with a year, if one of their readings is as complete as the best', async () => {
  const known = [
    ...Array.from({ length: 24 }, (_, index) => candidate(`SAM ${index + 1}`)),
    candidate('A1 SAM', undefined, { system: 'prefix', reads: 'SA' }),
    candidate('SA11 MMM', undefined, { system: 'current' }),
    candidate('SAM 1S', undefined, { system: 'suffix' }),
  ]
  const texts = async (limit: number) => (await choose(known, {}, null, limit)).map(([text]) => text)
  expect((await texts(24)).slice(20)).toEqual(['SAM 21', 'SAM 22', 'SA11 MMM', 'SAM 1S'])
  expect(await texts(2)).toEqual(['SAM 1', 'SAM 2'])
})

const guided: RegistrationState = {
  kind: 'unknown',
  guide: { lowGbp: 800, midGbp: 1000, highGbp: 1300, isAllIn: true },
}

const hammered: RegistrationState = {
  kind: 'unknown',
  guide: { lowGbp: 800, midGbp: 1000, highGbp: 1300, isAllIn: false },
}

test.each<[string, RegistrationState, number | null, number | null, string]>([
  ['a price', ours(1000), 1000, 1000, 'within'],
  ['a lower price', ours(999), 1000, null, 'outside'],
  ['a higher price', ours(1001), null, 1000, 'outside'],
  ['a price on request', ours(0), null, 100, 'unknown'],
  ['a price on request', ours(0), null, null, 'within'],
  ['a guide', guided, 1000, 1200, 'within'],
  ['a guide', guided, null, 900, 'partly'],
  ['a guide', guided, 1200, null, 'partly'],
  ['a guide', guided, 1400, null, 'outside'],
  ['a guide', guided, null, 700, 'outside'],
  ['a guide of hammer prices', hammered, null, 1249, 'partly'],
  ['a guide of hammer prices', hammered, null, 1250, 'within'],
  ['a hammer price', { ...sold(1000), isHammer: true } as RegistrationState, null, 1249, 'outside'],
])('%s of %o is, for a budget from %s to %s, %s', (_, state, priceFrom, priceTo, fit) => {
  expect(fitOf(state, { priceFrom, priceTo }, allIn)).toBe(fit)
})
