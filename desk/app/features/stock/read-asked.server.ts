import type { Reader } from '#data/tables.ts'
import {
  dealsAgainst,
  describePlateDeals,
  NOT_FOR_SALE,
  readPlateDeals,
} from '#services/deals/deals-concerned.ts'
import { simpleStatusOf } from '#services/stock/status-change.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'

/** What open deals say of another status of a plate: a question, or why it cannot go on sale. @throws DataError */
export async function readAsked(reader: Reader, plate: StockPlate, name: string | null) {
  const status = simpleStatusOf(name ?? '')
  if (!status || status === plate.status) return null
  const deals = dealsAgainst([plate], { status }, await readPlateDeals(reader, [plate]))
  return { status, deals, words: status === 'for_sale' ? NOT_FOR_SALE : describePlateDeals(deals) }
}

export type Asked = NonNullable<Awaited<ReturnType<typeof readAsked>>>
