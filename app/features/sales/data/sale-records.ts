/**
 * Where the explorers' records come from: the live backend, or the static export where it is away, where the read
 * fails, or where the site is looked at as an archived copy. Rows of either are parsed, not trusted: a value that
 * cannot be is missing, a row that is no sale is refused with a line in the log.
 */

import type { BackendClient } from '../../../shared/backend/client.ts'
import { DataError } from '../../../shared/backend/data-error.ts'
import type { LogError } from '../../../shared/backend/with-fallback.ts'
import type { Archive, ArchiveName } from '../archive.ts'
import { type ExplorerName, LIVE_READ_CAP } from '../explorer/explorer-view.ts'
import type { DocumentedSale, PriceBasis } from '../sale.ts'

export interface SalesSources {
  client: BackendClient
  /** The connectivity probe, or the knowledge that this is an archived copy. */
  isReachable: () => Promise<boolean>
  readArchive: (name: ArchiveName) => Promise<Archive>
  report: LogError
}

export interface SalesRead {
  /** In the order of their ids, each id once. Sources and notes are null unless they were asked for. */
  records: DocumentedSale[]
  /** False where the live read has reached its cap: there may be more than these. */
  isWhole: boolean
  /** Set in archive mode, with the moment of the export where it is known. */
  archive: { exportedAt: string | null } | null
}

export const TABLES = { uk: 'sales', jersey: 'jersey_sales' } as const satisfies Record<ExplorerName, string>
const ARCHIVES = { uk: 'sales', jersey: 'jersey-sales' } as const satisfies Record<ExplorerName, ArchiveName>

const EVERY = 'id,plate_number,where_sold,sale_year,sale_month,total_price,price_basis'
export const COLUMNS: Record<ExplorerName, string> = {
  uk: `${EVERY},hammer_price,category,type`,
  jersey: EVERY,
}

export const FAILED = 'Error fetching sales data'

/** Never throws: what can be read nowhere is no records, in archive mode. */
export async function readSales(
  explorer: ExplorerName,
  sources: SalesSources,
  columns = COLUMNS[explorer],
): Promise<SalesRead> {
  const { client, report } = sources
  return withArchiveFallback(
    sources,
    async () => {
      const rows = await readLive(client, explorer, columns)
      const records = toSales(rows, report)
      if (rows.length > 0 && records.length === 0)
        throw new Error('The backend answered with rows of something else')
      return { records, isWhole: rows.length < LIVE_READ_CAP, archive: null }
    },
    () => readArchived(explorer, sources),
  )
}

/** The live backend if it is there and answers sensibly, else what stands in for it. */
export async function withArchiveFallback<Live, Archived>(
  { isReachable, report }: SalesSources,
  live: () => Promise<Live>,
  archived: () => Promise<Archived>,
): Promise<Live | Archived> {
  try {
    if (await isReachable()) return await live()
    report(FAILED, new Error('The backend is away: the archived sales stand in for it'))
  } catch (error) {
    report(FAILED, error)
  }
  return archived()
}

export async function readArchived(
  explorer: ExplorerName,
  { readArchive, report }: SalesSources,
): Promise<SalesRead> {
  const { data, exportedAt, totalRecords } = await readArchive(ARCHIVES[explorer])
  const records = toSales(data, report)
  if (records.length !== totalRecords)
    report(FAILED, new Error(`The archive speaks of ${totalRecords} sales and holds ${records.length}`))
  return { records, isWhole: true, archive: { exportedAt } }
}

/** The live read of the specification: latest first, at most a thousand. @throws DataError */
async function readLive(client: BackendClient, explorer: ExplorerName, columns: string): Promise<unknown[]> {
  const { data, error, status } = await client
    .from(TABLES[explorer])
    .select(columns)
    .order('sale_year', { ascending: false, nullsFirst: false })
    .order('sale_month', { ascending: false, nullsFirst: false })
    .order('id')
    .limit(LIVE_READ_CAP)
  return rowsOf(data, error, status)
}

/** The rows of an answer, which must be rows. @throws DataError */
export function rowsOf(
  data: unknown,
  error: { message: string; code: string } | null,
  status: number,
): unknown[] {
  if (error) throw new DataError(error, status)
  if (!Array.isArray(data)) throw new DataError({ message: 'The backend did not answer with rows' }, status)
  return data
}

/** Rows as sales in the order of their ids; those that are none are refused, and the log says how many. */
export function toSales(rows: readonly unknown[], report: LogError): DocumentedSale[] {
  return inOrderOfIds(inOrderOfRows(rows, report))
}

export function inOrderOfIds(sales: readonly DocumentedSale[]): DocumentedSale[] {
  return [...sales].sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}

/** The same in the order in which the backend gave them. */
export function inOrderOfRows(rows: readonly unknown[], report: LogError): DocumentedSale[] {
  const sales = new Map<string, DocumentedSale>()
  let refused = 0
  for (const [index, row] of rows.entries()) {
    const sale = toSale(row, `row ${index}`)
    if (sale && !sales.has(sale.id)) sales.set(sale.id, sale)
    else refused += 1
  }
  if (refused > 0)
    report(FAILED, new Error(`${refused} of ${rows.length} rows are no sales, or stand there twice`))
  return [...sales.values()]
}

/** A sale needs a registration and a year; whatever else is amiss is missing. */
export function toSale(row: unknown, id = ''): DocumentedSale | null {
  if (typeof row !== 'object' || row === null) return null
  const values = row as Record<string, unknown>
  const registration = text(values.plate_number, LONGEST_REGISTRATION)
  const saleYear = wholeNumber(values.sale_year, FIRST_YEAR, LAST_YEAR)
  if (registration === null || saleYear === null) return null
  return {
    id: text(values.id, 64) ?? id,
    registration,
    whereSold: text(values.where_sold),
    category: text(values.category),
    type: text(values.type),
    saleYear,
    saleMonth: wholeNumber(values.sale_month, 1, 12),
    hammerPriceGbp: wholeNumber(values.hammer_price, 0, HIGHEST_PRICE),
    totalPriceGbp: wholeNumber(values.total_price, 0, HIGHEST_PRICE),
    priceBasis: /^(both|total|hammer|unclear)$/.test(String(values.price_basis))
      ? (values.price_basis as PriceBasis)
      : null,
    sourceUrl: webAddress(values.source_url),
    note: text(values.note, 2_000),
  }
}

const LONGEST_REGISTRATION = 32
const LONGEST_TEXT = 120
const FIRST_YEAR = 1900
const LAST_YEAR = 9999
const HIGHEST_PRICE = 2_147_483_647

/** Words on one line that say something. */
function text(value: unknown, longest = LONGEST_TEXT): string | null {
  if (typeof value !== 'string') return null
  const line = value.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line === '' ? null : line.slice(0, longest)
}

/** What a browser may follow; `javascript:` and the like are no sources. */
function webAddress(value: unknown): string | null {
  const address = text(value, 2_000)
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}

/** A whole number between two bounds, also where it came as text. */
function wholeNumber(value: unknown, least: number, most: number): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : null
}
