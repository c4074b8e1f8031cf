/** The dealer's list of recorded sales: newest first, in pages, searched like the explorers. */

import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import { WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { normalizeView } from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { readFacets, readPage } from '#shared/sales/sales-query.ts'

interface SalesSearch {
  explorer: ExplorerName
  /** Finds registrations that contain the text or read like it. */
  search?: string
  year?: number | null
  seller?: string | null
  /** From 1. */
  page?: number
}

export async function searchSales(
  client: BackendClient,
  { explorer, search = '', year = null, seller = null, page = 1 }: SalesSearch,
  logError: LogError,
) {
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
  const { rows, ...found } = await readPage(client, explorer, view, facets, { logError })
  const { seller: sellers, yearMin: first, yearMax: last } = facets
  return {
    ...found,
    sales: [...rows],
    /** The options of the filters. */
    sellers: sellers.map(({ value }) => value),
    years: first === null || last === null ? null : { first, last },
  }
}
