// Describes one explorer's dataset for the data page. The page cache keeps the page until the data change, so the files
// are read and hashed once per data version.

import { createHash } from 'node:crypto'
import type { SiteContext } from '#app/context.ts'
import { requireRows } from '#shared/data/response.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import type { Correction } from '#shared/sales/corrections.ts'
import { WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { FAILED, type SaleRecord } from '#shared/sales/sale.ts'
import { type FileKind, writeFile } from '#shared/sales/sales-export.ts'
import { readFigures } from '#shared/sales/sales-query.ts'
import { type Share, sortSelections, tally } from '#shared/sales/sales-stats.ts'
import { type FileView, readView } from '../export.server.ts'
import { publicationOf } from '../source-names.ts'

export interface DataFile {
  kind: FileKind
  name: string
  path: string
  /** Null if there are more sales than are read for the page. */
  content: { bytes: number; sha256: string } | null
}

export interface Dataset {
  explorer: ExplorerName
  count: number
  /** ISO time; null if unknown. */
  changedAt: string | null
  archive: FileView['archive']
  selections: Share[]
  /** Null if there are more sales than are read for the page. */
  publications: Share[] | null
  files: DataFile[]
}

/** Reading and hashing 20,000 sales takes half a second. */
const MAX_SALES_READ = 20_000

const KINDS = ['csv', 'json'] as const satisfies FileKind[]

export async function describeDataset(
  explorer: ExplorerName,
  site: SiteContext,
  corrections: readonly Correction[],
): Promise<Dataset> {
  const view = await readView(explorer, site)
  const { archive, file, name } = view
  const reading = file.count > MAX_SALES_READ ? null : Array.fromAsync(view.pieces)
  const sales = reading && ((await withFallback(reading, null, FAILED, site.logError))?.flat() ?? null)
  const describeFile = async (kind: FileKind) => ({
    kind,
    name: name(kind),
    path: `${EXPLORERS[explorer].path}.${kind}`,
    content: sales && (await hashFile(kind, view, sales)),
  })
  return {
    explorer,
    count: file.count,
    changedAt: archive ? archive.exportedAt : await readLastChange(explorer, site, corrections),
    archive,
    selections: sales
      ? sortSelections(tally(sales, ({ selection }) => selection, 'reported'))
      : await readSelections(explorer, site, view),
    publications: sales && countPublications(sales),
    files: await Promise.all(KINDS.map(describeFile)),
  }
}

async function hashFile(kind: FileKind, { file }: FileView, sales: SaleRecord[]) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const text of writeFile(kind, file, [sales])) {
    const chunk = Buffer.from(text)
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Reads the counts only if the filters do not have them already. */
async function readSelections(
  explorer: ExplorerName,
  { client, logError }: SiteContext,
  { facets }: FileView,
): Promise<Share[]> {
  if (EXPLORERS[explorer].facets.includes('selection'))
    return facets.selection.map(({ value, count }) => ({ name: value, count }))
  const figures = readFigures(client, explorer, WHOLE_VIEW, { logError })
  return (await withFallback(figures, null, FAILED, logError))?.selections ?? []
}

/** When a sale was last added, changed or removed with a correction. */
async function readLastChange(
  explorer: ExplorerName,
  { client, logError }: SiteContext,
  corrections: readonly Correction[],
): Promise<string | null> {
  const read = async () => {
    const table = client.from(EXPLORERS[explorer].table).select('updated_at')
    return requireRows(await table.order('updated_at', { ascending: false }).limit(1))
  }
  const updated = await withFallback(read(), [], FAILED, logError)
  const corrected = corrections.filter((correction) => correction.explorer === explorer).map(({ at }) => at)
  const times = [...updated.map(({ updated_at }) => updated_at), ...corrected]
    .map((at) => Date.parse(String(at)))
    .filter(Number.isFinite)
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
}

const OWN_RECORDS = 'Our own records'
const NO_SOURCE = 'No source recorded'

function countPublications(sales: readonly SaleRecord[]): Share[] {
  return tally(
    sales,
    ({ sourceUrl, selection }) =>
      publicationOf(sourceUrl)?.name ?? (selection === 'own' ? OWN_RECORDS : null),
    NO_SOURCE,
  )
}
