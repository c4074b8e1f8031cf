// The columns of a recorded sale, in the order of the explorers' files: tables, forms, files and the log are made from them.

import { EXPLORER_LIST, type Explorer } from './explorers.ts'
import { type SaleRecord, SELECTION_LABELS, shortSaleDate } from './sale.ts'

export interface SalesColumn {
  name: string
  /** The stored type; a question mark marks a nullable column. Missing for a column of files that is not stored. */
  type?: 'text' | 'text?' | 'integer' | 'integer?'
  /** The name in sentences: 'the year cannot be empty'. */
  label: string
  /** The entry in the menu of what a heading of a list means, if it differs from the label. */
  menuLabel?: string
  /** Computed from other columns, so no form has it. */
  isDerived?: true
  holds: 'text' | 'whole pounds' | 'whole number' | 'address'
  meaning: string
  /** All possible texts with their meanings. */
  values?: Readonly<Record<string, string>>
  /** The files of other explorers have the column, but leave it empty. */
  isIn?: (explorer: Explorer) => boolean
  value: (sale: SaleRecord) => string | number | null
}

const ONE_PRICE = EXPLORER_LIST.filter(({ hasHammerPrice }) => !hasHammerPrice).map(({ place }) => place)

export const SALES_COLUMNS: readonly SalesColumn[] = [
  {
    name: 'plate_number',
    type: 'text',
    label: 'registration',
    holds: 'text',
    meaning: 'The registration, spaced as it is on a plate.',
    value: ({ registration }) => registration,
  },
  {
    name: 'hammer_price',
    type: 'integer?',
    label: 'hammer price',
    holds: 'whole pounds',
    meaning: 'The price before fees. price_basis says whether it was reported or computed.',
    isIn: ({ hasHammerPrice }) => hasHammerPrice,
    value: ({ hammerPriceGbp }) => hammerPriceGbp,
  },
  {
    name: 'total_price',
    type: 'integer?',
    label: 'total price',
    menuLabel: 'Total price, with fees',
    holds: 'whole pounds',
    meaning: `The total paid, including all fees and taxes. price_basis says whether it was reported or computed. In the ${ONE_PRICE.join(' and the ')} file, the price as it was reported: the hammer price where price_basis is hammer.`,
    value: ({ totalPriceGbp }) => totalPriceGbp,
  },
  {
    name: 'price_basis',
    type: 'text?',
    label: 'price basis',
    menuLabel: 'Price basis: both, total, hammer, unclear',
    holds: 'text',
    meaning: 'Which figure was reported. Empty: not recorded.',
    values: {
      both: 'hammer price and total',
      hammer: 'the hammer price; a total beside it is computed',
      total: 'the total; a hammer price beside it is computed',
      unclear: 'a price whose source does not say what it includes',
    },
    value: ({ priceBasis }) => priceBasis,
  },
  {
    name: 'selection',
    type: 'text',
    label: 'selection',
    menuLabel: 'Why on record: complete, sample, highest, reported',
    holds: 'text',
    meaning: 'How the sale came to be on record, as explained in the next section.',
    values: SELECTION_LABELS,
    value: ({ selection }) => selection,
  },
  {
    name: 'sale_date',
    label: 'date',
    menuLabel: 'Date of the sale',
    isDerived: true,
    holds: 'text',
    meaning: 'Month and year of the sale, such as Jul 2025; the year alone if the month is not known.',
    value: (sale) => shortSaleDate(sale),
  },
  {
    name: 'sale_year',
    type: 'integer',
    label: 'year',
    menuLabel: 'Year of the sale',
    holds: 'whole number',
    meaning: 'Year of the sale.',
    value: ({ saleYear }) => saleYear,
  },
  {
    name: 'sale_month',
    type: 'integer?',
    label: 'month',
    menuLabel: 'Month of the sale',
    holds: 'whole number',
    meaning: 'Month of the sale, 1 to 12.',
    value: ({ saleMonth }) => saleMonth,
  },
  {
    name: 'where_sold',
    type: 'text?',
    label: 'seller',
    holds: 'text',
    meaning: 'The auction, auction house or dealer. Empty: the source does not name one.',
    value: ({ whereSold }) => whereSold,
  },
  {
    name: 'category',
    type: 'text?',
    label: 'category',
    isDerived: true,
    holds: 'text',
    meaning:
      'Shape of the registration: Current, Prefix or Suffix if it shows its year. Of the others, Single-Single is one letter and one figure, Number 1 letters and the figure 1, 3-Character three characters in all, and 2x3 two letters and three figures.',
    isIn: ({ facets }) => facets.includes('category'),
    value: ({ category }) => category,
  },
  {
    name: 'type',
    type: 'text?',
    label: 'type',
    isDerived: true,
    holds: 'text',
    meaning:
      'A division of the category: how many figures a prefix or suffix registration has, or whether letters or figures come first.',
    isIn: ({ facets }) => facets.includes('type'),
    value: ({ type }) => type,
  },
  {
    name: 'source_url',
    type: 'text?',
    label: 'source',
    menuLabel: 'Source (address)',
    holds: 'address',
    meaning: 'Where the figures were published.',
    value: ({ sourceUrl }) => sourceUrl,
  },
  {
    name: 'note',
    type: 'text?',
    label: 'note',
    holds: 'text',
    meaning: 'What the source adds: auction and lot, roundings, conflicts between sources.',
    value: ({ note }) => note,
  },
]

export const salesColumn = (name: string) => SALES_COLUMNS.find((column) => column.name === name)

export const hasSalesColumn = (explorer: Explorer, name: string): boolean =>
  salesColumn(name)?.isIn?.(explorer) ?? true
