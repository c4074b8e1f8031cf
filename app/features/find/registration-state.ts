import { type DocumentedSale, describeKnownPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'

export interface SoldState {
  kind: 'sold'
  priceGbp: number | null
  /** The kind of price: 'total, computed'. */
  priceWords: string
  date: string
}

/** A range of hammer prices, from the estimate of a registration that is neither ours nor sold. */
export interface Guide {
  lowGbp: number
  midGbp: number
  highGbp: number
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
  date: longSaleDate(sale),
})

export const toOffered = ({ text, reads, places, state }: OfferedRegistration): OfferedRegistration => ({
  text,
  reads,
  places,
  state,
})
