/** The forms of a list of sales: our own columns, or the results of a DVLA auction. */
import { type ParsedRow, type RowReader, rowReader } from '#shared/cells/parse-row.ts'
import { type HeadingSpec, type Row, type TableSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { specOf } from '../../sales/sale-types.ts'
import type { SalesKind } from '../list-kinds.ts'
import type { ListHeadings } from '../read-list.ts'
import { RESULT_HEADINGS } from './auction/headings.ts'
import { lotPrefix } from './auction/lots.ts'
import { lotMatcher } from './auction/match-lot.ts'
import { type Auction, resultReader } from './auction/reader.ts'
import { saleMatcher, type WholeList } from './match-sale.ts'
import type { SaleMatcher } from './outcome.ts'

export interface SalesForm {
  kind: SalesKind
  table: TableSpec
  headings: HeadingSpec
  /** For the audit trail: 'DVLA auction B278'; '' for our own columns. */
  name: string
  /** The rows are only useful together, so none may be skipped. */
  isWhole: boolean
  reader(mapped: ListHeadings, options: { allowDoubtful: boolean }): RowReader & { notes?(): string[] }
  /** Other recorded sales that the matcher needs, selected by the start of their note. */
  notePrefix: string | null
  /** @param noted the recorded sales whose note has that start */
  matcher(list: WholeList, noted: readonly Row[]): SaleMatcher<ParsedRow>
}

export function listForm(explorer: ExplorerName): SalesForm {
  const table = specOf(explorer)
  return {
    kind: explorer,
    table,
    headings: table,
    name: '',
    isWhole: false,
    reader: ({ headings, columns }, options) =>
      rowReader(table, { ...options, columns, isVaguePrice: headings.isVaguePrice(columns) }),
    notePrefix: null,
    matcher: (list) => saleMatcher(table, list),
  }
}

/** The results of a DVLA auction. Every sold lot is recorded. */
export const auctionForm = (auction: Auction): SalesForm => ({
  kind: 'auction',
  table: tableSpecs.sales,
  headings: RESULT_HEADINGS,
  name: `DVLA auction ${auction.name}`,
  isWhole: true,
  reader: (mapped, options) => resultReader(auction, mapped, options),
  notePrefix: lotPrefix(auction.name),
  matcher: (_, noted) => lotMatcher(noted),
})
