import { expect, test } from 'vitest'
import { InvalidInput } from '../changes/refusal.ts'
import type { Deal } from './deal-types.ts'
import { quoteTerms } from './letter-blanks.ts'
import { sentLetter, yesTerms } from './letter-terms.ts'

const DEAL = {
  kind: 'sale',
  registration: '7 W',
  amount: 950_000,
  deposit: 50_000,
  depositDays: 3,
  balanceDays: 14,
  includes: null,
  token: 't',
  validUntil: '2026-12-24',
} as Deal
const SITE = 'https://plates.example'

test.each<[what: string, deal: Partial<Deal>, dates: (string | null)[]]>([
  ['with a deposit', {}, ['2026-11-28', '2026-12-09']],
  ['without a deposit', { deposit: null }, ['2026-12-09', '2026-12-09']],
  [
    'without a deposit, in fewer days than one has',
    { deposit: null, balanceDays: 2 },
    ['2026-11-27', '2026-11-27'],
  ],
  ['with a deposit of the whole price', { deposit: 950_000 }, ['2026-11-28', '2026-12-09']],
  ['of a purchase', { kind: 'purchase' }, [null, null]],
])('The letter of a yes has the days that the deal gets: %s', (_, deal, dates) => {
  const { until, balanceBy, link } = yesTerms({ ...DEAL, ...deal }, '2026-11-24', '2026-11-25', SITE)
  expect([until, balanceBy]).toEqual(dates)
  expect(link).toBe(until && 'https://plates.example/order/t')
})

test('A letter that its blanks make longer than the conversation can hold is refused', () => {
  const terms = quoteTerms(DEAL, `${SITE}/order/${'t'.repeat(43)}`)
  expect(sentLetter('{link} '.repeat(100), terms)).toHaveLength(7300)
  expect(() => sentLetter('{link} '.repeat(1000), terms)).toThrow(InvalidInput)
})
