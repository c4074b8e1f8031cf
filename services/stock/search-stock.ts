/**
 * The dealer's stock list: by status, sorted, in pages of 100. A search matches the typed text and look-alikes, by the
 * rules of the public search.
 */

import { readPages } from '#data/read-pages.ts'
import type { Reader } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import {
  isSameVersion,
  isSettled,
  type Known,
  readEveryRow,
  type TableVersion,
} from '#shared/data/read-all.ts'
import { pageOf } from '#shared/list/paging.ts'
import { isSearch, searchStock as searchByReading } from '#shared/plates/search/plate-search.ts'
import type { PlateStatus } from './plate-status.ts'
import type { StockOrder, StockPlate } from './stock-types.ts'
import { listStock, readStockPlates } from './stored-plates.ts'

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
  /** There is no match; these are near misses. */
  isNear: boolean
}

export async function searchStock(reader: Reader, query: StockSearch): Promise<FoundStock> {
  const { search = '', sort = null, status = null, page = 1 } = query
  return isSearch(search)
    ? searchLetters(reader, search, { sort, status, page })
    : listPage(reader, { sort, status, page })
}

type Listed = { sort: StockSort | null; status: PlateStatus | null; page: number }

async function listPage(reader: Reader, { sort, status, page }: Listed): Promise<FoundStock> {
  const read = (number: number) =>
    listStock(reader, {
      ...STOCK_SORTS[sort ?? 'dearest'],
      statuses: status ? [status] : undefined,
      offset: (Math.max(1, number) - 1) * STOCK_PAGE_SIZE,
      limit: STOCK_PAGE_SIZE,
    })
  let found = await read(page)
  const { from: _, ...at } = pageOf(found.total, page, STOCK_PAGE_SIZE)
  // The list has become shorter since the link was created.
  if (at.page !== page && found.plates.length === 0) found = await read(at.page)
  const plates = found.plates.map((plate) => ({ ...plate, reason: null }))
  return { plates, count: found.total, ...at, isNear: false }
}

async function searchLetters(
  reader: Reader,
  search: string,
  { sort, status, page }: Listed,
): Promise<FoundStock> {
  const entries = (await readIndex(reader)).filter((entry) => status === null || entry.status === status)
  const { hits, near } = searchByReading(entries, search)
  const found = hits.length > 0 ? hits : near
  const sorted = sort === null ? found : found.toSorted((a, b) => COMPARE[sort](a.plate, b.plate))
  const { from, ...at } = pageOf(sorted.length, page, STOCK_PAGE_SIZE)
  const shown = sorted.slice(from, from + STOCK_PAGE_SIZE)
  const ids = shown.map(({ plate }) => plate.id)
  const byId = new Map((await readStockPlates(reader, ids)).map((plate) => [plate.id, plate]))
  const plates = shown.flatMap(({ plate, reason }) => {
    const stored = byId.get(plate.id)
    return stored ? { ...stored, reason } : []
  })
  return { plates, count: sorted.length, ...at, isNear: hits.length === 0 && near.length > 0 }
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

const indexes = new WeakMap<Reader, Index>()

/** Caches the whole stock; what has changed is read as soon as something has. */
async function readIndex(reader: Reader): Promise<readonly Entry[]> {
  const version = await readVersion(reader)
  const known = indexes.get(reader)
  const isSame = known && isSameVersion(known.version, version)
  if (isSame && (isSettled(version) || performance.now() - known.readAt < MAX_AGE_MS)) return known.items
  const items = readEntries(reader, version, known)
  indexes.set(reader, { version, readAt: performance.now(), items })
  items.catch(() => indexes.delete(reader))
  return items
}

/** Every change of a plate updates its `updated_at`, including changes of private columns. */
async function readVersion(reader: Reader): Promise<TableVersion> {
  const { count, changedAt } = await reader
    .selectFrom('plates')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updatedAt').as('changedAt')])
    .executeTakeFirstOrThrow()
  return { count, changedAt }
}

function readEntries(reader: Reader, version: TableVersion, before?: Index): Promise<Entry[]> {
  const plates = reader
    .selectFrom('stock')
    .select(['id', 'plateNumber as registration', 'description', 'price as priceGbp', 'status', 'updatedAt'])
  const readSince = (since: Date | null) =>
    readPages((after, limit) => {
      const page = plates.where('id', '>', after).orderBy('id').limit(limit)
      return (since ? page.where('updatedAt', '>=', toTime(since)) : page).execute()
    })
  return readEveryRow<Entry>(readSince, version, before)
}
