import type { HeadingSearch } from '#shared/cells/headings.ts'
import { formatNumber } from '#shared/text/format.ts'
import { UserError } from '../../user-error.ts'
import { readCsv } from './csv.ts'
import { decodeText } from './decode.ts'
import type { FileRow } from './file-row.ts'
import { readJson } from './json.ts'
import { compoundFileError, type FileKind, fileKind } from './workbook/container.ts'
import { readXlsx } from './workbook/read.ts'

/** A file is held in memory while it is read. */
const MAX_WORKBOOK_BYTES = 50_000_000
const MAX_TEXT_BYTES = 250_000_000

export interface ReadOptions {
  search?: HeadingSearch | undefined
  /** The sheet of the workbook. */
  sheet?: string | undefined
}

export interface RowFile {
  rows: AsyncIterable<FileRow>
  /** Whether row numbers count lines of a text or rows of a sheet. */
  unit: 'line' | 'row'
  /** The share of the file that has been read, from 0 to 1. */
  progress(): number
}

/** Reads a row when it is asked for. */
export function openRows(bytes: Buffer, options: ReadOptions = {}): RowFile {
  const kind = fileKind(bytes)
  let share = 0
  const onProgress = (read: number) => {
    share = read
  }
  const rows =
    kind === 'text' ? readText(bytes, options, onProgress) : readWorkbook(kind, bytes, options, onProgress)
  return { rows, unit: kind === 'text' ? 'line' : 'row', progress: () => share }
}

async function* readText(
  bytes: Buffer,
  { search, sheet }: ReadOptions,
  onProgress: (share: number) => void,
): AsyncGenerator<FileRow, void> {
  if (sheet !== undefined) throw new UserError('This is a text file, which has no sheets.')
  refuseAbove(MAX_TEXT_BYTES, bytes, 'The file', 'split it and import the parts')
  const text = decodeText(bytes).replace(/\r\n?/g, '\n')
  if (/^[\s\ufeff]*$/.test(text)) throw new UserError('The file is empty.')
  if (/^[\s\ufeff]*<(?:!|\?xml|html|head|body|meta|table)/i.test(text))
    throw new UserError(
      'This is a web page (HTML) or XML, whatever its name says: open it in Excel, save it as .xlsx, and import that.',
    )
  if (text.startsWith('%PDF-'))
    throw new UserError(
      'This is a PDF: export the list as .xlsx or “CSV UTF-8” where it was made, and import that.',
    )
  const onRow = (at: number) => onProgress(at / text.length)
  yield* /^[\s\ufeff]*[[{]/.test(text) ? readJson(text, onRow) : readCsv(text, onRow, search)
}

async function* readWorkbook(
  kind: Exclude<FileKind, 'text'>,
  bytes: Buffer,
  options: ReadOptions,
  onProgress: (share: number) => void,
): AsyncGenerator<FileRow, void> {
  refuseAbove(MAX_WORKBOOK_BYTES, bytes, 'The workbook', 'save its sheet as “CSV UTF-8” and import that')
  if (kind === 'compound') throw compoundFileError(bytes)
  yield* readXlsx(bytes, { ...options, onProgress })
}

function refuseAbove(most: number, { length }: Buffer, what: string, todo: string): void {
  if (length > most)
    throw new UserError(`${what} is larger than ${formatNumber(most / 1_000_000)} MB: ${todo}.`)
}
