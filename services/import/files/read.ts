import type { HeadingSearch } from '#shared/cells/headings.ts'
import { formatNumber } from '#shared/text/format.ts'
import { UserError } from '../../user-error.ts'
import { readCsv } from './csv.ts'
import { decodeText } from './decode.ts'
import { readJson } from './json.ts'
import { compoundFileError, type FileKind, fileKind } from './workbook/container.ts'
import { readXlsx } from './workbook/read.ts'

/** A workbook is held in memory while it is read. */
const MAX_WORKBOOK_BYTES = 50_000_000

/** The file has rows that cannot be read. */
export interface RefusedRow {
  line: number
  reason: string
  /** The last affected row, if there are several. */
  lastLine?: number
}

export type FileRow =
  | {
      line: number
      record: Record<string, unknown>
      /** The sheet hides the row, as a filter does. */
      isHidden?: true
    }
  | RefusedRow

export interface ReadOptions {
  search?: HeadingSearch | undefined
  /** The sheet of the workbook. */
  sheet?: string | undefined
}

export interface RowFile {
  rows: AsyncIterable<FileRow>
  /** Whether row numbers count lines of a text or rows of a sheet. */
  unit: 'line' | 'row'
  /** The share of the file that has been read, from 0 to 1; null for a pipe. */
  progress(): number | null
}

/** @param bytesShare the share of the bytes that have been read; null if their number is unknown */
export async function openRows(
  stream: AsyncIterable<Uint8Array>,
  bytesShare: () => number | null,
  options: ReadOptions,
): Promise<RowFile> {
  const { kind, bytes } = await detect(stream)
  if (kind === 'text') return { rows: readText(bytes, options), unit: 'line', progress: bytesShare }
  let share = 0
  const onProgress = (read: number) => {
    share = read
  }
  return { rows: readWorkbookFile(kind, bytes, options, onProgress), unit: 'row', progress: () => share }
}

export async function* readRows(
  stream: AsyncIterable<Uint8Array>,
  search?: HeadingSearch,
): AsyncGenerator<FileRow, void> {
  yield* (await openRows(stream, () => null, { search })).rows
}

async function* readText(
  bytes: AsyncIterable<Uint8Array>,
  { search, sheet }: ReadOptions,
): AsyncGenerator<FileRow, void> {
  if (sheet !== undefined) throw new UserError('This is a text file, which has no sheets.')
  const text = decodeText(bytes)
  let head = ''
  while (!/[^\s\ufeff]/.test(head)) {
    const { value, done } = await text.next()
    if (done) throw new UserError('The file is empty.')
    head += value
  }
  async function* whole() {
    yield head
    yield* text
  }
  if (/^[\s\ufeff]*<(?:!|\?xml|html|head|body|meta|table)/i.test(head))
    throw new UserError(
      'This is a web page (HTML) or XML, whatever its name says: open it in Excel, save it as .xlsx, and import that.',
    )
  if (head.startsWith('%PDF-'))
    throw new UserError(
      'This is a PDF: export the list as .xlsx or “CSV UTF-8” where it was made, and import that.',
    )
  yield* /^[\s\ufeff]*[[{]/.test(head) ? readJson(whole()) : readCsv(whole(), search)
}

async function* readWorkbookFile(
  kind: Exclude<FileKind, 'text'>,
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  onProgress: (share: number) => void,
): AsyncGenerator<FileRow, void> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > MAX_WORKBOOK_BYTES)
      throw new UserError(
        `The workbook is larger than ${formatNumber(MAX_WORKBOOK_BYTES / 1_000_000)} MB: save its sheet as “CSV UTF-8” and import that.`,
      )
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  if (kind === 'compound') throw compoundFileError(whole)
  yield* readXlsx(whole, { ...options, onProgress })
}

/** Reads enough bytes to detect the file type. */
async function detect(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ kind: FileKind; bytes: AsyncIterable<Uint8Array> }> {
  const chunks = stream[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < 4) {
    const { value, done } = await chunks.next()
    if (done) break
    head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  async function* bytes() {
    try {
      if (head.length > 0) yield head
      for (;;) {
        const { value, done } = await chunks.next()
        if (done) return
        yield value
      }
    } finally {
      // Closes the file if the reader stops early.
      await chunks.return?.()
    }
  }
  return { kind: fileKind(head), bytes: bytes() }
}
