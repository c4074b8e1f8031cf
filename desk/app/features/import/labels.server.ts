import { LIST_KINDS, type ListKind } from '#services/import/list-kinds.ts'
import { tableSpecs } from '#shared/cells/table-specs.ts'
import { LIST_COLUMNS, menuLabelOf, type StockColumn, stockColumn } from '#shared/plates/columns.ts'
import { byExplorer, type Explorer } from '#shared/sales/explorers.ts'
import { salesColumn } from '#shared/sales/sales-columns.ts'
import { capitalised } from '#shared/text/capitalised.ts'

const KIND_LABELS: Readonly<Record<ListKind, string>> = {
  stock: 'Stock list',
  ...byExplorer(({ place }) => `Sold prices (${place})`),
  auction: 'DVLA auction results',
}

/** The kinds of lists with their names, in menu order. */
export const KINDS = LIST_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const)

export type ColumnLabels = Readonly<Record<string, string>>

const menuOf = (columns: readonly StockColumn[]): ColumnLabels =>
  Object.fromEntries(columns.map((column) => [column.column, menuLabelOf(column)]))

const STOCK_MENU: ColumnLabels = {
  ...menuOf([stockColumn('registration'), stockColumn('priceGbp'), stockColumn('status')]),
  sold: 'Sold? (yes or no)',
  ...menuOf([stockColumn('isAvailable')]),
  ...menuOf(LIST_COLUMNS.filter(({ part }) => part === 'details')),
  ...menuOf(LIST_COLUMNS),
}

/** Where there is one price, it may be with or without fees. */
function salesMenu({ table, hasHammerPrice }: Explorer): ColumnLabels {
  const { columns } = tableSpecs[table]
  const entered = columns.filter((name) => !salesColumn(name)?.isDerived)
  const names = new Set(['plate_number', 'where_sold', 'sale_date', ...entered, ...columns])
  const labelOf = (name: string) => {
    if (name === 'total_price' && !hasHammerPrice) return 'Price'
    const column = salesColumn(name)
    return column?.menuLabel ?? capitalised(column?.label ?? name)
  }
  return Object.fromEntries([...names].map((name) => [name, labelOf(name)]))
}

/** The possible meanings of a column, in menu order. */
export const COLUMNS: Readonly<Record<ListKind, ColumnLabels>> = {
  stock: STOCK_MENU,
  ...byExplorer(salesMenu),
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
