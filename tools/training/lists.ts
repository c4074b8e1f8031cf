// Training lists with all lots of DVLA auctions. Two formats are recognised by their columns:
// - sales: plate_number, sale_year, hammer_price, and optionally sale_month, data_set, where_sold, price_basis and
// selection. An export of this site's sales has this format.
// - auctions: auction, lot, plate_number, hammer_price (0: not sold), and optionally starting_price. The auctions are
// numbered instead of dated.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatMonth, isPriced, type Lot } from '#packages/estimate/lot.ts'
import { SOURCES } from '#packages/estimate/sources.ts'
import { openRows } from '#services/import/files/read.ts'
import { CellError, readMonth, readPrice, readYear } from '#shared/cells/fields.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import type { TrainingList } from './model-card.ts'
import { TrainingError } from './training-lots.ts'

interface TrainingLists {
  /** Sorted by time; the same for the same lists in any order. */
  lots: Lot[]
  lists: TrainingList[]
  /** What was read from each list, in sentences. */
  notes: string[]
}

interface Candidate extends Lot {
  /** The month is in the list, not inferred. */
  isDated: boolean
}

interface ReadRow {
  /** Whether lots were selected by price is found out group by group. */
  group: string
  lot: Candidate
}

type Cells = ReadonlyMap<string, string>

/** No plate has made more than £518,480 at a DVLA auction; ten times that is an error in the list. */
const MAX_HAMMER_GBP = 5_000_000

/**
 * A list was selected by price if hardly any of its lots of a year were cheap. At every complete auction since 2017 at
 * least 38 in 1,000 sold lots made less than £1,000, usually a third.
 */
const CHEAP_GBP = 1_000
const LEAST_CHEAP_SHARE = 0.01

/** This data set was selected by price: it contains only lots of £5,000 and more. */
const TRUNCATED_DATA_SET = 'dvla_2017_2024'
/** Every lot of the auctions of 2025. */
const COMPLETE_DATA_SET = 'dvla_2025'

/** Selections that are independent of the price: every lot of an auction, or a random draw. */
const UNSELECTED = ['complete', 'sample']

/** The period over which the numbered auctions are distributed evenly, because their months are unknown. */
const AUCTIONS = [
  { from: 0, to: 9, since: 2017 * 12, months: 36 },
  { from: 10, to: 15, since: 2020 * 12, months: 12 },
  { from: 16, to: 23, since: 2021 * 12, months: 12 },
  { from: 24, to: 32, since: 2022 * 12, months: 12 },
  { from: 33, to: 41, since: 2023 * 12, months: 12 },
  { from: 42, to: 42, since: 2024 * 12, months: 1 },
] as const
const LAST_AUCTION = 42

/** 10 → March 2020 as months since year 0; null for an unknown auction. */
export function monthOfAuction(auction: number): number | null {
  const period = AUCTIONS.find(({ from, to }) => auction >= from && auction <= to)
  if (!period) return null
  const { from, to, since, months } = period
  return since + Math.floor(((auction - from + 0.5) * months) / (to - from + 1))
}

/** @throws TrainingError that says what to do if a list cannot be read or contains nothing to learn from */
export async function readTrainingLists(paths: readonly string[]): Promise<TrainingLists> {
  const candidates: Candidate[] = []
  const lists: TrainingList[] = []
  const notes: string[] = []
  for (const path of paths) {
    const list = await readList(path)
    for (const lot of list.lots) candidates.push(lot)
    lists.push({ name: list.name, source: list.source })
    notes.push(list.note)
  }
  const lots = withoutRepeats(candidates)
  const repeated = candidates.length - lots.length
  if (repeated > 0) notes.push(`${plural(repeated, 'lot is', 'lots are')} listed again and left out.`)
  checkLots(lots)
  return { lots, lists, notes }
}

async function readList(path: string): Promise<TrainingList & { lots: Candidate[]; note: string }> {
  const name = escapeLine(basename(path))
  const content = await readFile(path).catch(() => {
    throw new TrainingError(`${escapeLine(path)} cannot be read.`)
  })
  const file = openRows(content)
  const faults: string[] = []
  const kept: ReadRow[] = []
  const sources = new Set<string>()
  let leftOut = 0
  let count = 0
  let read: ((cells: Cells) => ReadRow | null) | undefined
  for await (const row of file.rows) {
    count += 1
    if ('reason' in row) {
      faults.push(`${file.unit} ${row.line}: ${row.reason}`)
      continue
    }
    const cells = readCells(row.record)
    read ??= readerFor([...cells.keys()], name)
    try {
      const found = read(cells)
      if (found === null) leftOut += 1
      else {
        kept.push(found)
        const source = sourceOf(cells)
        if (source) sources.add(source)
      }
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      faults.push(`${file.unit} ${row.line}: ${error.message}`)
    }
  }
  if (faults.length > 0)
    throw new TrainingError(
      [
        `${plural(faults.length, 'row')} of ${name} cannot be used, so nothing has been done. Correct or remove them:`,
        ...faults.slice(0, 5).map((fault) => `  ${fault}`),
        ...(faults.length > 5 ? [`  and ${formatNumber(faults.length - 5)} more`] : []),
      ].join('\n'),
    )
  const groups = Map.groupBy(kept, ({ group }) => group).values()
  const lots = [...groups].flatMap((rows) => markTruncated(rows.map(({ lot }) => lot)))
  if (lots.length === 0)
    throw new TrainingError(
      `${name} has no lot of a DVLA auction with a hammer price${count === 0 ? ': it has no rows' : ''}. Give a list of the results of whole auctions.`,
    )
  return {
    name,
    source: [...sources].sort().join(' and ') || 'not published',
    lots,
    note: describeList(name, lots, leftOut),
  }
}

/** Where the row is published; undefined for a private list. */
function sourceOf(cells: Cells): string | undefined {
  const dataSet = cells.get('data_set')
  if (cells.has('auction') || dataSet === TRUNCATED_DATA_SET) return SOURCES[0].address
  return dataSet === COMPLETE_DATA_SET ? SOURCES[1].address : undefined
}

/** Cells by normalised column names: 'Plate number' is 'plate_number'. */
function readCells(record: Record<string, unknown>): Cells {
  return new Map(
    Object.entries(record).map(([name, cell]) => [
      name
        .trim()
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_'),
      cell === null || cell === undefined ? '' : String(cell).trim(),
    ]),
  )
}

function readerFor(columns: readonly string[], name: string) {
  const has = (...needed: string[]) => needed.every((column) => columns.includes(column))
  if (has('auction', 'lot', 'plate_number', 'hammer_price')) return readAuctionRow
  if (has('plate_number', 'sale_year', 'hammer_price')) return readSaleRow
  const found = columns.slice(0, 20).map((column) => escapeLine(column, 40))
  throw new TrainingError(
    [
      `${name} does not have the columns of a training list. Give it either of these, named in its first line:`,
      '  plate_number, sale_year, sale_month, hammer_price   (as “sales export” writes them)',
      '  auction, lot, plate_number, starting_price, hammer_price',
      `It has: ${found.join(', ')}.`,
    ].join('\n'),
  )
}

function readAuctionRow(cells: Cells): ReadRow | null {
  const registration = readRegistration(cells)
  if (registration === null) return null
  const auction = cells.get('auction') ?? ''
  const month = /^\d{1,4}$/.test(auction) ? monthOfAuction(Number(auction)) : null
  if (month === null)
    throw new CellError(
      `the month of auction “${escapeLine(auction, 40)}” is not known: the auctions 0 to ${LAST_AUCTION} are; list others with sale_year and sale_month`,
    )
  const hammerGbp = readHammer(cells.get('hammer_price') ?? '')
  const start = cells.get('starting_price') ?? ''
  const reserveGbp = start === '' ? null : readPrice(start)
  if (hammerGbp !== null && reserveGbp !== null && hammerGbp < reserveGbp)
    throw new CellError(
      `the hammer price of £${formatNumber(hammerGbp)} is below the starting price of £${formatNumber(reserveGbp)}`,
    )
  return {
    group: String(Math.floor(month / 12)),
    lot: { registration, month, hammerGbp, reserveGbp, list: 'complete', isDated: false },
  }
}

function readSaleRow(cells: Cells): ReadRow | null {
  const registration = readRegistration(cells)
  const seller = cells.get('where_sold')
  const basis = cells.get('price_basis') ?? ''
  const selection = cells.get('selection') ?? ''
  const price = cells.get('hammer_price') ?? ''
  if (registration === null || price === '') return null
  // Dealers' asking prices and other houses' fees differ: estimates are of the reported hammer price at a DVLA auction.
  if (seller !== undefined && !seller.startsWith('DVLA Auction')) return null
  if (basis === 'total' || basis === 'unclear' || selection === 'own') return null
  const hammerGbp = readHammer(price)
  const year = readYear(cells.get('sale_year') ?? '')
  const monthCell = cells.get('sale_month') ?? ''
  // A lot without a month counts as sold at the end of its year, so that no estimate uses it too early.
  const month = year * 12 + (monthCell === '' ? 12 : readMonth(monthCell)) - 1
  const dataSet = cells.get('data_set') ?? ''
  const isSelected = dataSet === TRUNCATED_DATA_SET || (selection !== '' && !UNSELECTED.includes(selection))
  return {
    group: [isSelected, dataSet, selection, year].join(),
    lot: {
      registration,
      month,
      hammerGbp,
      reserveGbp: null,
      list: isSelected ? 'truncated' : 'complete',
      isDated: monthCell !== '',
    },
  }
}

/** Null for text that is not a registration, such as “Withdrawn”. */
function readRegistration(cells: Cells): string | null {
  const compact = (cells.get('plate_number') ?? '').toUpperCase().replace(/[\s.-]/g, '')
  return /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{2,7}$/.test(compact) ? compact : null
}

/** Null for an unsold lot. */
function readHammer(cell: string): number | null {
  if (cell === '') return null
  const price = readPrice(cell)
  if (price > MAX_HAMMER_GBP)
    throw new CellError(
      `£${formatNumber(price)} cannot be a hammer price: none has come near £${formatNumber(MAX_HAMMER_GBP)}`,
    )
  return price === 0 ? null : price
}

function markTruncated(lots: Candidate[]): Candidate[] {
  const prices = lots.flatMap(({ hammerGbp }) => hammerGbp ?? [])
  const cheap = prices.filter((price) => price < CHEAP_GBP).length
  const isTruncated = prices.length > 0 && cheap < prices.length * LEAST_CHEAP_SHARE
  return isTruncated ? lots.map((lot) => ({ ...lot, list: 'truncated' as const })) : lots
}

function describeList(name: string, lots: readonly Lot[], leftOut: number): string {
  const complete = lots.filter(({ list }) => list === 'complete')
  const sold = complete.filter(({ hammerGbp }) => hammerGbp !== null)
  const truncated = lots.length - complete.length
  const months = lots.map(({ month }) => month)
  const first = months.reduce((one, other) => Math.min(one, other))
  const last = months.reduce((one, other) => Math.max(one, other))
  return [
    `${name}, ${formatMonth(first)} to ${formatMonth(last)}: ${plural(sold.length, 'sold lot')}`,
    ...(complete.length > sold.length ? [`${formatNumber(complete.length - sold.length)} not sold`] : []),
    ...(truncated > 0
      ? [`${formatNumber(truncated)} selected by their price, which are counted and never priced`]
      : []),
    ...(leftOut > 0 ? [`${plural(leftOut, 'row')} left out (no DVLA lot with a reported hammer price)`] : []),
  ]
    .join('; ')
    .concat('.')
}

/**
 * Lots with the same registration, year and price are identical: two lists may give the month with different precision.
 */
function withoutRepeats(candidates: readonly Candidate[]): Lot[] {
  const rank = ({ list, isDated, reserveGbp }: Candidate) =>
    (list === 'complete' ? 0 : 4) + (isDated ? 0 : 2) + (reserveGbp === null ? 1 : 0)
  const inTime = (one: Candidate, other: Candidate) =>
    one.month - other.month ||
    (one.registration < other.registration ? -1 : Number(one.registration > other.registration)) ||
    (one.hammerGbp ?? 0) - (other.hammerGbp ?? 0) ||
    (one.reserveGbp ?? 0) - (other.reserveGbp ?? 0)
  const known = new Map<string, Candidate>()
  const best = [...candidates].sort((one, other) => rank(one) - rank(other) || inTime(one, other))
  for (const lot of best) {
    const time = lot.hammerGbp === null ? lot.month : Math.floor(lot.month / 12)
    const key = `${lot.registration} ${lot.hammerGbp} ${time}`
    if (!known.has(key)) known.set(key, lot)
  }
  return [...known.values()].sort(inTime).map(({ isDated, ...lot }) => lot)
}

function checkLots(lots: readonly Lot[]): void {
  if (!lots.some(isPriced))
    throw new TrainingError(
      lots.some(({ hammerGbp }) => hammerGbp !== null)
        ? `Hardly any price in these lists is below £${formatNumber(CHEAP_GBP)}: they were selected by price, and a model of them would overrate every registration. Give lists of every lot of an auction.`
        : 'No lot in these lists was sold. Give lists with hammer prices.',
    )
}
