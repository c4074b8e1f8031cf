/** Reads the rows of a DVLA auction's results list as sales. */

import { columnLetters } from '#shared/cells/cell.ts'
import { refuseDates } from '#shared/cells/dated-registration.ts'
import { readDate } from '#shared/cells/dates.ts'
import { CellError, readPrice } from '#shared/cells/fields.ts'
import { cellText, type ParsedRow, type Refusal, type RowReader, rowReader } from '#shared/cells/parse-row.ts'
import { tableSpecs } from '#shared/cells/table-specs.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { ListHeadings } from '../../read-list.ts'
import { readOutcome, WITHDRAWN } from './lot-outcome.ts'
import { DVLA_AUCTION, lotNote } from './lots.ts'

export interface Auction {
  /** 'B278' */
  name: string
  saleYear: number
  saleMonth: number
  /** Where the list was published. */
  sourceUrl?: string | undefined
}

export function resultReader(
  auction: Auction,
  { headings, columns }: ListHeadings,
  { allowDoubtful }: { allowDoubtful: boolean },
): RowReader & { notes(): string[] } {
  const sales = rowReader(tableSpecs.sales, { allowDoubtful })
  const lots = new Set<number>()
  const sold = new Map<string, { lot: string; line: number }>()
  let unlisted = 0

  function read(line: number, record: Record<string, unknown>): ParsedRow | Refusal | null {
    const place = (column: string) => {
      const name = columns.get(column) ?? column
      const index = headings.names.indexOf(name)
      return `“${escapeLine(name)}”${index < 0 ? '' : `, column ${columnLetters(index)}`}`
    }
    const cell = (column: string) => {
      const name = columns.get(column)
      return name === undefined ? '' : cellText(record[name], name).trim()
    }
    const inColumn = <T>(column: string, work: () => T): T => {
      try {
        return work()
      } catch (error) {
        throw error instanceof CellError
          ? new CellError(`${place(error.column ?? column)}: ${error.message}`, error.code)
          : error
      }
    }
    let registration = ''
    try {
      if (cell('lot') === '' && cell('plate_number') === '') {
        unlisted += 1
        return null
      }
      const lot = inColumn('lot', () => readLot(cell('lot')))
      if (/^\d+$/.test(lot)) lots.add(Number(lot))
      registration = cell('plate_number')
      const key = JSON.stringify([auction.name, lot])
      const [status, price] = [cell('status'), cell('hammer_price')]
      const outcome = WITHDRAWN.test(registration.toLowerCase())
        ? ({ kind: 'withdrawn' } as const)
        : inColumn('hammer_price', () => readOutcome(status, price))
      if (outcome.kind !== 'sold')
        return {
          line,
          key,
          given: {
            plate_number: registration,
            sale_year: auction.saleYear,
            note: lotNote(auction.name, lot),
          },
          fill: {},
          leftOut: outcome.kind,
        }
      const { hammerPriceGbp } = outcome
      inColumn('plate_number', () => {
        refuseDates(registration)
        // No DVLA registration has figures only.
        if (/^[\d.]+$/.test(registration))
          throw new CellError(`“${escapeLine(registration)}” is a number, not a registration`)
      })
      checkReserve(cell('reserve'), hammerPriceGbp, place)
      inColumn('sale_date', () => checkDate(cell('sale_date'), auction))
      const sale = sales.read(line, saleRecord(auction, lot, registration, hammerPriceGbp))
      if ('reason' in sale) return { ...sale, reason: `${place('plate_number')}: ${sale.reason}` }
      const plate = String(sale.given.plate_number)
      const first = sold.get(plate)
      if (first && first.lot !== lot)
        throw new CellError(`${headings.unit} ${first.line} has ${plate} already, as lot ${first.lot}`)
      sold.set(plate, { lot, line })
      return { ...sale, key }
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      return {
        line,
        reason: error.message,
        code: error.code,
        registration: escapeLine(registration) || undefined,
      }
    }
  }

  return {
    read,
    notes: () => [
      ...(unlisted > 0
        ? [
            `${plural(unlisted, 'row')} without a lot and a registration ${unlisted === 1 ? 'is' : 'are'} skipped.`,
          ]
        : []),
      ...describeGaps(lots),
    ],
  }
}

/** 'Lot 41', '041' and '41' are 41. */
function readLot(cell: string): string {
  const text = cell
    .replace(/^lot\s*/i, '')
    .replace(/^0+(?=\d)/, '')
    .toUpperCase()
  if (text === '') throw new CellError('the lot is blank')
  const lot = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text
  if (!/^\d{1,6}[A-Z]?$/.test(lot)) throw new CellError(`“${escapeLine(cell)}” is not the number of a lot`)
  return lot
}

/** A hammer price below the reserve means that the lot is unsold or the columns are mixed up. */
function checkReserve(cell: string, hammerPriceGbp: number, place: (column: string) => string): void {
  let reserveGbp = 0
  try {
    reserveGbp = cell === '' ? 0 : readPrice(cell)
  } catch (error) {
    // Only the hammer price is imported, so a reserve such as "on request" does not matter.
    if (!(error instanceof CellError)) throw error
  }
  if (hammerPriceGbp < reserveGbp)
    throw new CellError(
      `${place('hammer_price')}: ${formatGbp(hammerPriceGbp)} is below ${formatGbp(reserveGbp)} in ${place('reserve')}: is the lot unsold, or are the columns mixed up?`,
    )
}

function checkDate(cell: string, { saleYear, saleMonth }: Auction): void {
  if (cell === '') return
  const { year, month } = readDate(cell)
  if (year !== saleYear || (month !== null && month !== saleMonth))
    throw new CellError(
      `“${escapeLine(cell)}” is not in ${longSaleDate({ saleYear, saleMonth })}`,
      'other_month',
    )
}

/** Computes the total from the hammer price if the fees are known, as in any list of sales. */
const saleRecord = (auction: Auction, lot: string, registration: string, hammerPriceGbp: number) => ({
  plate_number: registration,
  where_sold: DVLA_AUCTION,
  sale_year: auction.saleYear,
  sale_month: auction.saleMonth,
  hammer_price: hammerPriceGbp,
  price_basis: 'hammer',
  selection: 'complete',
  source_url: auction.sourceUrl ?? null,
  note: lotNote(auction.name, lot),
})

/** Every sold lot of an auction is recorded, so missing lot numbers are reported. */
function describeGaps(lots: ReadonlySet<number>): string[] {
  let last = 0
  for (const lot of lots) last = Math.max(last, lot)
  const missing = last - lots.size + (lots.has(0) ? 1 : 0)
  if (missing <= 0) return []
  return [
    `The list goes up to lot ${formatNumber(last)} and has no row for ${formatNumber(missing)} of these lots: make sure that it has every sold lot.`,
  ]
}
