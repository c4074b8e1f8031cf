/** Streams the rows of one sheet of an .xlsx workbook. */

import { escapeLine } from '../../../../app/shared/escape-control.ts'
import { formatList, formatNumber } from '../../../../app/shared/format.ts'
import { UserError } from '../../../user-error.ts'
import { columnLetters } from '../cell.ts'
import { rowsUnderHeadings } from '../headed-rows.ts'
import type { FileRow, HeadingSearch } from '../read.ts'
import { Archive } from './archive.ts'
import { readWorkbook } from './parts.ts'
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

  constructor(message: string, names: readonly string[]) {
    super(message)
    this.names = names
  }
}

/** @throws UserError; SheetError if a sheet must be chosen */
export async function* readXlsx(
  bytes: Buffer,
  { search, sheet: wanted, onProgress }: SheetOptions = {},
): AsyncGenerator<FileRow, void> {
  const archive = await Archive.open(bytes)
  const workbook = await readWorkbook(archive)
  const { part } = chooseSheet(workbook.sheets, wanted)
  const { rows, merged } = readSheet(archive, part, workbook, onProgress ? { onProgress } : {})
  let headingRow = 0
  let width = 0
  const noting: HeadingSearch = {
    score: (cells) => search?.score(cells) ?? 0,
    found(line, names) {
      headingRow = line
      width = names.length
      search?.found(line, names)
    },
  }
  yield* rowsUnderHeadings(rows, 'row', noting)
  if (headingRow === 0) throw new UserError('The sheet is empty.')
  yield* refuseMerged(merged, headingRow, width)
}

function chooseSheet(sheets: readonly { name: string; part: string }[], wanted: string | undefined) {
  const names = sheets.map(({ name }) => name)
  const listed = formatList(names.slice(0, 30).map((name) => `“${escapeLine(name, 40)}”`))
  const [only, second] = sheets
  if (!only) throw new UserError('The workbook has no visible sheet.')
  if (wanted !== undefined) {
    const plain = (name: string) => name.trim().toLowerCase()
    const found = sheets.find(({ name }) => plain(name) === plain(wanted))
    if (found) return found
    throw new SheetError(
      `The workbook has no sheet “${escapeLine(wanted, 40)}”; it has ${listed}. Choose one with --sheet.`,
      names,
    )
  }
  if (!second) return only
  throw new SheetError(
    `The workbook has ${formatNumber(sheets.length)} sheets: ${listed}. Choose one with --sheet "${escapeLine(only.name, 40)}".`,
    names,
  )
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
