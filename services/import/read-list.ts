/** Stage 1 of an import: reads the bytes of a file as rows under headings, without interpreting them. */

import type { HeadingPlace } from '#shared/cells/cell.ts'
import type { HeadingReader } from '#shared/cells/headings.ts'
import { formatNumber } from '#shared/text/format.ts'
import { createYielder } from '../create-yielder.ts'
import { UserError } from '../user-error.ts'
import type { FileRow } from './files/file-row.ts'
import { MAX_COLUMNS } from './files/headed-rows.ts'
import type { RowFile } from './files/read.ts'

/** Covers the stock of the largest dealers and two years of auctions; a longer list is a mistake or an attack. */
export const MAX_LIST_ROWS = 50_000

export interface ListHeadings {
  headings: HeadingReader
  /** A heading for each column. */
  columns: ReadonlyMap<string, string>
}

export interface RowList extends HeadingPlace {
  /** The sheet of a workbook that has several. */
  sheet: string | undefined
  /** The headings, in order. */
  names: readonly string[]
  /** Those of columns that the workbook hides. */
  hidden: readonly string[]
  rows: readonly FileRow[]
}

/**
 * @param headings finds the line of the headings
 * @throws UserError; SheetError if a sheet of a workbook must be chosen
 */
export async function readList(
  file: RowFile,
  headings: HeadingReader,
  onProgress: (rows: number, share: number) => void = () => {},
): Promise<RowList> {
  headings.unit = file.unit
  const rows: FileRow[] = []
  const names = new Set<string>()
  const yieldIfDue = createYielder()
  for await (const row of file.rows) {
    if ('record' in row) {
      if (isBlank(row.record)) continue
      if (headings.line === 0) addNames(names, row)
    }
    if (rows.length >= MAX_LIST_ROWS)
      throw new UserError(
        `The list has more than ${formatNumber(MAX_LIST_ROWS)} rows (${file.unit} ${formatNumber(row.line)}): split it and import the parts.`,
      )
    rows.push(row)
    onProgress(rows.length, file.progress())
    await yieldIfDue()
  }
  return {
    unit: file.unit,
    headingLine: headings.line,
    firstHeadingLine: headings.firstLine,
    sheet: headings.sheet,
    names: headings.line === 0 ? [...names] : headings.names,
    hidden: headings.hidden,
    rows,
  }
}

/** The objects of a JSON list may have different properties. */
function addNames(
  names: Set<string>,
  { record, line }: { record: Record<string, unknown>; line: number },
): void {
  for (const name of Object.keys(record)) {
    names.add(name)
    if (names.size > MAX_COLUMNS)
      throw new UserError(
        `The list has more than ${MAX_COLUMNS} columns (line ${line}): delete those you do not need.`,
      )
  }
}

const isBlank = (record: Record<string, unknown>) =>
  Object.values(record).every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
