// Specification, 2. UK Sales Explorer and Jersey Sales Explorer

import type { SortKey } from '#shared/sales/explorer/definitions.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { longDay } from '#shared/text/format.ts'

interface ExplorerTexts {
  title: string
  path: string
  question: string
  placeholder: string
  description: string
  archived: string
  /** `cell` names the class of the column's cells. */
  columns: { key: SortKey | null; text: string; cell: string; isFigure?: boolean }[]
  missing: string
  caption: string
  loading: string
  empty: string
}

const LOADING = 'Loading sales data...'
const EMPTY = 'No sales data available yet.'

export const TEXTS: Record<ExplorerName, ExplorerTexts> = {
  uk: {
    title: 'UK Number Plate Sales Explorer',
    path: '/sales-explorer',
    question: 'What did it sell for?',
    placeholder: 'Search number plates...',
    description:
      'What UK private number plates sold for: hammer prices and totals of publicly reported sales, with the source of every figure, to search, filter and download.',
    archived: 'This may not reflect the most current sales information.',
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
    caption: 'UK number plate sales',
    loading: LOADING,
    empty: EMPTY,
  },
  jersey: {
    title: 'Jersey Sales Explorer',
    path: '/jersey/sales-explorer',
    question: 'What did it sell for in Jersey?',
    placeholder: 'Search Jersey plates...',
    description:
      'What Jersey number plates sold for: publicly reported sales of the island, with the source of every figure.',
    archived: 'This may not reflect the most current Jersey sales information.',
    columns: [
      { key: 'plate_number', text: 'Number Plate', cell: 'plate' },
      { key: 'total_price', text: 'Price', cell: 'total', isFigure: true },
      { key: 'where_sold', text: 'Where Sold', cell: 'seller' },
      { key: 'sale_date', text: 'Date', cell: 'date' },
    ],
    missing: 'N/A',
    caption: 'Jersey number plate sales',
    loading: LOADING,
    empty: EMPTY,
  },
}

/** '/jersey/sales-explorer.csv' → 'jersey', also below the prefix of a web archive */
export const explorerAt = (pathname: string): ExplorerName =>
  pathname.includes('/jersey/sales-explorer') ? 'jersey' : 'uk'

export function describeArchived(explorer: ExplorerName, exportedAt: string | null): string {
  const from = exportedAt === null ? '' : ` from ${longDay(exportedAt)}`
  return `You're viewing archived data${from}. ${TEXTS[explorer].archived}`
}
