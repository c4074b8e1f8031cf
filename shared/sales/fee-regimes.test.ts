// Compares the fee regimes with the collected facts, which lie beside a maintainer's checkout (or in FACTS_FOLDER);
// skipped if they are absent.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENTED_REGIMES } from './fee-regimes.ts'
import { explainPrice, findFeeRegime } from './fees.ts'

const file = resolve(process.env.FACTS_FOLDER ?? '../shared/data', 'fees.json')
const isThere = existsSync(file)
if (!isThere) console.info(`SKIPPED: the fee regimes are not compared, since ${file} is not there.`)

interface CollectedRegime {
  seller: string
  from: string
  to: string | null
  premium?: number | null
  premium_tiers?: { up_to_gbp: number | null; rate: number }[]
  premium_candidates?: { rate: number; source: string }[]
  vat: number | null
  vat_on_hammer: boolean
  assignment_fee_gbp: number | null
  status: string
}
interface GoldenCase {
  seller: string
  date: string
  hammer: number
  total: number
}
const read = () =>
  JSON.parse(readFileSync(file, 'utf8')) as { regimes: CollectedRegime[]; golden: GoldenCase[] }

/** The facts name the DVLA; sale records name its auctions. */
const sellerOf = (seller: string) => (seller === 'DVLA' ? 'DVLA Auction' : seller)

describe.skipIf(!isThere)('the fee regimes agree with the collected facts', () => {
  it('the fee regimes agree with the collected facts, regime by regime', () => {
    const ours = DOCUMENTED_REGIMES.map((regime) => ({
      seller: regime.seller,
      from: regime.from,
      to: regime.to,
      tiers: regime.status === 'disputed' ? null : regime.tiers,
      candidates: regime.status === 'disputed' ? regime.candidates.map(({ rate }) => rate) : null,
      vat: regime.vat,
      vatOnHammer: regime.vatOnHammer,
      assignmentFeeGbp: regime.assignmentFeeGbp,
      status: regime.status,
    }))
    const collected = read().regimes.map((regime) => ({
      seller: sellerOf(regime.seller),
      from: regime.from,
      to: regime.to,
      tiers:
        regime.premium_tiers?.map(({ up_to_gbp, rate }) => ({ upToGbp: up_to_gbp, rate })) ??
        (typeof regime.premium === 'number' ? [{ upToGbp: null, rate: regime.premium }] : null),
      candidates: regime.premium_candidates?.map(({ rate }) => rate) ?? null,
      vat: regime.vat,
      vatOnHammer: regime.vat_on_hammer,
      assignmentFeeGbp: regime.assignment_fee_gbp,
      status: regime.status,
    }))
    expect(ours).toEqual(collected)
  })

  it('the fee regimes agree with the collected facts in every golden case', () => {
    for (const { seller, date, hammer, total } of read().golden) {
      const [saleYear = 0, saleMonth = 0] = date.split('-').map(Number)
      const sale = {
        id: '1',
        registration: 'AB 1',
        whereSold: sellerOf(seller),
        category: null,
        type: null,
        saleYear,
        saleMonth,
        hammerPriceGbp: hammer,
        totalPriceGbp: null,
        selection: 'reported',
        priceBasis: 'hammer',
      } as const
      expect([date, explainPrice(sale, DOCUMENTED_REGIMES).total]).toEqual([
        date,
        { priceGbp: total, provenance: { is: 'computed' } },
      ])
    }
  })

  it('the fee regimes name each source of a disputed rate by its URL', () => {
    for (const { seller, from, premium_candidates: candidates = [] } of read().regimes) {
      const [saleYear = 0, saleMonth = 0] = from.split('-').map(Number)
      const regime = findFeeRegime({ whereSold: sellerOf(seller), saleYear, saleMonth }, DOCUMENTED_REGIMES)
      if (regime?.status !== 'disputed') expect(candidates).toEqual([])
      else
        regime.candidates.forEach(({ source }, index) => {
          const address = source.url.replace(/^https:\/\//, '')
          expect(candidates[index]?.source).toContain(address)
        })
    }
  })
})
