/**
 * The dealer's stock list: by status, sorted, in pages of 100. A search matches the typed text and look-alikes, by the
 * rules of the public search.
 */

import type { BackendClient } from '#shared/data/client.ts'
import {
  isSameVersion,
  isSettled,
  type Known,
  readEveryRow,
  type TableVersion,
} from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import { pageOf } from '#shared/list/paging.ts'
import { isSearch, searchStock as searchByReading } from '#shared/plates/search/plate-search.ts'
import type { PlateStatus } from './plate-status.ts'
import { toStockPlate } from './stock-rows.ts'
import { listStock, readStockPlates, type StockOrder, type StockPlate } from './stock-store.ts'

export const STOCK_PAGE_SIZE = 100

interface StockSearch {
  /** Null: every status. */
  status?: PlateStatus | null
  search?: string
  /** Null: best matches first in a search, otherwise highest price first. */
  sort?: StockSort | null
  /** From 1. */
  page?: number
}

const STOCK_SORTS = {
  registration: { order: 'registration', descending: false },
  dearest: { order: 'price', descending: true },
  cheapest: { order: 'price', descending: false },
  changed: { order: 'updated', descending: true },
} as const satisfies Record<string, { order: StockOrder; descending: boolean }>

export type StockSort = keyof typeof STOCK_SORTS

export interface FoundPlate extends StockPlate {
  /** Why it matches a search: 'Reads as BIG DAY', 'Contains GS'. */
  reason: string | null
}

interface FoundStock {
  plates: FoundPlate[]
  count: number
  page: number
  pages: number
  /** Null on the last page. */
  nextPage: number | null
  /** There is no match; these are near misses. */
  isNear: boolean
}

export async function searchStock(client: BackendClient, query: StockSearch): Promise<FoundStock> {
  const { search = '', sort = null, status = null, page = 1 } = query
  return isSearch(search)
    ? searchLetters(client, search, { sort, status, page })
    : listPage(client, { sort, status, page })
}

type Listed = { sort: StockSort | null; status: PlateStatus | null; page: number }

async function listPage(client: BackendClient, { sort, status, page }: Listed): Promise<FoundStock> {
  const read = (number: number) =>
    listStock(client, {
      ...STOCK_SORTS[sort ?? 'dearest'],
      ...(status ? { statuses: [status] } : {}),
      offset: (Math.max(1, number) - 1) * STOCK_PAGE_SIZE,
      limit: STOCK_PAGE_SIZE,
    })
  let found = await read(page)
  const at = pageOf(found.total, page, STOCK_PAGE_SIZE)
  // The list has become shorter since the link was created.
  if (at.page !== page && found.plates.length === 0) found = await read(at.page)
  const plates = found.plates.map((plate) => ({ ...plate, reason: null }))
  return { plates, count: found.total, ...pagesOf(at), isNear: false }
}

const pagesOf = ({ page, pages }: { page: number; pages: number }) => ({
  page,
  pages,
  nextPage: page < pages ? page + 1 : null,
})

async function searchLetters(
  client: BackendClient,
  search: string,
  { sort, status, page }: Listed,
): Promise<FoundStock> {
  const entries = (await readIndex(client)).filter((entry) => status === null || entry.status === status)
  const { hits, near } = searchByReading(entries, search)
  const found = hits.length > 0 ? hits : near
  const sorted = sort === null ? found : found.toSorted((a, b) => COMPARE[sort](a.plate, b.plate))
  const { from, ...at } = pageOf(sorted.length, page, STOCK_PAGE_SIZE)
  const shown = sorted.slice(from, from + STOCK_PAGE_SIZE)
  const read = await readStockPlates(
    client,
    shown.map(({ plate }) => plate.id),
  )
  const byId = new Map(read.map((plate) => [plate.id, plate]))
  const plates = shown.flatMap(({ plate, reason }) => {
    const stored = byId.get(plate.id)
    return stored ? { ...stored, reason } : []
  })
  return { plates, count: sorted.length, ...pagesOf(at), isNear: hits.length === 0 && near.length > 0 }
}

/** Sorts like the database: plates without a price come last. */
const COMPARE: Record<StockSort, (a: Entry, b: Entry) => number> = {
  registration: (a, b) => compareText(a.registration, b.registration),
  dearest: (a, b) => comparePrice(a, b, -1),
  cheapest: (a, b) => comparePrice(a, b, 1),
  changed: (a, b) => -compareText(a.updatedAt, b.updatedAt),
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const comparePrice = (a: Entry, b: Entry, sign: 1 | -1) =>
  a.priceGbp === null || b.priceGbp === null
    ? Number(a.priceGbp === null) - Number(b.priceGbp === null)
    : sign * (a.priceGbp - b.priceGbp)

/** The columns that a search needs. */
type Entry = Pick<StockPlate, 'id' | 'registration' | 'description' | 'priceGbp' | 'status' | 'updatedAt'>

interface Index extends Known<Entry> {
  readAt: number
}

/** The version combines a count with a time, because the time alone may repeat. It does not tell of changes that end late. */
const MAX_AGE_MS = 60_000

const indexes = new WeakMap<BackendClient, Index>()

/** Caches the whole stock; what has changed is read as soon as something has. */
async function readIndex(client: BackendClient): Promise<readonly Entry[]> {
  const version = await readVersion(client)
  const known = indexes.get(client)
  const isSame = known && isSameVersion(known.version, version)
  if (isSame && (isSettled(version) || performance.now() - known.readAt < MAX_AGE_MS)) return known.items
  const items = readEntries(client, version, known)
  indexes.set(client, { version, readAt: performance.now(), items })
  items.catch(() => indexes.delete(client))
  return items
}

/** Every change of a plate updates its `updated_at`, including changes of private columns. */
async function readVersion(client: BackendClient): Promise<TableVersion> {
  const response = await client
    .from('plates')
    .select('updated_at', { count: 'exact' })
    .order('updated_at', { ascending: false, nullsFirst: false })
    .order('id')
    .limit(1)
  const [latest] = requireRows(response)
  return { count: Number(response.count), changedAt: latest ? String(latest.updated_at) : null }
}

function readEntries(client: BackendClient, version: TableVersion, before?: Index): Promise<Entry[]> {
  const query = () => client.from('stock').select('id,plate_number,description,price,status,updated_at')
  return readEveryRow<Entry>(query, toStockPlate, version, before)
}
