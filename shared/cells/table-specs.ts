/** The tables of sales that can be imported and exported: columns, heading synonyms, cell parsers, keys and defaults. */

import { classify } from '../registration/registration.ts'
import { EXPLORER_LIST, type Explorer, type SalesTable } from '../sales/explorers.ts'
import { DOCUMENTED_REGIMES } from '../sales/fee-regimes.ts'
import { computeTotal } from '../sales/fees.ts'
import { hasSalesColumn } from '../sales/sales-columns.ts'
import type { AvailabilityColumn } from './availability.ts'
import {
  readMonth,
  readPrice,
  readPriceBasis,
  readSelection,
  readText,
  readWebAddress,
  readYear,
} from './fields.ts'

export type Value = string | number | boolean | null
export type Row = Record<string, Value>

export interface Field {
  column: string
  /** Other headings of the column, as 'sold by, sold at'; case, spaces and punctuation are ignored. */
  headings: string
  read(cell: string): Value
}

/** The columns of a list, as its headings name them. */
export interface HeadingSpec {
  fields: readonly Pick<Field, 'column' | 'headings'>[]
  /** Columns of a list that together give `is_available`. */
  availability?: readonly { column: AvailabilityColumn; headings: string }[]
  /** The columns that have dates; `sale_date`, which is no column of its table, gives year and month. */
  dates: readonly string[]
  /** Required besides the registration: one column of each group. */
  needed: readonly { columns: readonly string[]; message: string }[]
  /** Unknown headings are ignored; otherwise they stop the import. */
  ignoresUnknown?: true
}

export interface TableSpec extends HeadingSpec {
  name: SalesTable
  one: string
  many: string
  fields: readonly Field[]
  columns: readonly string[]
  /** The natural key; null equals null. */
  key: readonly string[]
  /** Registrations of any other system are refused. */
  home?: Explorer['home']
  /** Values of the key that follow from other values of the row. */
  derive?(row: Row): Row
  /** Default values of a new row. */
  fill(row: Row): Row
}

export const REGISTRATION_HEADINGS = `
  plate_number, registration, registration number, registration mark, plate, plate no, number plate, reg,
  reg no, reg number, reg mark, registration plate, number, mark, private plate, private number,
  private number plate, cherished number, cherished plate, personalised registration, vehicle registration,
  vehicle registration mark, vehicle registration number, vrm, vrn
`

/** Price headings without a basis; such a price is shown "as reported". */
export const VAGUE_PRICE_HEADINGS = 'price, sold for, sale price, sold price, amount'

const field = (column: string, read: Field['read'], headings: string): Field => ({ column, read, headings })

/** In the order of exported files. */
const SALE_FIELDS: readonly Field[] = [
  field('where_sold', readText(200), 'seller, sold by, sold at, auction house, house, venue'),
  field('sale_year', readYear, 'year, year sold, year of sale'),
  field('sale_month', readMonth, 'month, month sold, month of sale'),
  field('hammer_price', readPrice, 'hammer'),
  field('total_price', readPrice, `total, price paid, total paid, ${VAGUE_PRICE_HEADINGS}`),
  field('category', readText(100), ''),
  field('type', readText(100), ''),
  field('price_basis', readPriceBasis, 'basis'),
  field('selection', readSelection, 'how selected, selected'),
  field('source_url', readWebAddress, 'source, link, url'),
  field('note', readText(2000), 'notes, remark, remarks, comment, comments'),
]

const NEEDS_YEAR = {
  columns: ['sale_year', 'sale_date'],
  message: 'No column has the year of the sale: name one “year” or “date”.',
}

const salesTable = (explorer: Explorer): TableSpec => {
  const { table, sale, hasHammerPrice, home } = explorer
  const prices = hasHammerPrice ? ['hammer_price', 'total_price'] : ['total_price']
  const fields = SALE_FIELDS.filter(({ column }) => hasSalesColumn(explorer, column))
  return {
    name: table,
    one: sale,
    many: `${sale}s`,
    dates: ['sale_date'],
    needed: [NEEDS_YEAR],
    key: ['plate_number', 'sale_year', 'sale_month', 'where_sold', ...prices],
    columns: ['plate_number', ...fields.map(({ column }) => column)],
    fields,
    home,
    derive: hasHammerPrice ? withComputedTotal : undefined,
    fill: (row) => ({
      ...(hasSalesColumn(explorer, 'category') && classify(String(row.plate_number))),
      price_basis: basisOf(row),
      selection: 'reported',
      source_url: null,
      note: null,
    }),
  }
}

function basisOf({ hammer_price, total_price }: Row): string | null {
  if (typeof hammer_price === 'number') return typeof total_price === 'number' ? 'both' : 'hammer'
  return typeof total_price === 'number' ? 'total' : null
}

/** Computes the total of a hammer price under a stated fee regime; its basis records that it was computed. */
function withComputedTotal(row: Row): Row {
  const { hammer_price, total_price, price_basis } = row
  const isHammerOnly =
    typeof hammer_price === 'number' &&
    typeof total_price !== 'number' &&
    (price_basis ?? 'hammer') === 'hammer'
  if (!isHammerOnly) return row
  const sale = {
    whereSold: typeof row.where_sold === 'string' ? row.where_sold : null,
    saleYear: Number(row.sale_year),
    saleMonth: typeof row.sale_month === 'number' ? row.sale_month : null,
    hammerPriceGbp: hammer_price,
  }
  // The firm may correct a disputed rate later, so pages compute with it and nothing is stored.
  const total = computeTotal(sale, DOCUMENTED_REGIMES)
  return total === null ? row : { ...row, total_price: total, price_basis: 'hammer' }
}

export const tableSpecs = Object.fromEntries(
  EXPLORER_LIST.map((explorer) => [explorer.table, salesTable(explorer)]),
) as Record<SalesTable, TableSpec>

export const DATE_HEADINGS = 'sale date, date, sold on, date sold, date of sale'

export const keyOf = (table: TableSpec, row: Row): string =>
  JSON.stringify(table.key.map((column) => (row[column] === '' ? null : (row[column] ?? null))))
