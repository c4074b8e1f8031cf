import type { SettledPremium } from '#site.config.ts'
import type { CitedSource } from './cited-source.ts'

export type FeeRegime = KnownRegime | DisputedRegime

interface Period {
  /** The seller of a record, either completely or before ' ('. */
  seller: string
  /** First and last month, 'YYYY-MM'; null if still in force. */
  from: string
  to: string | null
  /** 0 if the reported total includes none; null if unknown. */
  vat: number | null
  vatOnHammer: boolean
  assignmentFeeGbp: number | null
  /** The day on which the sources were last read. */
  checked: string
}

export interface KnownRegime extends Period {
  /** fitted: no source gives these rates, but with them published totals become round hammer prices. */
  status: 'stated' | 'specification' | 'fitted'
  tiers: readonly { upToGbp: number | null; rate: number }[]
  source: string
}

export interface DisputedRegime extends Period {
  status: 'disputed'
  candidates: readonly RateClaim[]
}

export interface RateClaim {
  rate: number
  source: CitedSource & { note: string }
}

const CHECKED = '2026-11-20'

/** The bidding increments by seller; those of other houses are unknown. */
export const BID_STEPS_GBP: Readonly<Record<string, number>> = { 'DVLA Auction': 10 }

const flat = (rate: number) => [{ upToGbp: null, rate }]
const dvla = {
  seller: 'DVLA Auction',
  vat: 0.2,
  vatOnHammer: true,
  assignmentFeeGbp: 80,
  checked: CHECKED,
} as const

/** According to the sources, before the firm chooses between disputed rates. */
export const DOCUMENTED_REGIMES: readonly FeeRegime[] = [
  {
    ...dvla,
    from: '1989-12',
    to: '1989-12',
    tiers: flat(0.1),
    vat: 0.15,
    assignmentFeeGbp: null,
    status: 'specification',
    source:
      'our own account of the sale. The Independent confirms the premium and Hansard the VAT rate of the day; no source we have seen says that VAT fell on the hammer price as well',
  },
  {
    ...dvla,
    from: '2008-11',
    to: '2008-11',
    tiers: flat(0.075),
    vat: 0.175,
    status: 'fitted',
    source: 'published totals of November 2008',
  },
  {
    ...dvla,
    from: '2009-01',
    to: '2009-01',
    tiers: flat(0.075),
    vat: 0.15,
    status: 'fitted',
    source: 'published totals of January 2009',
  },
  {
    ...dvla,
    from: '2012-06',
    to: '2012-09',
    tiers: flat(0.08),
    status: 'fitted',
    source: 'published totals of summer 2012',
  },
  {
    ...dvla,
    from: '2014-11',
    to: '2019-07',
    tiers: flat(0.08),
    status: 'stated',
    source:
      'reports that give both figures, and one that sets the fees out line by line (Car Mechanics, September 2019)',
  },
  {
    ...dvla,
    from: '2020-01',
    to: '2025-09',
    tiers: flat(0.07),
    status: 'stated',
    source: 'dvlaauction.co.uk, questions and answers',
  },
  {
    ...dvla,
    from: '2025-10',
    to: null,
    status: 'disputed',
    candidates: [
      {
        rate: 0.07,
        source: {
          name: 'DVLA Auctions, questions and answers',
          url: 'https://dvlaauction.co.uk/questions_answers',
          isOfficial: true,
          note: 'in undated copies',
        },
      },
      {
        rate: 0.03,
        source: {
          name: 'Mortgage Calculator Pro, DVLA number plate calculator',
          url: 'https://mortgagecalculatorpro.io/dvla-number-plate-value-calculator.html',
          isOfficial: false,
          note: 'with a change of auctioneer in October 2025; we have seen nothing official',
        },
      },
    ],
  },
  {
    seller: 'Bonhams',
    from: '2025-07',
    to: '2025-07',
    tiers: [
      { upToGbp: 500_000, rate: 0.15 },
      { upToGbp: null, rate: 0.12 },
    ],
    vat: 0,
    vatOnHammer: false,
    assignmentFeeGbp: null,
    checked: CHECKED,
    status: 'specification',
    source: 'our own account of the terms at Goodwood, July 2025',
  },
  {
    seller: 'Bonhams',
    from: '2006-07',
    to: '2006-07',
    tiers: flat(0.105),
    vat: null,
    vatOnHammer: false,
    assignmentFeeGbp: null,
    checked: CHECKED,
    status: 'fitted',
    source: 'the two reported figures for M 1',
  },
  {
    seller: 'Essex County Council',
    from: '2008-01',
    to: '2008-01',
    tiers: flat(0),
    vat: 0.175,
    vatOnHammer: true,
    assignmentFeeGbp: null,
    checked: CHECKED,
    status: 'stated',
    source: 'reports that give both figures for F 1',
  },
]

/** The regimes with the firm's choice (`site.dvlaPremium`) instead of a disputed rate, for every page. */
export function feeRegimes(settled: SettledPremium | null): readonly FeeRegime[] {
  if (settled === null) return DOCUMENTED_REGIMES
  const { rate, source, checked } = settled
  return DOCUMENTED_REGIMES.map((regime) => {
    if (regime.status !== 'disputed') return regime
    const { candidates, ...period } = regime
    return { ...period, status: 'stated', tiers: flat(rate), source, checked }
  })
}
