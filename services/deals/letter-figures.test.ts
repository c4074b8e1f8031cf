import { expect, test } from 'vitest'
import { readFigures } from './letter-figures.ts'
import { readPence } from './read-deal-form.ts'

test.each<[words: string, values: (string | null)[]]>([
  ['Our quote is £9500.', ['£9,500']],
  ['£ 10 000, or £9,500.50, or GBP 9.5k, or £2 million.', ['£10,000', '£9,500.50', '£9,500', '£2,000,000']],
  ['It is 100,000 pounds, £500-£600 less, or £0.', ['£100,000', '£500', '£600', null]],
  ['Until 24 December 2026, 24/12/2026, 24.12.26 or 2026-12-24.', Array(4).fill('24 December 2026')],
  [
    'The 1st of Sept, 24th dec. 2026, May 4th, 2027 or June 3',
    ['1 September', '24 December 2026', '4 May 2027', '3 June'],
  ],
  ['By 31 February 2026', [null]],
  ['Pay within 3 days; it takes 5 days.', ['3 days']],
  ['WD 1 A week, AB12CDE, K1 NGS, ABC 12D and 7W', ['WD 1', 'AB12 CDE', 'K1 NGS', 'ABC 12D', '7 W']],
  ['At 10 AM in LS1 4AP, with the V750 or V5C: https://a.example/order/AB1, A1@a.example.', []],
  ['Choose 12 separate plates of 500 in March 2026.', []],
])('The figures of “%s” are read', (words, values) => {
  expect(readFigures(words, readPence).map(({ value }) => value)).toEqual(values)
})
