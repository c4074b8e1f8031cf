import { describe, expect, test } from 'vitest'
import { NO_BUDGET } from '#shared/plates/budget.ts'
import {
  describeAnswer,
  describeFound,
  type FindAnswer,
  findJsonPath,
  type LeadAnswer,
} from './find-answer.ts'
import { leadRegistration } from './lead.ts'
import { describeFigure } from './registration-figure.ts'
import type { RegistrationState } from './registration-state.ts'

const TODAY = '2026-11-22'
const UP_TO_5000 = { priceFrom: null, priceTo: 5000 }

test.each([
  ['sophie', 'SOP 111E'],
  ['big day', 'B16 DAY'],
  ['Mum 1', 'MUM 1'],
  ['jb', 'JB 1'],
  ['1985', 'J 1985'],
  ['ab12 cde', 'AB12 CDE'],
  ['VIP 1', 'VIP 1'],
  ['Zoë', '2 OE'],
  ['🚗', null],
  ['СОФИ', null],
  ['', null],
])('the plate for the typed text %s is %s', (typed, text) => {
  expect(leadRegistration(typed, TODAY)).toMatchObject({ text, isRefused: false })
})

test('the plate for offensive text is not shown', () => {
  expect(leadRegistration('slut', TODAY)).toMatchObject({ text: null, isRefused: true })
})

test('the plate for the typed text has an age identifier that was issued', () => {
  expect(leadRegistration('AB27 CDE', TODAY).text).not.toBe('AB27 CDE')
})

const ours = (priceGbp: number): RegistrationState => ({ kind: 'ours', priceGbp })
const guided = (lowGbp: number): RegistrationState => ({
  kind: 'unknown',
  guide: { lowGbp, midGbp: 2 * lowGbp, highGbp: 4 * lowGbp, isAllIn: false },
})
const WITHOUT_FIGURE: RegistrationState = { kind: 'unknown', guide: null }
const SOLD = {
  kind: 'sold',
  priceGbp: 500,
  priceWords: 'hammer, reported',
  isHammer: true,
  date: 'July 2025',
} satisfies RegistrationState

test.each<[string, RegistrationState]>([
  ['For sale, £14,950', ours(14950)],
  ['For sale, price on request', ours(0)],
  ['Sold July 2025, £500 (hammer, reported)', SOLD],
  ['Sold July 2025', { ...SOLD, priceGbp: null }],
  ['Auction guide £900 to £3,600', guided(900)],
  [
    'Auction guide £1,180 to £3,600, all in',
    { kind: 'unknown', guide: { lowGbp: 1184, midGbp: 2000, highGbp: 3601, isAllIn: true } },
  ],
  ['', WITHOUT_FIGURE],
])('The figure of a registration is “%s”', (figure, state) => {
  expect(describeFigure(state)).toBe(figure)
})

test.each<[string, RegistrationState[], number | null]>([
  ['One of these is ours, at £950.', [ours(950), guided(900)], null],
  ['2 of these are ours, from £950.', [ours(0), ours(950), SOLD], null],
  ['One of these is ours, price on request.', [ours(0)], null],
  ['One of these is ours within £1,000, at £950.', [ours(950)], 1000],
  ['We have none of these just now; auction guides start at £900.', [guided(950), guided(900)], null],
  ['We have none within £1,000; auction guides start at £1,200, all in.', [SOLD, guided(1200)], 1000],
  ['We have none within £1,000.', [WITHOUT_FIGURE], 1000],
])('The first line of the answer is “%s”', (line, states, priceTo) => {
  expect(describeFound(states, { priceFrom: null, priceTo })).toBe(line)
})

describe('The text below it', () => {
  const lead: LeadAnswer = {
    text: 'S4 NDY',
    state: { kind: 'unknown' },
    estimate: null,
    vehicles: 'It may go on a vehicle of any age.',
  }
  const answer = (change: Partial<LeadAnswer>, states: RegistrationState[] = []): FindAnswer => ({
    name: 'SANDY',
    budget: NO_BUDGET,
    isRefused: false,
    lead: { ...lead, ...change },
    cards: states.map((state, at) => ({ text: `A ${at}`, state })),
    hasFailed: false,
  })

  test.each<[string, FindAnswer]>([
    [
      'We have S4 NDY for sale at £14,950. It may go on a vehicle of any age.',
      answer({ state: { kind: 'ours', priceGbp: 14950 } }),
    ],
    [
      'We have S4 NDY for sale, price on request. It may go on a vehicle of any age. 1 more of ours comes close.',
      answer({ state: { kind: 'ours', priceGbp: 0 } }, [ours(0)]),
    ],
    [
      'S4 NDY sold for £1,500 (total, computed) in July 2025. It may go on a vehicle of any age.',
      answer({ state: { ...SOLD, priceGbp: 1500, priceWords: 'total, computed' } }),
    ],
    [
      'We don’t have S4 NDY for sale just now. Auction guide £900 to £2,000, before fees. It may go on a vehicle of any age. 2 of ours come close, from £950.',
      answer({ estimate: { lowGbp: 900, highGbp: 2000 } }, [ours(1200), ours(950)]),
    ],
    [
      'We have none within £5,000; auction guides start at £900, all in.',
      { ...answer({}, [guided(900)]), budget: UP_TO_5000 },
    ],
    [
      'We can’t check our plates just now. It may go on a vehicle of any age.',
      answer({ state: { kind: 'unread' } }),
    ],
  ])('the words below the plate are “%s”', (words, found) => {
    expect(describeAnswer(found)).toBe(words)
  })

  test('the plates for a name and a budget have one URL', () => {
    expect(findJsonPath('BIG DAY')).toBe('/find.json?q=BIG+DAY')
    expect(findJsonPath('BIG DAY', UP_TO_5000)).toBe('/find.json?q=BIG+DAY&to=5000')
  })
})
