import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import { alikeSales, filterSales, sortSales } from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { FAILED, type SaleRecord } from '#shared/sales/sale.ts'
import { readArchived, readSales } from '#shared/sales/sale-records.ts'
import {
  type ExportedSale,
  type FileKind,
  type Match,
  type SalesFile,
  writeFile,
} from '#shared/sales/sales-export.ts'
import { readEvery, readFacets, readPage } from '#shared/sales/sales-query.ts'
import type { SiteContext } from '../../context.ts'
import { sourcesOf } from './data/sales-sources.ts'
import { parseView, viewQuery } from './explorer/explorer-query.ts'
import { exportFileName } from './export-file-name.ts'
import { citation, DATA_PATH, LICENCE, LICENCE_PATH } from './licence.ts'

const TYPES: Record<FileKind, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** The limit of concurrent exports that query the backend in batches. */
const MAX_CONCURRENT_EXPORTS = 4
let runningExports = 0

export async function exportSales(
  explorer: ExplorerName,
  kind: FileKind,
  site: SiteContext,
  url: URL,
): Promise<Response> {
  const { file, name, pieces, isStreamed, archive, facets } = await readView(explorer, site, url.searchParams)
  if (isStreamed && runningExports >= MAX_CONCURRENT_EXPORTS)
    return refuse('Several long files are being written just now. Please try again in a moment.\n')
  if (archive && facets.total === 0)
    return refuse('We can’t read the sales just now. Please try again in a minute.\n')
  return new Response(streamOf(writeFile(kind, file, isStreamed ? countRunning(pieces) : pieces)), {
    headers: {
      'Content-Type': TYPES[kind],
      'Content-Disposition': `attachment; filename="${name(kind)}"`,
      Link: [
        `<${site.siteUrl}${EXPLORERS[explorer].path}>; rel="cite-as"`,
        `<${site.siteUrl}${LICENCE_PATH}>; rel="license"`,
        `<${site.siteUrl}${DATA_PATH}>; rel="describedby"`,
      ].join(', '),
      'X-Robots-Tag': 'noindex',
    },
  })
}

const refuse = (text: string) =>
  new Response(text, {
    status: 503,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': '30',
      'Cache-Control': 'no-store',
    },
  })

export interface FileView {
  file: SalesFile
  name: (kind: FileKind) => string
  facets: Facets
  pieces: AsyncIterable<ExportedSale[]> | Iterable<ExportedSale[]>
  /** Queries the backend in batches while the file is being sent. */
  isStreamed: boolean
  archive: { exportedAt: string | null } | null
}

/** The file of an explorer's view; without a query, of all its sales. */
export async function readView(
  explorer: ExplorerName,
  site: SiteContext,
  query = new URLSearchParams(),
): Promise<FileView> {
  const sources = sourcesOf(site)
  const { client, logError } = sources
  const read = await readSales(explorer, sources, '*')
  if (!read.isWhole) {
    try {
      const facets = await readFacets(client, explorer)
      const view = { ...parseView(query, facets, explorer), page: 1 }
      const counts = await readPage(client, explorer, view, facets, sources)
      const pieces = markedPieces(
        readEvery(client, explorer, view, facets, { count: counts.count, logError }),
      )
      return {
        ...describeFile(explorer, site, view, facets, counts),
        pieces,
        isStreamed: true,
        archive: null,
      }
    } catch (error) {
      logError(FAILED, error)
    }
  }
  const { records, archive } = read.isWhole ? read : await readArchived(explorer, sources)
  const facets = facetsOf(records)
  const view = { ...parseView(query, facets, explorer), page: 1 }
  const matching = sortSales(filterSales(records, view, explorer), view)
  const alike = sortSales(alikeSales(records, view, explorer), view)
  const counts = { count: matching.length + alike.length, alike: alike.length }
  const described = describeFile(explorer, site, view, facets, counts)
  return { ...described, pieces: [matching, marked(alike, 'reads_alike')], isStreamed: false, archive }
}

function describeFile(
  explorer: ExplorerName,
  { siteUrl, site: { name } }: SiteContext,
  view: ExplorerView,
  facets: Facets,
  { count, alike }: { count: number; alike: number },
): Pick<FileView, 'file' | 'name' | 'facets'> {
  const { title, path } = EXPLORERS[explorer]
  return {
    file: {
      title,
      address: siteUrl + path + viewQuery(view, facets),
      licence: LICENCE,
      citation: citation(title, name, siteUrl + path),
      count,
      hasMatches: alike > 0,
    },
    name: (kind) => exportFileName(explorer, kind, view, facets),
    facets,
  }
}

const marked = (sales: readonly SaleRecord[], match: Match): ExportedSale[] =>
  sales.map((sale) => ({ ...sale, match }))

async function* markedPieces(pieces: ReturnType<typeof readEvery>) {
  for await (const { match, sales } of pieces) yield marked(sales, match)
}

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

async function* countRunning(pieces: FileView['pieces']) {
  runningExports += 1
  try {
    yield* pieces
  } finally {
    runningExports -= 1
  }
}
