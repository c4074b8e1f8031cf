import type { Reader } from '#data/tables.ts'
import { isSearch } from '#shared/plates/search/plate-search.ts'
import type { PlateStatus } from './plate-status.ts'
import { searchStock } from './search-stock.ts'
import type { StockPlate } from './stock-types.ts'
import { readWholeStock } from './stored-plates.ts'

/**
 * Every plate of a list, on all pages.
 * @param status null: every status.
 */
export async function selectStock(
  reader: Reader,
  { status, search }: { status: PlateStatus | null; search: string },
): Promise<StockPlate[]> {
  const plates: StockPlate[] = []
  if (isSearch(search)) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await searchStock(reader, { status, search, page })
      plates.push(...found.plates)
      pages = found.pages
    }
    return plates
  }
  for await (const plate of readWholeStock(reader)) if (!status || plate.status === status) plates.push(plate)
  return plates
}
