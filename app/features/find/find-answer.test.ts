import { describe, expect, test } from 'vitest'
import { describeAnswer, type FindAnswer, findJsonPath, type LeadAnswer } from './find-answer.ts'
import { leadRegistration } from './lead.ts'

const TODAY = '2026-11-22'

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

describe('The text below it', () => {
  const lead: LeadAnswer = {
    text: 'S4 NDY',
    state: { kind: 'unknown' },
    estimate: null,
    vehicles: 'It may go on a vehicle of any age.',
  }
  const answer = (change: Partial<LeadAnswer>, ours: FindAnswer['ours'] = []): FindAnswer => ({
    name: 'SANDY',
    isRefused: false,
    lead: { ...lead, ...change },
    ours,
    sold: [],
    others: [],
    hasFailed: false,
  })

  test.each<[string, FindAnswer]>([
    [
      'We have S4 NDY for sale at £14,950. It may go on a vehicle of any age.',
      answer({ state: { kind: 'ours', priceGbp: 14950 } }),
    ],
    [
      'We have S4 NDY for sale, price on request. It may go on a vehicle of any age. 1 more of ours comes close.',
      answer({ state: { kind: 'ours', priceGbp: 0 } }, [{ text: '54 NDY', priceGbp: 0 }]),
    ],
    [
      'S4 NDY sold for £1,500 (total, computed) in July 2025. It may go on a vehicle of any age.',
      answer({ state: { kind: 'sold', priceGbp: 1500, priceWords: 'total, computed', date: 'July 2025' } }),
    ],
    [
      'We don’t have S4 NDY for sale just now. We estimate £900 to £2,000 at auction, before fees. It may go on a vehicle of any age. 2 of ours come close, from £950.',
      answer({ estimate: { lowGbp: 900, highGbp: 2000 } }, [
        { text: 'A', priceGbp: 1200 },
        { text: 'B', priceGbp: 950 },
      ]),
    ],
    [
      'We can’t check our plates just now. It may go on a vehicle of any age.',
      answer({ state: { kind: 'unread' } }),
    ],
  ])('the words below the plate are “%s”', (words, found) => {
    expect(describeAnswer(found)).toBe(words)
  })

  test('the plates for a name have one URL', () => {
    expect(findJsonPath('BIG DAY')).toBe('/find.json?q=BIG+DAY')
  })
})
