/** The dealer's list of recorded sales: newest first, in pages, searched like the explorers. */

import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import { WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { normalizeView, PAGE_SIZE } from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { Sale } from '#shared/sales/sale.ts'
import { readFacets, readPage } from '#shared/sales/sales-query.ts'

export const SALES_PAGE_SIZE = PAGE_SIZE

interface SalesSearch {
  explorer: ExplorerName
  /** Finds registrations that contain the text or read like it. */
  search?: string
  year?: number | null
  seller?: string | null
  /** From 1. */
  page?: number
}

interface FoundSales {
  sales: Sale[]
  count: number
  /** How many of the count only read like the search. */
  alike: number
  /** The number of all sales of the explorer. */
  total: number
  page: number
  pages: number
  /** The options of the filters. */
  sellers: string[]
  years: { first: number; last: number } | null
}

/** @throws DataError */
export async function searchSales(
  client: BackendClient,
  { explorer, search = '', year = null, seller = null, page = 1 }: SalesSearch,
  logError: LogError,
): Promise<FoundSales> {
  const facets = await readFacets(client, explorer)
  const view = normalizeView(
    {
      ...WHOLE_VIEW,
      search,
      // A seller that is no longer on record, as in an old link, is ignored.
      seller: facets.seller.some(({ value }) => value === seller) && seller !== null ? [seller] : null,
      yearFrom: year,
      yearTo: year,
      sort: 'sale_date',
      isDescending: true,
      page,
    },
    facets,
  )
  const found = await readPage(client, explorer, view, facets, { logError })
  return {
    sales: [...found.rows],
    count: found.count,
    alike: found.alike,
    total: found.total,
    page: found.page,
    pages: found.pages,
    sellers: facets.seller.map(({ value }) => value),
    years:
      facets.yearMin === null || facets.yearMax === null
        ? null
        : { first: facets.yearMin, last: facets.yearMax },
  }
}
