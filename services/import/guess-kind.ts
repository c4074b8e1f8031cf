/** Guesses the kind of a list from its headings and the registrations of its first rows. */

import { type HeadingChoices, headingReader, NO_CHOICES } from '#shared/cells/headings.ts'
import { type HeadingSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import {
  byExplorer,
  EXPLORER_LIST,
  EXPLORERS,
  type Explorer,
  type ExplorerName,
} from '#shared/sales/explorers.ts'
import type { ListKind } from './list-kinds.ts'
import { RESULT_HEADINGS } from './sales/auction/headings.ts'

/** The headings of a list of each kind. */
export const HEADINGS: Readonly<Record<ListKind, HeadingSpec>> = {
  stock: STOCK_LIST,
  ...byExplorer(({ table }) => tableSpecs[table]),
  auction: RESULT_HEADINGS,
}

/** Finds the line of the headings in any kind of list. */
export const ANY_LIST: HeadingSpec = {
  ...STOCK_LIST,
  fields: Object.values(HEADINGS).flatMap(({ fields }) => fields),
  dates: ['sale_date'],
  ignoresUnknown: true,
}

/** The number of rows to examine. */
export const GUESS_ROWS = 60

/** Guesses stock unless the list is clearly one of sales, since a list of stock may also have columns about sales. */
export function guessKind(
  names: readonly string[],
  records: readonly Record<string, unknown>[],
  remembered: (kind: ListKind) => HeadingChoices['remembered'],
): ListKind {
  const columnsOf = (kind: ListKind) =>
    headingReader(HEADINGS[kind], { ...NO_CHOICES, remembered: remembered(kind) }).assign(names).columns
  const results = columnsOf('auction')
  if (results.has('lot') && results.has('hammer_price')) return 'auction'
  const sales = columnsOf('uk')
  const isDated = sales.has('sale_year') || sales.has('sale_date')
  if (!isDated || sales.size <= columnsOf('stock').size) return 'stock'
  return guessExplorer(sales, records)
}

function guessExplorer(
  columns: ReadonlyMap<string, string>,
  records: readonly Record<string, unknown>[],
): ExplorerName {
  const cells = records
    .map((record) => String(record[columns.get('plate_number') ?? ''] ?? '').trim())
    .filter((cell) => cell !== '')
  const isHome = ({ home, hasHammerPrice }: Explorer) => {
    if (!home || (columns.has('hammer_price') && !hasHammerPrice)) return false
    const atHome = cells.filter((cell) => {
      const parsed = parseTyped(cell, home.jurisdiction)
      return parsed.ok && parsed.registration.system === home.system
    })
    return atHome.length > cells.length / 2
  }
  return (EXPLORER_LIST.find(isHome) ?? EXPLORERS.uk).name
}
