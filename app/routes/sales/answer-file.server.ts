import type { SiteContext } from '../../context.ts'
import { FAILED, readArchived, readSales, type SalesSources } from '../../data/sale-records.ts'
import { readFirst, readOverview, readPage } from '../../data/sales-query.ts'
import { parseView, viewQuery } from '../../domain/explorer-query.ts'
import { type ExplorerName, facetsOf, filterSales, sortSales } from '../../domain/explorer-view.ts'
import type { DocumentedSale } from '../../domain/sale.ts'
import { toCsv, toJson } from '../../domain/sales-file.ts'
import { TEXTS } from './explorer-texts.ts'
import { citation, LICENCE } from './reuse.ts'
import { sourcesOf } from './sales-sources.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** `/sales-explorer.csv?q=jb`: the rows of the same view, all pages of them. */
export async function answerFile(
  explorer: ExplorerName,
  ending: 'csv' | 'json',
  site: SiteContext,
  url: URL,
): Promise<Response> {
  const { title, path } = TEXTS[explorer]
  const sources = sourcesOf(site)
  const { view, facets, sales, count } = await readView(explorer, sources, url.searchParams)
  const file = {
    title,
    address: site.siteUrl + path + viewQuery({ ...view, page: 1 }, facets),
    licence: LICENCE,
    citation: citation(title, site.siteUrl + path),
    sales,
    count,
  }
  return new Response(ending === 'csv' ? toCsv(file) : toJson(file), {
    headers: {
      'Content-Type': TYPES[ending],
      'Content-Disposition': `attachment; filename="${explorer}-number-plate-sales.${ending}"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** A file of more than this would be a copy of the archive, for which there are the static exports. */
const MOST_ROWS = 10_000

async function readView(explorer: ExplorerName, sources: SalesSources, query: URLSearchParams) {
  const read = await readSales(explorer, sources, '*')
  if (!read.isWhole) {
    try {
      const { facets } = await readOverview(sources.client, explorer)
      const view = parseView(query, facets, explorer)
      const { count } = await readPage(sources.client, explorer, { ...view, page: 1 }, facets, sources)
      const sales = await readFirst(sources.client, explorer, view, facets, MOST_ROWS, sources.report)
      return { view, facets, sales, count }
    } catch (error) {
      sources.report(FAILED, error)
    }
  }
  const { records } = read.isWhole ? read : await readArchived(explorer, sources)
  const facets = facetsOf(records)
  const view = parseView(query, facets, explorer)
  const sales = sortSales(filterSales(records, view, explorer) as DocumentedSale[], view)
  return { view, facets, sales, count: sales.length }
}
