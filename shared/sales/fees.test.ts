import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EXPLORERS, type Explorer } from './explorers.ts'
import { DOCUMENTED_REGIMES, type KnownRegime } from './fee-regimes.ts'
import { explainPrice as explain, feeBreakdown, findFeeRegime, totalsNow } from './fees.ts'
import type { Sale } from './sale.ts'

const explainPrice = (sale: Sale, explorer?: Explorer) => explain(sale, DOCUMENTED_REGIMES, explorer)

const sale = (values: Partial<Sale>): Sale => ({
  id: '1',
  registration: 'AB 1',
  whereSold: 'DVLA Auction',
  category: null,
  type: null,
  saleYear: 2016,
  saleMonth: 11,
  hammerPriceGbp: null,
  totalPriceGbp: null,
  selection: 'reported',
  priceBasis: 'hammer',
  ...values,
})
const regimeOf = (whereSold: string, saleYear: number, saleMonth: number | null) =>
  findFeeRegime({ whereSold, saleYear, saleMonth }, DOCUMENTED_REGIMES)
/** Throws for a seller and month without computable rates. */
const knownRegimeOf = (whereSold: string, saleYear: number, saleMonth: number): KnownRegime => {
  const regime = regimeOf(whereSold, saleYear, saleMonth)
  if (!regime || regime.status === 'disputed') throw new Error(`${whereSold} has no known rates`)
  return regime
}

it('the estimate of a total has one for each premium that a source currently claims', () => {
  expect(totalsNow(1_000, DOCUMENTED_REGIMES)).toEqual([
    { rate: 0.07, totalGbp: 1_364, source: expect.objectContaining({ name: expect.any(String) }) },
    { rate: 0.03, totalGbp: 1_316, source: expect.objectContaining({ name: expect.any(String) }) },
  ])
})

it.each([
  ['DVLA Auction', 2019, 7, 222_000, 287_792], // IG 1, line by line in the source
  ['DVLA Auction', 2014, 11, 400_000, 518_480], // 25 O, both reported
  ['DVLA Auction', 2016, 11, 8_800, 11_485],
  ['DVLA Auction', 2025, 6, 1_000, 1_364], // the auctioneer's own example
  ['Bonhams', 2025, 7, 530_000, 608_600], // JB 1
  ['Essex County Council', 2008, 1, 375_000, 440_625], // F 1
])('a hammer price at %s, %d-%d: £%d gives £%d', (whereSold, year, month, hammer, total) => {
  expect(feeBreakdown(hammer, knownRegimeOf(whereSold, year, month))?.totalGbp).toBe(total)
})
it.each([
  // rates that fit published totals to the pound, without reported hammer prices
  [2008, 11, 196_000, 247_652],
  [2009, 1, 170_000, 210_242],
  [2012, 9, 55_000, 71_360],
])('a hammer price in %d-%d of £%d would match the total £%d', (year, month, hammer, total) => {
  const regime = knownRegimeOf('DVLA Auction', year, month)
  expect(regime.status).toBe('fitted')
  expect(Math.abs((feeBreakdown(hammer, regime)?.totalGbp ?? 0) - total)).toBeLessThanOrEqual(1)
})
it('a hammer price gives the total in steps that add up', () => {
  expect(feeBreakdown(8_800, knownRegimeOf('DVLA Auction', 2016, 11))?.steps).toEqual([
    { label: 'Hammer price', amountGbp: 8_800 },
    { label: 'Buyer’s premium, 8%', amountGbp: 704 },
    { label: 'VAT, 20% of both', amountGbp: 1_900.8 },
    { label: 'Assignment fee', amountGbp: 80 },
  ])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.constantFrom('DVLA Auction', 'Bonhams'),
      (hammer, seller) => {
        const breakdown = feeBreakdown(hammer, knownRegimeOf(seller, 2025, 7))
        const sum = breakdown?.steps.reduce((total, step) => total + step.amountGbp, 0) ?? 0
        expect(Math.abs((breakdown?.totalGbp ?? 0) - sum)).toBeLessThanOrEqual(0.51)
        expect(breakdown?.totalGbp).toBeGreaterThanOrEqual(hammer)
      },
    ),
  )
})
it('the total of JB 1 includes no VAT', () => {
  expect(feeBreakdown(530_000, knownRegimeOf('Bonhams', 2025, 7))?.steps.map(({ label }) => label)).toEqual([
    'Hammer price',
    'Buyer’s premium, 15% of £500,000',
    'Buyer’s premium, 12% of £30,000',
    'VAT: none in this total',
  ])
})

it.each([
  ['DVLA Auction', 2019, 7, 0.08],
  ['DVLA Auction', 2019, 8, null], // the month of the change is unknown
  ['DVLA Auction', 2020, 1, 0.07],
  ['DVLA Auction (Christie’s)', 1989, 12, 0.1],
  ['DVLA Auction', 2016, null, 0.08], // without a month, the regime must have lasted the whole year
  ['DVLA Auction', 2019, null, null],
  ['DVLA Auction', 1993, null, null],
  ['DVLA (fixed-price sale)', 2021, 1, null],
  ['DVLA', 2021, 1, null],
  ['DVLNI', 2021, 1, null],
  ['DVLA Auctioneer', 2021, 1, null],
  ['Bonhams', 2018, 9, null],
  [null, 2021, 1, null],
])('the regime of a sale at %s, %d-%s', (whereSold, saleYear, saleMonth, rate) => {
  const regime = findFeeRegime({ whereSold, saleYear, saleMonth }, DOCUMENTED_REGIMES)
  expect(regime && regime.status !== 'disputed' ? regime.tiers[0]?.rate : null).toBe(rate)
})

it.each([
  [2025, 10],
  [2025, 12],
  [2026, 3],
  [2026, null], // the whole year is disputed
])(
  'a sale at the DVLA, %d-%s, has no computed total: both rates are named, with their sources',
  (saleYear, saleMonth) => {
    const { total, breakdown, regime } = explainPrice(sale({ saleYear, saleMonth, hammerPriceGbp: 1_000 }))
    expect(total).toEqual({ priceGbp: null, provenance: { is: 'disputed' } })
    expect(breakdown).toBeNull()
    expect(regime?.status === 'disputed' && regime.candidates).toMatchObject([
      {
        rate: 0.07,
        source: { name: expect.stringMatching(/DVLA Auctions/), url: expect.stringMatching(/^https:/) },
      },
      {
        rate: 0.03,
        source: {
          name: expect.stringMatching(/Mortgage Calculator Pro/),
          url: expect.stringMatching(/^https:/),
        },
      },
    ])
  },
)
it('a sale of 2025 without a month has no regime, since the rate is disputed from October', () => {
  expect(regimeOf('DVLA Auction', 2025, null)).toBeNull()
  expect(regimeOf('DVLA Auction', 2025, 9)?.status).toBe('stated')
})
it('a reported total stays reported, whatever the regime', () => {
  const { total } = explainPrice(
    sale({ saleYear: 2026, saleMonth: 1, hammerPriceGbp: 1_000, totalPriceGbp: 1_364, priceBasis: 'both' }),
  )
  expect(total).toEqual({ priceGbp: 1_364, provenance: { is: 'reported' } })
})
it('for no seller, month or hammer price a total is computed from a disputed or fitted rate', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('DVLA Auction', 'DVLA Auction (online)', 'Bonhams', 'Essex County Council', 'DVLA'),
      fc.integer({ min: 1989, max: 2030 }),
      fc.option(fc.integer({ min: 1, max: 12 })),
      fc.integer({ min: 1, max: 2_000_000 }),
      (whereSold, saleYear, saleMonth, hammerPriceGbp) => {
        const { total, regime } = explainPrice(sale({ whereSold, saleYear, saleMonth, hammerPriceGbp }))
        const isComputed = total.priceGbp !== null
        expect(isComputed).toBe(regime?.status === 'stated' || regime?.status === 'specification')
        expect(total.provenance.is === 'computed').toBe(isComputed)
      },
    ),
  )
})

it.each([
  [{ hammerPriceGbp: 8_800, totalPriceGbp: 11_485, priceBasis: 'both' }, 'reported', 'reported', 11_485],
  [{ hammerPriceGbp: 8_800 }, 'reported', 'computed', 11_485],
  [{ totalPriceGbp: 31_000, priceBasis: 'unclear' }, 'unknown', 'as reported', 31_000],
  [{ totalPriceGbp: 31_000, priceBasis: 'total' }, 'unknown', 'reported', 31_000],
  [{}, 'unknown', 'unknown', null],
  // no source states the rates: nothing is computed
  [{ hammerPriceGbp: 5_400, saleYear: 2008, saleMonth: 9 }, 'reported', 'unknown', null],
  [{ hammerPriceGbp: 5_400, saleYear: 2012, saleMonth: 6 }, 'reported', 'unknown', null],
  // the hammer price of JB 1 is worked back from the total that was reported
  [
    {
      whereSold: 'Bonhams',
      saleYear: 2025,
      saleMonth: 7,
      hammerPriceGbp: 530_000,
      totalPriceGbp: 608_600,
      selection: 'reported',
      priceBasis: 'total',
    },
    'computed',
    'reported',
    608_600,
  ],
  // nothing is computed from rates that the source does not name
  [{ hammerPriceGbp: 5_400, priceBasis: 'unclear' }, 'as reported', 'unknown', null],
] as [Partial<Sale>, string, string, number | null][])(
  'the origin of %j: hammer %s, total %s',
  (values, hammer, total, price) => {
    const breakdown = explainPrice(sale(values))
    expect([breakdown.hammer.provenance.is, breakdown.total.provenance.is, breakdown.total.priceGbp]).toEqual(
      [hammer, total, price],
    )
  },
)
it('the origin of the one price of a Jersey sale is never a computation', () => {
  const jersey = sale({ totalPriceGbp: 73_000, hammerPriceGbp: null, priceBasis: 'hammer' })
  expect(explainPrice(jersey, EXPLORERS.jersey).total).toEqual({
    priceGbp: 73_000,
    provenance: { is: 'reported' },
  })
})
