import type { Reader } from '#data/tables.ts'
import { accountOf, addAccounts, type MarginAccount, type MarginTerms } from '../stock/margin.ts'

export interface SoldMonth {
  /** As 2026-11. */
  month: string
  sold: number
  /** The sum of the known prices; null if none is known. */
  takingsGbp: number | null
  withoutPrice: number
  /** Of the plates whose margin is known; null if there are none. A loss is negative. */
  account: MarginAccount | null
  withoutMargin: number
}

/**
 * The plates sold in each of the months, with their margin. Private, because it is computed from costs.
 * @param months as 2026-11, in any order. A plate without a date of sale is in none.
 */
export async function readSoldMonths(
  reader: Reader,
  months: readonly string[],
  terms: MarginTerms,
): Promise<SoldMonth[]> {
  const found = new Map(months.map((month) => [month, emptyMonth(month)]))
  const [first = ''] = months.toSorted()
  const sold = reader
    .selectFrom('stock')
    .select(['soldOn', 'soldPrice', 'cost', 'document'])
    .where('status', '=', 'sold')
    .where('isDemonstration', '=', false)
    .where('soldOn', '>=', `${first}-01`)
  for (const { soldOn, soldPrice, cost, document } of await sold.execute()) {
    const plate = {
      status: 'sold',
      priceGbp: null,
      soldPriceGbp: soldPrice,
      costGbp: cost,
      document,
    } as const
    const month = found.get(String(soldOn).slice(0, 7))
    if (month) add(month, soldPrice, accountOf(plate, terms))
  }
  return [...found.values()]
}

const emptyMonth = (month: string): SoldMonth => ({
  month,
  sold: 0,
  takingsGbp: null,
  withoutPrice: 0,
  account: null,
  withoutMargin: 0,
})

function add(month: SoldMonth, priceGbp: number | null, account: MarginAccount | null) {
  month.sold += 1
  if (priceGbp === null) month.withoutPrice += 1
  else month.takingsGbp = (month.takingsGbp ?? 0) + priceGbp
  if (account === null || account.marginGbp === null) month.withoutMargin += 1
  else month.account = month.account ? addAccounts(month.account, account) : account
}
