import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'

export interface RecentSale {
  /** A-Z and 0-9 without spaces. */
  registration: string
  /** year * 12 + month - 1 */
  month: number
  hammerGbp: number
}

const PAGE_ROWS = 1_000
/** About a year of DVLA auctions; after that, the model should be trained again. */
const MAX_SALES = 20_000
/** Sales that were recorded because of their price would bias every estimate upwards. */
const NOT_SELECTED_BY_PRICE = ['complete', 'sample', 'own']

/**
 * Hammer prices of DVLA auctions since the training, oldest first.
 * @param trainedToMonth the last month of the training data, as `RecentSale.month`
 */
export async function readRecentSales(client: BackendClient, trainedToMonth: number): Promise<RecentSale[]> {
  const first = trainedToMonth + 1
  const [year, month] = [Math.floor(first / 12), (first % 12) + 1]
  const sales: RecentSale[] = []
  while (sales.length < MAX_SALES) {
    const { data, error, status } = await client
      .from('sales')
      .select('plate_number,sale_year,sale_month,hammer_price')
      .or(`sale_year.gt.${year},and(sale_year.eq.${year},sale_month.gte.${month})`)
      .in('selection', NOT_SELECTED_BY_PRICE)
      .gt('hammer_price', 0)
      .gt('sale_month', 0)
      .like('where_sold', 'DVLA Auction%')
      .order('sale_year', { ascending: false, nullsFirst: false })
      .order('sale_month', { ascending: false, nullsFirst: false })
      .order('id')
      .range(sales.length, sales.length + PAGE_ROWS - 1)
    if (error) throw new DataError(error, status)
    // A backend may return fewer rows than requested: only an empty batch is the end.
    if (data.length === 0) break
    for (const row of data)
      sales.push({
        registration: compactOf(row.plate_number),
        month: row.sale_year * 12 + row.sale_month - 1,
        hammerGbp: row.hammer_price,
      })
  }
  return sales.reverse()
}
