/** The calculation from hammer price to total by the seller's fees in that month, or the reason why there is none. */
import { toSale } from '../../app/features/sales/data/sale-records.ts'
import { DOCUMENTED_REGIMES, type FeeRegime } from '../../app/features/sales/fee-regimes.ts'
import {
  claimedRegimes,
  type FeeLine,
  feeBill,
  findFeeRegime,
  percent,
} from '../../app/features/sales/fees.ts'
import { MONTHS } from '../../app/shared/format.ts'
import type { Row } from '../import/rows/table-specs.ts'

export interface Bill {
  /** The source of a disputed rate; null if it is undisputed. */
  source: string | null
  /** The buyer's premium: '7%'. */
  rate: string
  lines: FeeLine[]
  totalGbp: number
}

export interface FeeAccount {
  /** One calculation, or one for each disputed rate. */
  bills: Bill[]
  /** Why there is none or several; null if there is exactly one. */
  why: string | null
}

const none = (why: string): FeeAccount => ({ bills: [], why })

/** @param row a row of the table `sales`, stored or not. @param regimes with the premium that the dealer has chosen */
export function feeAccount(row: Row, regimes: readonly FeeRegime[]): FeeAccount {
  if (!('hammer_price' in row))
    return none('A sale in Jersey has one price, and no fees are computed from it.')
  const sale = toSale({ plate_number: 'A 1', ...row })
  if (!sale) return none('The account needs the year of the sale.')
  if (!sale.whereSold) return none('The account needs the seller: each has fees of its own.')
  if (!sale.hammerPriceGbp) return none('The account needs the hammer price.')
  const documented = findFeeRegime(sale, DOCUMENTED_REGIMES)
  const regime = findFeeRegime(sale, regimes)
  const when =
    sale.saleMonth === null ? `in ${sale.saleYear}` : `in ${MONTHS[sale.saleMonth - 1]} ${sale.saleYear}`
  if (!regime)
    return none(
      `We do not know what ${sale.whereSold} charged ${when}${sale.saleMonth === null ? '; with the month we may' : ''}, so no total is computed.`,
    )
  const hammerPence = sale.hammerPriceGbp * 100
  const bills = claimedRegimes(regime).flatMap(({ rate, regime: claimed, source }) => {
    const bill = feeBill(hammerPence, claimed)
    if (!bill) return []
    const totalGbp = Math.round(bill.totalPence / 100)
    return [{ source: source?.name ?? null, rate: percent(rate), lines: bill.lines, totalGbp }]
  })
  if (documented?.status === 'disputed' && regime.status !== 'disputed')
    return {
      bills,
      why: 'By the rate that you have settled on. Pages compute with it; no total is stored unless you type it.',
    }
  if (regime.status === 'disputed')
    return {
      bills,
      why: `Sources disagree on the buyer’s premium of ${sale.whereSold} ${when}, so the total is not computed: type it if it was reported.`,
    }
  if (bills.length === 0)
    return none(
      `The rates of ${sale.whereSold} ${when} are only fitted to published totals, so no total is computed.`,
    )
  return { bills, why: null }
}
