// What a plate brings: the price less the cost, and less what the firm has stated of VAT and of the DVLA's fee.

import type { VatStatus } from '#site.config.ts'
import type { MarginFee } from '../settings/margin-fee.ts'
import type { StockPlate } from './stock-types.ts'

export interface MarginTerms {
  vat: VatStatus
  /** Null: the firm has not stated how the margin is to be counted, so nothing is taken off. */
  fee: MarginFee | null
}

export interface MarginAccount {
  takingsGbp: number
  costGbp: number
  /** Null if nothing is stated. */
  vatGbp: number | null
  /** Null if nothing is stated, or if it is not known of this plate. */
  feeGbp: number | null
  /** After VAT and the fee, or before both if nothing is stated; null if the fee of this plate is not known. */
  marginGbp: number | null
}

const FEE_GBP = 80

/** VAT of 20% is a sixth of a price that includes it, or of the margin under the margin scheme. */
const VAT_SHARE = 1 / 6

type Accounted = Pick<StockPlate, 'status' | 'priceGbp' | 'soldPriceGbp' | 'costGbp' | 'document'>

/** The margin in whole pounds, on the price that was paid or is asked. Null if the price or the cost is missing. */
export function accountOf(plate: Accounted, terms: MarginTerms): MarginAccount | null {
  const { status, priceGbp, soldPriceGbp, costGbp } = plate
  const takingsGbp = status === 'sold' ? (soldPriceGbp ?? priceGbp) : priceGbp
  if (takingsGbp === null || costGbp === null) return null
  const beforeGbp = takingsGbp - costGbp
  if (terms.fee === null) return { takingsGbp, costGbp, vatGbp: null, feeGbp: null, marginGbp: beforeGbp }
  const vatGbp = vatOf(terms.vat, takingsGbp, beforeGbp)
  const feeGbp = feeOf(terms.fee, plate)
  return {
    takingsGbp,
    costGbp,
    vatGbp,
    feeGbp,
    marginGbp: feeGbp === null ? null : beforeGbp - vatGbp - feeGbp,
  }
}

function vatOf(vat: VatStatus, takingsGbp: number, beforeGbp: number): number {
  if (vat === 'not-registered') return 0
  return Math.round((vat === 'included' ? takingsGbp : Math.max(0, beforeGbp)) * VAT_SHARE)
}

function feeOf(fee: MarginFee, { document }: Accounted): number | null {
  if (fee === 'in-cost') return 0
  if (fee === 'each-sale') return FEE_GBP
  return document === null ? null : document === 'vehicle' ? FEE_GBP : 0
}

/** The sum of two accounts under the same terms. */
export const addAccounts = (one: MarginAccount, other: MarginAccount): MarginAccount => ({
  takingsGbp: one.takingsGbp + other.takingsGbp,
  costGbp: one.costGbp + other.costGbp,
  vatGbp: add(one.vatGbp, other.vatGbp),
  feeGbp: add(one.feeGbp, other.feeGbp),
  marginGbp: add(one.marginGbp, other.marginGbp),
})

const add = (one: number | null, other: number | null) =>
  one === null || other === null ? null : one + other
