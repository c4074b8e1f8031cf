/** The calculation from hammer price to total by the seller's fees in that month, or the reason why there is none. */

import type { Row } from '#shared/cells/table-specs.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { DOCUMENTED_REGIMES, type FeeRegime } from '#shared/sales/fee-regimes.ts'
import { claimedRegimes, type FeeLine, feeBill, findFeeRegime, percent } from '#shared/sales/fees.ts'
import { toSale } from '#shared/sales/sale-records.ts'
import { MONTHS } from '#shared/text/format.ts'

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

/** @param row stored or not. @param regimes with the premium that the dealer has chosen */
export function feeAccount(explorer: ExplorerName, row: Row, regimes: readonly FeeRegime[]): FeeAccount {
  const { hasHammerPrice, sale: name } = EXPLORERS[explorer]
  if (!hasHammerPrice) return none(`A ${name} has one price, and no fees to work out.`)
  const sale = toSale({ plate_number: 'A 1', ...row })
  if (!sale) return none('Enter the year of the sale to see the fees.')
  if (!sale.whereSold) return none('Enter the seller to see the fees: each seller has its own.')
  if (!sale.hammerPriceGbp) return none('Enter the hammer price to see the fees.')
  const documented = findFeeRegime(sale, DOCUMENTED_REGIMES)
  const regime = findFeeRegime(sale, regimes)
  const when =
    sale.saleMonth === null ? `in ${sale.saleYear}` : `in ${MONTHS[sale.saleMonth - 1]} ${sale.saleYear}`
  if (!regime)
    return none(
      `We do not know what ${sale.whereSold} charged ${when}, so no total is worked out.${sale.saleMonth === null ? ' Entering the month may help.' : ''}`,
    )
  const hammerPence = sale.hammerPriceGbp * 100
  const bills = claimedRegimes(regime).flatMap(({ rate, regime: claimed, source }) => {
    const bill = feeBill(hammerPence, claimed)
    if (!bill) return []
    const totalGbp = Math.round(bill.totalPence / 100)
    return [{ source: source?.name ?? null, rate: percent(rate), lines: bill.lines, totalGbp }]
  })
  const disagree = `Sources disagree on the buyer’s premium of ${sale.whereSold} ${when}, so no total is worked out: enter it if it was reported.`
  if (regime.status === 'disputed') return { bills, why: disagree }
  const chosen = 'At the rate set under Firm. Pages use it; a total is stored only if you enter one.'
  if (documented?.status === 'disputed') return { bills, why: chosen }
  if (bills.length > 0) return { bills, why: null }
  return none(
    `The rates of ${sale.whereSold} ${when} are only inferred from published totals, so no total is worked out.`,
  )
}
