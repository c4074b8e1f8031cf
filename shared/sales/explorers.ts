// The explorers of recorded sales: everything that differs between them, in one entry each. docs/how-to/add-an-explorer.md
// says what else a new one needs.

import type { Jurisdiction, System } from '../registration/registration.ts'

/** FACETS (`explorer/definitions.ts`) has what each is. */
export type FacetKey = 'seller' | 'category' | 'type' | 'selection'
export type SortKey = 'plate_number' | 'hammer_price' | 'total_price' | 'sale_date' | 'where_sold'

interface ExplorerShape {
  /** Used in the desk's addresses, in stored changes and corrections, and in the names of files. */
  name: string
  /** The table of its sales; also the beginning of the names of its views and functions. */
  table: string
  /** The static export: `/data/sales.json`. */
  archive: string
  path: string
  place: string
  country: string
  /** Follows a seller or registration; empty in the explorer that visitors expect. */
  suffix: string
  /** The name of a sale in messages. */
  sale: string
  /** Otherwise sales have one price, in the column of totals; it may be a hammer price. */
  hasHammerPrice: boolean
  /** Whether the page offers panels that filter by all facets; otherwise its search also finds sellers. */
  hasPanels: boolean
  facets: readonly FacetKey[]
  /** Set if its sales have registrations of one system only. `strip` is on the plate, left of the registration. */
  home?: { jurisdiction: Jurisdiction; system: System; strip: string }
  // Specification, 2. UK Sales Explorer and Jersey Sales Explorer
  title: string
  question: string
  placeholder: string
  description: string
  /** `key` sorts by the column; `cell` names the class of its cells. */
  columns: readonly { key: SortKey | null; text: string; cell: string; isFigure?: boolean }[]
  /** Shown instead of a missing value. */
  missing: string
  /** The words of 'Showing 1-50 of 75 sales (filtered from 999 total)'. */
  range: readonly [to: string, rows: string, total: string]
}

const ENTRIES = {
  uk: {
    name: 'uk',
    table: 'sales',
    archive: 'sales',
    path: '/sales-explorer',
    place: 'UK',
    country: 'United Kingdom',
    suffix: '',
    sale: 'sale',
    hasHammerPrice: true,
    hasPanels: true,
    facets: ['seller', 'category', 'type', 'selection'],
    title: 'UK Number Plate Sales Explorer',
    question: 'What did it sell for?',
    placeholder: 'Search number plates...',
    description:
      'What UK private number plates sold for: hammer prices and totals of publicly reported sales, with the source of every figure, to search, filter and download.',
    columns: [
      { key: 'plate_number', text: 'Number Plate', cell: 'plate' },
      { key: 'hammer_price', text: 'Hammer Price', cell: 'hammer', isFigure: true },
      { key: 'total_price', text: 'Total Price', cell: 'total', isFigure: true },
      { key: 'sale_date', text: 'Date', cell: 'date' },
      { key: null, text: 'Where Sold', cell: 'seller' },
      { key: null, text: 'Category', cell: 'category' },
      { key: null, text: 'Type', cell: 'type' },
    ],
    missing: '-',
    range: ['-', 'sales', 'total'],
  },
  jersey: {
    name: 'jersey',
    table: 'jersey_sales',
    archive: 'jersey-sales',
    path: '/jersey/sales-explorer',
    place: 'Jersey',
    country: 'Jersey',
    suffix: ', Jersey',
    sale: 'Jersey sale',
    hasHammerPrice: false,
    hasPanels: false,
    facets: ['seller'],
    home: { jurisdiction: 'JE', system: 'jersey', strip: 'GBJ' },
    title: 'Jersey Sales Explorer',
    question: 'What did it sell for in Jersey?',
    placeholder: 'Search Jersey plates...',
    description:
      'What Jersey number plates sold for: publicly reported sales of the island, with the source of every figure.',
    columns: [
      { key: 'plate_number', text: 'Number Plate', cell: 'plate' },
      { key: 'total_price', text: 'Price', cell: 'total', isFigure: true },
      { key: 'where_sold', text: 'Where Sold', cell: 'seller' },
      { key: 'sale_date', text: 'Date', cell: 'date' },
    ],
    missing: 'N/A',
    range: [' to ', 'entries', 'total entries'],
  },
} as const satisfies Record<string, ExplorerShape>

export type ExplorerName = keyof typeof ENTRIES
export type SalesTable = (typeof ENTRIES)[ExplorerName]['table']
export type ArchiveName = (typeof ENTRIES)[ExplorerName]['archive']

export interface Explorer extends ExplorerShape {
  name: ExplorerName
  table: SalesTable
  archive: ArchiveName
}

export const EXPLORERS: Readonly<Record<ExplorerName, Explorer>> = ENTRIES
/** Marked as pure, so that scripts of pages that do not use it leave it out. */
export const EXPLORER_LIST: readonly Explorer[] = /* @__PURE__ */ Object.values(EXPLORERS)

export const byExplorer = <Value>(make: (explorer: Explorer) => Value) =>
  Object.fromEntries(EXPLORER_LIST.map((explorer) => [explorer.name, make(explorer)])) as Record<
    ExplorerName,
    Value
  >

/** The explorer of a table. @throws Error if it is not a table of sales */
export function explorerOf(table: string): ExplorerName {
  const explorer = EXPLORER_LIST.find((known) => known.table === table)
  if (!explorer) throw new Error(`${table} is not a table of recorded sales`)
  return explorer.name
}

/** The explorer that is meant where none is named. */
export const DEFAULT_EXPLORER: ExplorerName = 'uk'

export const isExplorerName = (text: unknown): text is ExplorerName =>
  EXPLORER_LIST.some(({ name }) => name === text)

/** 'jersey' → 'jersey'; anything that names no explorer → the default */
export const parseExplorer = (text: unknown): ExplorerName => (isExplorerName(text) ? text : DEFAULT_EXPLORER)
