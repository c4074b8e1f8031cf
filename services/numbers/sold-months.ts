import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'

const PAGE_ROWS = 1000

export interface SoldMonth {
  /** As 2026-11. */
  month: string
  sold: number
  /** The sum of the known prices; null if none is known. */
  takingsGbp: number | null
  withoutPrice: number
  /** The margin of the plates with known price and cost; null if there are none. A loss is negative. */
  marginGbp: number | null
  withoutMargin: number
}

/**
 * The plates sold in each of the months, with their margin. Private, because it is computed from costs.
 * @param months as 2026-11, in any order. A plate without a date of sale is in none. @throws DataError
 */
export async function readSoldMonths(client: BackendClient, months: readonly string[]): Promise<SoldMonth[]> {
  const found = new Map(months.map((month) => [month, emptyMonth(month)]))
  const [first = ''] = months.toSorted()
  let after = ''
  for (;;) {
    const sold = client.from('stock').select('id,sold_on,sold_price,cost').eq('status', 'sold')
    const page = sold.eq('is_demonstration', false).gte('sold_on', `${first}-01`).order('id').limit(PAGE_ROWS)
    const rows = requireRows(await (after === '' ? page : page.gt('id', after)))
    for (const { sold_on, sold_price, cost } of rows) {
      const month = found.get(String(sold_on).slice(0, 7))
      if (month) add(month, toGbp(sold_price), toGbp(cost))
    }
    if (rows.length < PAGE_ROWS) return [...found.values()]
    after = String(rows.at(-1)?.id)
  }
}

const emptyMonth = (month: string): SoldMonth => ({
  month,
  sold: 0,
  takingsGbp: null,
  withoutPrice: 0,
  marginGbp: null,
  withoutMargin: 0,
})

const toGbp = (value: unknown) => (value === null ? null : Number(value))

function add(month: SoldMonth, priceGbp: number | null, costGbp: number | null) {
  month.sold += 1
  if (priceGbp === null) month.withoutPrice += 1
  else month.takingsGbp = (month.takingsGbp ?? 0) + priceGbp
  if (priceGbp === null || costGbp === null) month.withoutMargin += 1
  else month.marginGbp = (month.marginGbp ?? 0) + priceGbp - costGbp
}
