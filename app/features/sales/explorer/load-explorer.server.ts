import { redirect } from 'react-router'
import type { SiteContext } from '#app/context.ts'
import { viewSales } from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { byExplorer, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { Sale } from '#shared/sales/sale.ts'
import { readArchived, readSales, type SalesRead } from '#shared/sales/sale-records.ts'
import { sourcesOf } from '../data/sales-sources.ts'
import { explorerData, type LargeSales, readLarge } from './explorer-data.ts'
import { parseView, viewQuery } from './explorer-query.ts'

interface KnownExplorer {
  version: string | null
  large: Pick<LargeSales, 'facets' | 'top'>
}

/** What every view of a large explorer has in common, and takes most of the reads. */
const cache = byExplorer(() => new WeakMap<SiteContext['client'], KnownExplorer>())

const LARGE: SalesRead = { records: [], isWhole: false, archive: null }

/** The data of the first page, or a redirect to the canonical URL of the view. */
export async function loadExplorer(explorer: ExplorerName, site: SiteContext, url: URL) {
  const sources = sourcesOf(site)
  const version = site.salesVersion()
  const cached = cache[explorer].get(site.client)
  const known = version !== null && cached?.version === version ? cached.large : undefined
  let read = known ? LARGE : await readSales(explorer, sources)
  const redirectTo = (query: string) => {
    if (query !== normalizedQuery(url.searchParams)) throw redirect(EXPLORERS[explorer].path + query)
  }
  const large = read.isWhole
    ? null
    : await readLarge(explorer, sources, url.searchParams, { known, onView: redirectTo })
  if (large) cache[explorer].set(site.client, { version, large: { facets: large.facets, top: large.top } })
  if (!read.isWhole && !large) read = await readArchived(explorer, sources)
  const data = explorerData(read, large, true)
  if (large || read.records.length > 0) redirectTo(large?.query ?? queryOf(read.records, explorer, url))
  return data
}

function queryOf(records: readonly Sale[], explorer: ExplorerName, url: URL): string {
  const facets = facetsOf(records)
  const view = parseView(url.searchParams, facets, explorer)
  return viewQuery({ ...view, page: viewSales(records, view, explorer).page }, facets)
}

function normalizedQuery(query: URLSearchParams): string {
  const text = new URLSearchParams(query).toString()
  return text && `?${text}`
}
