import { BID_STEPS_GBP } from '#shared/sales/fee-regimes.ts'

export interface House {
  /** The key in the URL. */
  key: string
  /** The name in the fee regimes. */
  seller: string
  name: string
  /** Null: unknown. */
  bidStepGbp: number | null
}

const house = (key: string, seller: string, name: string): House => ({
  key,
  seller,
  name,
  bidStepGbp: BID_STEPS_GBP[seller] ?? null,
})

export const DVLA_AUCTIONS = house('dvla', 'DVLA Auction', 'DVLA auctions')

/** Every seller with known fees in some period. */
export const HOUSES: readonly House[] = [
  DVLA_AUCTIONS,
  house('bonhams', 'Bonhams', 'Bonhams'),
  house('essex-county-council', 'Essex County Council', 'Essex County Council'),
]
