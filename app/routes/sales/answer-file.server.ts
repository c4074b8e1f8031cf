import type { SiteContext } from '../../context.ts'
import { readSales } from '../../data/sale-records.ts'
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
  const { records } = await readSales(explorer, sourcesOf(site), '*')
  const facets = facetsOf(records)
  const view = parseView(url.searchParams, facets, explorer)
  const sales = sortSales(filterSales(records, view, explorer), view) as DocumentedSale[]
  const file = {
    title,
    address: site.siteUrl + path + viewQuery({ ...view, page: 1 }, facets),
    licence: LICENCE,
    citation: citation(title, site.siteUrl + path),
    sales,
    count: sales.length,
  }
  return new Response(ending === 'csv' ? toCsv(file) : toJson(file), {
    headers: {
      'Content-Type': TYPES[ending],
      'Content-Disposition': `attachment; filename="${explorer}-number-plate-sales.${ending}"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}
