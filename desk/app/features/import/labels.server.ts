import { LIST_KINDS, type ListKind } from '#services/import/list-kinds.ts'
import { LIST_COLUMNS, meaningOf, type StockColumn, stockColumn } from '#shared/plates/columns.ts'
import { byExplorer } from '#shared/sales/explorers.ts'

const KIND_LABELS: Readonly<Record<ListKind, string>> = {
  stock: 'Stock list',
  ...byExplorer(({ place }) => `Sold prices (${place})`),
  auction: 'DVLA auction results',
}

/** The kinds of lists with their names, in menu order. */
export const KINDS = LIST_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const)

export type ColumnLabels = Readonly<Record<string, string>>

const meanings = (columns: readonly StockColumn[]): ColumnLabels =>
  Object.fromEntries(columns.map((column) => [column.column, meaningOf(column)]))

const STOCK_MEANINGS: ColumnLabels = {
  ...meanings([stockColumn('registration'), stockColumn('priceGbp'), stockColumn('status')]),
  sold: 'Sold? (yes or no)',
  ...meanings([stockColumn('isAvailable')]),
  ...meanings(LIST_COLUMNS.filter(({ part }) => part === 'details')),
  ...meanings(LIST_COLUMNS),
}

const ONE_PRICE: ColumnLabels = {
  plate_number: 'Registration',
  where_sold: 'Seller',
  sale_date: 'Date of the sale',
  sale_year: 'Year of the sale',
  sale_month: 'Month of the sale',
  total_price: 'Price',
  price_basis: 'Price basis: both, total, hammer, unclear',
  selection: 'Why on record: complete, sample, highest, reported',
  source_url: 'Source (address)',
  note: 'Note',
}

const { plate_number, where_sold, sale_date, sale_year, sale_month, ...evidence } = ONE_PRICE

const TWO_PRICES: ColumnLabels = {
  ...{ plate_number, where_sold, sale_date, sale_year, sale_month },
  hammer_price: 'Hammer price',
  ...evidence,
  total_price: 'Total price, with fees',
  category: 'Category',
  type: 'Type',
} as ColumnLabels

/** The possible meanings of a column, in menu order. */
export const COLUMNS: Readonly<Record<ListKind, ColumnLabels>> = {
  stock: STOCK_MEANINGS,
  ...byExplorer(({ hasHammerPrice }) => (hasHammerPrice ? TWO_PRICES : ONE_PRICE)),
  auction: {
    plate_number: 'Registration',
    lot: 'Lot',
    hammer_price: 'Hammer price',
    reserve: 'Reserve',
    status: 'Sold, unsold or withdrawn',
    sale_date: 'Date of the auction',
    category: 'Category',
  },
}
