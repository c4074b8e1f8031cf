import type { SiteContext } from '../../context.ts'
import { FAILED, readArchived, readSales, type SalesSources } from './data/sale-records.ts'
import { readEvery, readFacets, readPage } from './data/sales-query.ts'
import { sourcesOf } from './data/sales-sources.ts'
import type { ExplorerName } from './explorer/definitions.ts'
import { parseView, viewQuery } from './explorer/explorer-query.ts'
import { alikeSales, filterSales, sortSales } from './explorer/explorer-view.ts'
import { facetsOf } from './explorer/facets.ts'
import { TEXTS } from './explorer/labels.ts'
import { citation, LICENCE } from './licence.ts'
import type { DocumentedSale } from './sale.ts'
import { type ExportedSale, type FileKind, type Match, writeFile } from './sales-export.ts'

const TYPES: Record<FileKind, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Of exports that query the backend batch by batch. */
const MAX_CONCURRENT_EXPORTS = 4
let runningExports = 0

export async function exportSales(
  explorer: ExplorerName,
  kind: FileKind,
  site: SiteContext,
  url: URL,
): Promise<Response> {
  const { title, path } = TEXTS[explorer]
  const { query, count, hasMatches, pieces } = await readView(explorer, sourcesOf(site), url.searchParams)
  if (pieces === null)
    return new Response('Several long files are being written just now. Please try again in a moment.\n', {
      status: 503,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Retry-After': '30',
        'Cache-Control': 'no-store',
      },
    })
  const file = {
    title,
    address: site.siteUrl + path + query,
    licence: LICENCE,
    citation: citation(title, site.siteUrl + path),
    count,
    hasMatches,
  }
  return new Response(streamOf(writeFile(kind, file, pieces)), {
    headers: {
      'Content-Type': TYPES[kind],
      'Content-Disposition': `attachment; filename="${explorer}-number-plate-sales.${kind}"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}

interface FileView {
  query: string
  count: number
  hasMatches: boolean
  /** Null while too many exports are running. */
  pieces: AsyncIterable<ExportedSale[]> | ExportedSale[][] | null
}

async function readView(
  explorer: ExplorerName,
  sources: SalesSources,
  query: URLSearchParams,
): Promise<FileView> {
  const { client, logError } = sources
  const read = await readSales(explorer, sources, '*')
  if (!read.isWhole) {
    try {
      const facets = await readFacets(client, explorer)
      const view = { ...parseView(query, facets, explorer), page: 1 }
      const { count, alike } = await readPage(client, explorer, view, facets, sources)
      const every = readEvery(client, explorer, view, facets, logError)
      const pieces = runningExports < MAX_CONCURRENT_EXPORTS ? countRunning(every) : null
      return { query: viewQuery(view, facets), count, hasMatches: alike > 0, pieces }
    } catch (error) {
      logError(FAILED, error)
    }
  }
  const { records } = read.isWhole ? read : await readArchived(explorer, sources)
  const facets = facetsOf(records)
  const view = { ...parseView(query, facets, explorer), page: 1 }
  const matching = sortSales(filterSales(records, view, explorer), view)
  const alike = sortSales(alikeSales(records, view, explorer), view)
  return {
    query: viewQuery(view, facets),
    count: matching.length + alike.length,
    hasMatches: alike.length > 0,
    pieces: [matching, marked(alike, 'reads_alike')],
  }
}

const marked = (sales: readonly DocumentedSale[], match: Match): ExportedSale[] =>
  sales.map((sale) => ({ ...sale, match }))

function streamOf(text: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await text.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await text.return(undefined)
    },
  })
}

async function* countRunning(pieces: ReturnType<typeof readEvery>) {
  runningExports += 1
  try {
    for await (const { match, sales } of pieces) yield marked(sales, match)
  } finally {
    runningExports -= 1
  }
}
