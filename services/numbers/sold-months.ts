import type { BackendClient } from '#shared/data/client.ts'
import { readPages } from '#shared/data/read-all.ts'
import { accountOf, addAccounts, type MarginAccount, type MarginTerms } from '../stock/margin.ts'
import { toStockPlate } from '../stock/stock-rows.ts'

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
  client: BackendClient,
  months: readonly string[],
  terms: MarginTerms,
): Promise<SoldMonth[]> {
  const found = new Map(months.map((month) => [month, emptyMonth(month)]))
  const [first = ''] = months.toSorted()
  const sold = () =>
    client
      .from('stock')
      .select('id,sold_on,sold_price,cost,document')
      .eq('status', 'sold')
      .eq('is_demonstration', false)
      .gte('sold_on', `${first}-01`)
  for await (const row of readPages(sold)) {
    const plate = { ...toStockPlate(row), status: 'sold', priceGbp: null } as const
    const month = found.get(String(plate.soldOn).slice(0, 7))
    if (month) add(month, plate.soldPriceGbp, accountOf(plate, terms))
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
