import { redirect } from 'react-router'
import type { SiteContext } from '../../../context.ts'
import { readArchived, readSales } from '../data/sale-records.ts'
import { sourcesOf } from '../data/sales-sources.ts'
import { archivedData, explorerData, readLarge } from './explorer-data.ts'
import { parseView, viewQuery } from './explorer-query.ts'
import { type ExplorerName, facetsOf, viewSales } from './explorer-view.ts'
import { TEXTS } from './labels.ts'

/** The first page: every record there is, or a redirect to the one address of what was asked. */
export async function loadExplorer(explorer: ExplorerName, site: SiteContext, url: URL) {
  const sources = sourcesOf(site)
  let read = await readSales(explorer, sources)
  const large = read.isWhole ? null : await readLarge(explorer, sources, url.searchParams)
  if (!read.isWhole && !large) read = await readArchived(explorer, sources)
  const data = read.archive ? archivedData(explorer, read, url.searchParams) : explorerData(read, large, true)
  if (read.records.length > 0) {
    const query = data.large?.query ?? queryOf(read.records, explorer, url)
    if (query !== normalizedQuery(url.searchParams)) throw redirect(TEXTS[explorer].path + query)
  }
  return { data }
}

function queryOf(records: Parameters<typeof facetsOf>[0], explorer: ExplorerName, url: URL): string {
  const facets = facetsOf(records)
  const view = parseView(url.searchParams, facets, explorer)
  return viewQuery({ ...view, page: viewSales(records, view, explorer).page }, facets)
}

/** The query as we would write it, whatever escapes it came with. */
function normalizedQuery(query: URLSearchParams): string {
  const text = new URLSearchParams(query).toString()
  return text && `?${text}`
}
