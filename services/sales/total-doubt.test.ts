import { expect, test } from 'vitest'
import { DOCUMENTED_REGIMES, feeRegimes } from '#shared/sales/fee-regimes.ts'
import { doubtTotal } from './total-doubt.ts'

const row = (
  where_sold: string | null,
  year: number,
  month: number,
  hammer: number | null,
  total: number,
) => ({
  plate_number: 'AB 1',
  where_sold,
  sale_year: year,
  sale_month: month,
  hammer_price: hammer,
  total_price: total,
  price_basis: 'both',
})

test.each([
  // The golden values of fees.json.
  ['DVLA Auction', 2019, 7, 222_000, 287_792],
  ['DVLA Auction', 2014, 11, 400_000, 518_480],
  ['DVLA Auction', 2025, 6, 1_000, 1_364],
  ['Bonhams', 2025, 7, 530_000, 608_600],
  ['Essex County Council', 2008, 1, 375_000, 440_625],
  // Disputed: 7 % or 3 %.
  ['DVLA Auction', 2025, 11, 1_000, 1_364],
  ['DVLA Auction', 2025, 11, 1_000, 1_316],
  // Without known fees.
  ['Bonhams', 2018, 9, 460_000, 529_000],
  ['Bonhams', 2018, 9, 1_000, 1_550],
  ['Private Sale', 2018, 9, 472_000, 472_000],
  [null, 2018, 9, 472_000, 472_000],
  ['Bonhams', 2018, 9, null, 472_000],
] as const)(
  'a sale by %s in %i-%i at %s raises no doubt about the total of £%i',
  (where, year, month, hammer, total) => {
    expect(doubtTotal('uk', row(where, year, month, hammer, total), DOCUMENTED_REGIMES)).toBeNull()
  },
)

test.each([
  ['DVLA Auction', 2025, 6, 1_000, 1_400, 'comes to £1,364, not £1,400: £36 more.'],
  ['DVLA Auction', 2025, 11, 1_000, 1_340, 'comes to £1,364 at 7% or £1,316 at 3%, not £1,340.'],
  ['Bonhams', 2018, 9, 460_000, 450_000, 'The total of £450,000 is below the hammer price of £460,000.'],
  ['Bonhams', 2018, 9, 460_000, 460_000, 'but auction houses add a premium.'],
  ['Wilsons Auctions', 2018, 9, 5_000, 5_000, 'but auction houses add a premium.'],
  ['Bonhams', 2018, 9, 1_000, 1_551, 'is far above the hammer price of £1,000'],
  [null, 2018, 9, 10_000, 14_601, 'is far above the hammer price of £10,000'],
] as const)(
  'a sale by %s in %i-%i at %s raises a doubt about the total of £%i',
  (where, year, month, hammer, total, words) => {
    expect(doubtTotal('uk', row(where, year, month, hammer, total), DOCUMENTED_REGIMES)).toContain(words)
  },
)

test('a total at the rate that the firm has settled raises no doubt', () => {
  const settled = feeRegimes({ rate: 0.05, source: 'conditions of sale', checked: '2026-12-01' })
  const sale = row('DVLA Auction', 2025, 11, 1_000, 1_340)
  expect([
    doubtTotal('uk', sale, settled),
    doubtTotal('uk', { ...sale, total_price: 1_364 }, settled),
  ]).toEqual([null, expect.stringContaining('comes to £1,340')])
})
