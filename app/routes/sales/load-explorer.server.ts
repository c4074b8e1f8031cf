import { redirect } from 'react-router'
import type { SiteContext } from '../../context.ts'
import { readSales } from '../../data/sale-records.ts'
import { parseView, viewQuery } from '../../domain/explorer-query.ts'
import { type ExplorerName, facetsOf, viewSales } from '../../domain/explorer-view.ts'
import { explorerData } from './explorer-data.ts'
import { TEXTS } from './explorer-texts.ts'
import { sourcesOf } from './sales-sources.ts'

/** The first page: every record there is, or a redirect to the one address of what was asked. */
export async function loadExplorer(explorer: ExplorerName, site: SiteContext, url: URL) {
  const read = await readSales(explorer, sourcesOf(site))
  if (read.records.length > 0) {
    const facets = facetsOf(read.records)
    const asked = parseView(url.searchParams, facets, explorer)
    const { page } = viewSales(read.records, asked, explorer)
    const query = viewQuery({ ...asked, page }, facets)
    if (query !== spelt(url.searchParams)) throw redirect(TEXTS[explorer].path + query)
  }
  return { data: explorerData(read, true) }
}

/** The query as we would write it, whatever escapes it came with. */
function spelt(query: URLSearchParams): string {
  const text = new URLSearchParams(query).toString()
  return text && `?${text}`
}
