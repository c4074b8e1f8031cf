/** Doubts a total price that does not fit its hammer price. */

import type { Row } from '#shared/cells/table-specs.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { FeeRegime } from '#shared/sales/fee-regimes.ts'
import { formatList } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { type Bill, feeAccount } from './fee-account.ts'

/** Auction houses add a premium, so that their total is above the hammer price. */
const AUCTION_HOUSE = /auction|bonhams|christie|sotheby|\bh ?& ?h\b|humbert|stags|historics|iconic|coys/i

/** Above every premium with VAT that we know of, and the DVLA's £80 with something for entry. */
const MOST = { share: 1.45, gbp: 100 }

/**
 * By the fees of the seller in that month; without known ones, a total below the hammer price, equal to it at an auction
 * house, or far above it is doubted.
 * @param row stored or not
 * @returns a sentence, or null without doubt
 */
export function doubtTotal(explorer: ExplorerName, row: Row, regimes: readonly FeeRegime[]): string | null {
  const { hammer_price, total_price, price_basis, where_sold } = row
  if (typeof hammer_price !== 'number' || typeof total_price !== 'number') return null
  if (hammer_price <= 0 || price_basis === 'unclear') return null
  const { bills } = feeAccount(explorer, row, regimes)
  if (bills.length > 0) {
    // One pound, because published totals are rounded.
    const fits = bills.some(({ totalGbp }) => Math.abs(totalGbp - total_price) <= 1)
    return fits ? null : describeFees(row, hammer_price, total_price, bills)
  }
  const prices = `The total of ${formatGbp(total_price)}`
  const hammer = `the hammer price of ${formatGbp(hammer_price)}`
  if (total_price < hammer_price) return `${prices} is below ${hammer}.`
  if (total_price === hammer_price)
    return AUCTION_HOUSE.test(String(where_sold ?? ''))
      ? `${prices} is ${hammer}, but auction houses add a premium.`
      : null
  return total_price > hammer_price * MOST.share + MOST.gbp
    ? `${prices} is far above ${hammer}: no fees that we know of add so much.`
    : null
}

function describeFees(
  { where_sold }: Row,
  hammerGbp: number,
  totalGbp: number,
  bills: readonly Bill[],
): string {
  const hammer = formatGbp(hammerGbp)
  const [first, ...others] = bills
  if (first && others.length === 0) {
    const gap = totalGbp - first.totalGbp
    return `With the fees of ${where_sold} a hammer price of ${hammer} comes to ${formatGbp(first.totalGbp)}, not ${formatGbp(totalGbp)}: ${formatGbp(Math.abs(gap))} ${gap < 0 ? 'less' : 'more'}.`
  }
  const totals = bills.map(({ totalGbp: total, rate }) => `${formatGbp(total)} at ${rate}`)
  return `With the premiums that sources give for ${where_sold}, a hammer price of ${hammer} comes to ${formatList(totals).replace(' and ', ' or ')}, not ${formatGbp(totalGbp)}.`
}
