/** Streams the rows of one sheet of an .xlsx workbook. */

import { UserError } from '#services/user-error.ts'
import { columnLetters } from '#shared/cells/cell.ts'
import { type HeadingSearch, KNOWN_HEADING } from '#shared/cells/headings.ts'
import { formatNumber } from '#shared/text/format.ts'
import type { FileRow } from '../file-row.ts'
import { readOpening, rowsUnderHeadings } from '../headed-rows.ts'
import { Archive } from './archive.ts'
import { readWorkbook, type Workbook } from './parts.ts'
import { type MergedCells, readSheet } from './sheet.ts'

const MAX_LISTED = 20

export interface SheetOptions {
  search?: HeadingSearch | undefined
  /** The name of the sheet; needed if there are several. */
  sheet?: string | undefined
  onProgress?: (share: number) => void
}

/** The workbook has several sheets and none was named, or has no sheet of that name. */
export class SheetError extends UserError {
  readonly names: readonly string[]
  /** The sheet that is most likely to have the list. */
  readonly likely: string

  constructor(names: readonly string[], likely: string) {
    super('The workbook has several sheets, and one must be chosen.')
    this.names = names
    this.likely = likely
  }
}

/** @throws UserError; SheetError if a sheet must be chosen */
export async function* readXlsx(
  bytes: Buffer,
  { search, sheet: wanted, onProgress }: SheetOptions = {},
): AsyncGenerator<FileRow, void> {
  const archive = await Archive.open(bytes)
  const workbook = await readWorkbook(archive)
  const { part, name } = await chooseSheet(archive, workbook, wanted, search)
  const { rows, merged, hidden } = readSheet(archive, part, workbook, { onProgress })
  let isEmpty = true
  let headingRow = 0
  let width = 0
  const trackingSearch: HeadingSearch = {
    score: (cells) => search?.score(cells) ?? 0,
    found(headings) {
      const { line, names } = headings
      isEmpty = false
      headingRow = line
      width = names.length
      search?.found({
        ...headings,
        sheet: workbook.sheets.length > 1 ? name : undefined,
        hidden: names.filter((_, index) => hidden.has(index)),
      })
    },
  }
  yield* rowsUnderHeadings(rows, 'row', trackingSearch)
  if (isEmpty) throw new UserError('The sheet is empty.')
  yield* refuseMerged(merged, headingRow, width)
}

async function chooseSheet(
  archive: Archive,
  workbook: Workbook,
  wanted: string | undefined,
  search: HeadingSearch | undefined,
): Promise<Workbook['sheets'][number]> {
  const { sheets } = workbook
  const names = sheets.map(({ name }) => name)
  const [only, second] = sheets
  if (!only) throw new UserError('The workbook has no visible sheet.')
  if (wanted !== undefined) {
    const plain = (name: string) => name.trim().toLowerCase()
    const found = sheets.find(({ name }) => plain(name) === plain(wanted))
    if (found) return found
    throw new SheetError(names, only.name)
  }
  if (!second) return only
  // Numbers begins with a sheet “Export Summary”; others have a cover or empty sheets.
  const headed: typeof sheets = []
  for (const sheet of search ? sheets : []) {
    const { scores } = await readOpening(readSheet(archive, sheet.part, workbook).rows, search)
    if (Math.max(...scores) >= KNOWN_HEADING) headed.push(sheet)
  }
  const [likely = only] = headed
  if (headed.length === 1) return likely
  throw new SheetError(names, likely.name)
}

/** Only the first of merged cells has a value, so the others would seem blank. Titles above the headings may be merged. */
function* refuseMerged(
  merged: readonly MergedCells[],
  headingRow: number,
  width: number,
): Generator<FileRow, void> {
  const inList = merged.filter(
    ({ lastRow, firstColumn, lastColumn }) =>
      firstColumn < width && (lastRow > headingRow || (lastRow === headingRow && lastColumn > firstColumn)),
  )
  for (const { name, firstRow, lastRow, firstColumn } of inList.slice(0, MAX_LISTED))
    yield {
      line: firstRow,
      lastLine: lastRow,
      reason: `column ${columnLetters(firstColumn)}: the cells ${name} are merged; unmerge them and fill each of them in`,
    }
  const more = inList.length - MAX_LISTED
  if (more <= 0) return
  const rest = inList.slice(MAX_LISTED)
  const line = rest.reduce((first, { firstRow }) => Math.min(first, firstRow), Number.POSITIVE_INFINITY)
  const lastLine = rest.reduce((last, { lastRow }) => Math.max(last, lastRow), line)
  yield { line, lastLine, reason: `${formatNumber(more)} more merged cells` }
}
