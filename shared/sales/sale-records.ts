// Reads and validates sales from the live backend, or otherwise from the static exports.

import type { BackendClient } from '../data/client.ts'
import { type BackendResponse, requireRows } from '../data/response.ts'
import type { LogError } from '../data/with-fallback.ts'
import { MAX_REGISTRATION_LENGTH } from '../registration/max-length.ts'
import { parseUrl } from '../text/parse-url.ts'
import type { Archive } from './archive.ts'
import { compareText, facetFields, facetsIn } from './explorer/definitions.ts'
import { type ArchiveName, byExplorer, EXPLORERS, type ExplorerName } from './explorers.ts'
import { FAILED, LIVE_READ_CAP, type PriceBasis, type SaleRecord } from './sale.ts'

export interface SalesSources {
  client: BackendClient
  /** A copy in a web archive has no backend, so none is queried. */
  isArchivedCopy?: boolean
  isReachable: () => Promise<boolean>
  readArchive: (name: ArchiveName) => Promise<Archive>
  logError: LogError
}

export interface SalesRead {
  /** Latest first. If `columns` leaves them out, an id is the number of its row, and sources and notes are null. */
  records: SaleRecord[]
  /** False if there may be more than a live read returns. */
  isWhole: boolean
  archive: { exportedAt: string | null } | null
}

const SHARED_COLUMNS = ['plate_number', 'sale_year', 'sale_month', 'total_price', 'price_basis']

/** Of a list. The ids of a thousand sales are two thirds of what their rows weigh when compressed. */
export const LISTED_COLUMNS = byExplorer(({ name, hasHammerPrice }) =>
  [
    ...SHARED_COLUMNS,
    ...(hasHammerPrice ? ['hammer_price'] : []),
    ...facetsIn(name).map(({ column }) => column),
  ].join(),
)

export const COLUMNS = byExplorer(({ name }) => `id,${LISTED_COLUMNS[name]}`)

/** Never throws: if neither source can be read, the result is empty and in archive mode. */
export async function readSales(
  explorer: ExplorerName,
  sources: SalesSources,
  columns = LISTED_COLUMNS[explorer],
): Promise<SalesRead> {
  const { client, logError } = sources
  return withArchiveFallback(
    sources,
    async () => {
      const rows = requireRows(await latestSales(client, explorer, columns).limit(LIVE_READ_CAP))
      const records = parseRows(rows, logError)
      if (rows.length > 0 && records.length === 0)
        throw new Error('None of the rows from the backend is a sale')
      return { records, isWhole: rows.length < LIVE_READ_CAP, archive: null }
    },
    () => readArchived(explorer, sources),
  )
}

export async function withArchiveFallback<Live, Archived>(
  { isArchivedCopy, isReachable, logError }: SalesSources,
  live: () => Promise<Live>,
  archived: () => Promise<Archived>,
): Promise<Live | Archived> {
  if (isArchivedCopy) return archived()
  try {
    if (await isReachable()) return await live()
    logError(FAILED, new Error('The backend is unreachable; using the archived sales'))
  } catch (error) {
    logError(FAILED, error)
  }
  return archived()
}

export async function readArchived(
  explorer: ExplorerName,
  { readArchive, logError }: SalesSources,
): Promise<SalesRead> {
  const { data, exportedAt, totalRecords } = await readArchive(EXPLORERS[explorer].archive)
  const records = latestFirst(parseRows(data, logError))
  if (records.length !== totalRecords)
    logError(FAILED, new Error(`The archive announces ${totalRecords} sales but contains ${records.length}`))
  return { records, isWhole: true, archive: { exportedAt } }
}

/** The live sales read (specification, 7. The calls it makes); callers add filters and a limit. */
export function latestSales(client: BackendClient, explorer: ExplorerName, columns = '*') {
  return client
    .from(EXPLORERS[explorer].table)
    .select(columns)
    .order('sale_year', { ascending: false, nullsFirst: false })
    .order('sale_month', { ascending: false, nullsFirst: false })
    .order('id')
}

/** PostgreSQL rejects a NUL. */
export const isRegistrationReadable = (registration: string): boolean =>
  registration.length <= MAX_REGISTRATION_LENGTH && !registration.includes('\0')

/** In the order of the query. @throws DataError */
export async function querySales(
  query: PromiseLike<BackendResponse>,
  logError: LogError,
): Promise<SaleRecord[]> {
  return parseRows(requireRows(await query), logError)
}

/** As `latestSales`. */
function latestFirst(sales: readonly SaleRecord[]): SaleRecord[] {
  const date = ({ saleYear, saleMonth }: SaleRecord) => saleYear * 100 + (saleMonth ?? 0)
  return [...sales].sort((one, other) => date(other) - date(one) || compareText(one.id, other.id))
}

export function parseRows(rows: readonly unknown[], logError: LogError): SaleRecord[] {
  const sales = new Map<string, SaleRecord>()
  let dropped = 0
  for (const [index, row] of rows.entries()) {
    const sale = toSale(row, `row ${index}`)
    if (sale && !sales.has(sale.id)) sales.set(sale.id, sale)
    else dropped += 1
  }
  if (dropped > 0)
    logError(FAILED, new Error(`Dropped ${dropped} of ${rows.length} rows: not a sale, or a duplicate id`))
  return [...sales.values()]
}

/** Null without a valid registration and year; any other invalid value becomes null. */
export function toSale(row: unknown, id = ''): SaleRecord | null {
  if (typeof row !== 'object' || row === null) return null
  const values = row as Record<string, unknown>
  const registration = text(values.plate_number, MAX_REGISTRATION_LENGTH)
  const saleYear = wholeNumber(values.sale_year, FIRST_YEAR, LAST_YEAR)
  if (registration === null || saleYear === null) return null
  return {
    id: text(values.id, 64) ?? id,
    registration,
    ...facetFields((column) => text(values[column])),
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

const LONGEST_TEXT = 120
const FIRST_YEAR = 1900
const LAST_YEAR = 9999
const HIGHEST_PRICE = 2_147_483_647

/** One line of text, or null if blank. */
export function text(value: unknown, longest = LONGEST_TEXT): string | null {
  if (typeof value !== 'string') return null
  const line = value.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line === '' ? null : line.slice(0, longest)
}

/** Only http and https: a `javascript:` URL must never become a link. */
function webAddress(value: unknown): string | null {
  const address = text(value, 2_000)
  return address !== null && /^https?:\/\//i.test(address) && parseUrl(address) ? address : null
}

/** PostgreSQL sends bigints as text. */
function wholeNumber(value: unknown, least: number, most: number): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : null
}
