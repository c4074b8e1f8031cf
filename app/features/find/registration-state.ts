import { type DocumentedSale, describeKnownPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'

export interface SoldState {
  kind: 'sold'
  priceGbp: number | null
  /** The kind of price: 'total, computed'. */
  priceWords: string
  /** The price is before fees. */
  isHammer: boolean
  date: string
}

/** A range of prices, from the estimate of a registration that is neither ours nor sold. */
export interface Guide {
  lowGbp: number
  midGbp: number
  highGbp: number
  /** Hammer prices with all fees, as beside a budget; otherwise without. */
  isAllIn: boolean
}

export type RegistrationState =
  | { kind: 'ours'; priceGbp: number }
  | SoldState
  /** `guide` is null if there is no estimate of at least medium confidence. */
  | { kind: 'unknown'; guide: Guide | null }

export interface OfferedRegistration {
  text: string
  reads: string
  /** The positions in the compact name that it covers. */
  places: number[]
  state: RegistrationState
}

export const soldState = (sale: DocumentedSale): SoldState => ({
  kind: 'sold',
  priceGbp: knownPrice(sale),
  priceWords: describeKnownPrice(sale),
  isHammer: (sale.totalPriceGbp ?? 0) <= 0 && sale.priceBasis !== 'unclear',
  date: longSaleDate(sale),
})

export const toOffered = ({ text, reads, places, state }: OfferedRegistration): OfferedRegistration => ({
  text,
  reads,
  places,
  state,
})
