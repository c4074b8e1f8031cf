import { BID_STEPS_GBP } from '../sales/fee-regimes.ts'

export interface House {
  /** In the address. */
  key: string
  /** As the fee regimes name it. */
  seller: string
  name: string
  /** Null: not known. */
  bidStepGbp: number | null
}

const house = (key: string, seller: string, name: string): House => ({
  key,
  seller,
  name,
  bidStepGbp: BID_STEPS_GBP[seller] ?? null,
})

export const DVLA_AUCTIONS = house('dvla', 'DVLA Auction', 'DVLA auctions')

/** Every seller whose fees we know for some time. */
export const HOUSES: readonly House[] = [
  DVLA_AUCTIONS,
  house('bonhams', 'Bonhams', 'Bonhams'),
  house('essex-county-council', 'Essex County Council', 'Essex County Council'),
]
