import type { ListKind } from '#services/import/list-kinds.ts'
import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { RowOutcomeKind } from '#services/import/stock/decide.ts'
import { byExplorer } from '#shared/sales/explorers.ts'

export const KIND_LABELS: Readonly<Record<ListKind, string>> = {
  stock: 'Stock list',
  ...byExplorer(({ place }) => `Sold prices (${place})`),
  auction: 'DVLA auction results',
}

type ColumnLabels = Readonly<Record<string, string>>

const STOCK_COLUMNS: ColumnLabels = {
  plate_number: 'Registration',
  price: 'Asking price',
  status: 'Status (sold, reserved, for sale)',
  sold: 'Sold? (yes or no)',
  is_available: 'For sale? (yes or no)',
  cost: 'Cost (private)',
  bought_on: 'Bought on (private)',
  document: 'Document: V750, V778, vehicle (private)',
  document_number: 'Document number (private)',
  document_expires_on: 'Document expires on (private)',
  notes: 'Notes (private)',
  reserved_for: 'Reserved for (private)',
  reserved_until: 'Reserved until (private)',
  sold_price: 'Sold for (private)',
  sold_on: 'Sold on (private)',
  category: 'Category',
  description: 'Description',
  detailed_description: 'Page text',
  price_reason: 'Why this price',
  image_url: 'Picture (address)',
  is_feature: 'Featured? (yes or no)',
  is_demonstration: 'Demonstration? (yes or no)',
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
  stock: STOCK_COLUMNS,
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

export const ROW_OUTCOMES: readonly { kind: RowOutcomeKind; label: string }[] = [
  { kind: 'new', label: 'New' },
  { kind: 'changed', label: 'Changed' },
  { kind: 'asked', label: 'To decide' },
  { kind: 'refused', label: 'Refused' },
  { kind: 'left_out', label: 'Left out' },
  { kind: 'unchanged', label: 'Unchanged' },
]

export const labelOfRowOutcome = (
  rowOutcomes: readonly { kind: string; label: string }[],
  kind: string,
): string => rowOutcomes.find((rowOutcome) => rowOutcome.kind === kind)?.label ?? kind

export const SALES_ROW_OUTCOMES: readonly { kind: SalesRowOutcomeKind; label: string }[] = [
  { kind: 'new', label: 'New' },
  { kind: 'asked', label: 'To decide' },
  { kind: 'corrected', label: 'Corrected' },
  { kind: 'changed', label: 'Completed' },
  { kind: 'refused', label: 'Refused' },
  { kind: 'left_out', label: 'Left out' },
  { kind: 'unchanged', label: 'Unchanged' },
]

interface Decision {
  question: Question
  /** 'without a price' */
  label: string
  help: string
  options: readonly { value: string; label: string }[]
}

export const DECISIONS: readonly Decision[] = [
  {
    question: 'hidden',
    label: 'in hidden rows',
    help: 'A filter hides them in the workbook, or a person did. They may be plates that you no longer sell.',
    options: [
      { value: 'import', label: 'Import them' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'date',
    label: 'with a date as the registration',
    help: 'A spreadsheet shows DEC 25 and 25 DEC as 25-Dec. If the list has both kinds, correct it there.',
    options: [
      { value: 'letters_first', label: 'Letters first: DEC 25' },
      { value: 'number_first', label: 'Number first: 25 DEC' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'garbled',
    label: 'with garbled text',
    help: 'Such as SiÃ¢n for Siân. The table shows how each would be mended.',
    options: [
      { value: 'mend', label: 'Mend it' },
      { value: 'as_written', label: 'Use as written' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'no_price',
    label: 'without a price',
    help: 'POA, TBC or a blank cell. A draft is in your stock, but not on the site.',
    options: [
      { value: 'draft', label: 'Keep as drafts' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'reading',
    label: 'with a price to check',
    help: 'Such as 7.6k, 4,500 ono or one below £50, which may be the 1 of 1,250. The table shows how each was read.',
    options: [
      { value: 'accept', label: 'Accept as read' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'vat',
    label: 'with a price before VAT',
    help: 'Prices on the site are what the buyer pays.',
    options: [
      { value: 'add', label: 'Add 20%' },
      { value: 'as_written', label: 'Use as written' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'private',
    label: 'with private cells that cannot be read',
    help: 'A cost or a date, for example. The plate itself is fine.',
    options: [
      { value: 'skip', label: 'Import without those cells' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
]
