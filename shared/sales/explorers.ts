// The explorers of recorded sales: all that differs between them.

import type { Jurisdiction, System } from '../registration/registration.ts'
import type { FacetKey } from './explorer/definitions.ts'

interface ExplorerShape {
  /** In the desk's addresses, in stored changes and corrections, and in the names of files. */
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
  /** The name of a sale in messages of the desk and the command line. */
  sale: string
  /** Otherwise sales have one price, in the column of totals, which may be a hammer price. */
  hasHammerPrice: boolean
  facets: readonly FacetKey[]
  /** If sales here have registrations of one system only. */
  home?: { jurisdiction: Jurisdiction; system: System }
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
    facets: ['seller', 'category', 'type', 'selection'],
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
    facets: ['seller'],
    home: { jurisdiction: 'JE', system: 'jersey' },
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
/** The first is the one that visitors expect. */
export const EXPLORER_LIST: readonly Explorer[] = Object.values(EXPLORERS)

/** @throws Error if it is no table of sales */
export function explorerOf(table: string): ExplorerName {
  const explorer = EXPLORER_LIST.find((known) => known.table === table)
  if (!explorer) throw new Error(`${table} is not a table of recorded sales`)
  return explorer.name
}

export const isExplorerName = (text: unknown): text is ExplorerName =>
  EXPLORER_LIST.some(({ name }) => name === text)
