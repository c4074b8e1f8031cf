// Accepts a byte order mark, LF or CRLF, Excel's first line "sep=;" and titles above the headings.
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { formatNumber } from '../../../app/shared/format.ts'
import { UserError } from '../../user-error.ts'
import { HEADING_ROWS, type Located, rowsUnderHeadings } from './headed-rows.ts'
import type { FileRow, HeadingSearch } from './read.ts'

/** Maximum characters of one row, which is held in memory. */
export const MAX_ROW_LENGTH = 1_000_000

type ParsedRecord = { record: string[]; info: { lines: number } }

export const readCsv = (text: AsyncIterator<string>, search?: HeadingSearch): AsyncGenerator<FileRow, void> =>
  rowsUnderHeadings(parseRows(text, search), 'line', search)

async function* parseRows(
  text: AsyncIterator<string>,
  search?: HeadingSearch,
): AsyncGenerator<Located, void> {
  const { head, whole } = await peek(text)
  const directive = /^\ufeff?sep=([,;\t])\n/i.exec(head)
  let nextLine = 1
  const parser = parse({
    bom: true,
    delimiter: directive?.[1] ?? detectDelimiter(head, search),
    from_line: directive ? 2 : 1,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    // The parser reads ahead of the loop below, so its own line counter is used for error messages.
    on_record: (record, { lines }) => {
      nextLine = lines + 1
      return record
    },
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
  })
  pipeline(Readable.from(whole), parser, () => {}) // the loop below throws the errors
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>)
      yield { cells: record, line: info.lines - record.join().split('\n').length + 1 }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, nextLine) : error
  }
}

async function peek(text: AsyncIterator<string>) {
  const unified = unifyLineEnds(text)
  let head = ''
  let lineEnds = 0
  while (lineEnds < HEADING_ROWS + 1 && head.length < MAX_ROW_LENGTH) {
    const { value, done } = await unified.next()
    if (done) break
    head += value
    lineEnds += value.split('\n').length - 1
  }
  async function* whole() {
    yield head
    yield* unified
  }
  return { head, whole: whole() }
}

async function* unifyLineEnds(text: AsyncIterator<string>): AsyncGenerator<string, void> {
  let held = ''
  for (;;) {
    const { value, done } = await text.next()
    const chunk = held + (done ? '' : value)
    held = !done && chunk.endsWith('\r') ? '\r' : ''
    yield (held ? chunk.slice(0, -1) : chunk).replace(/\r\n?/g, '\n')
    if (done) return
  }
}

/** The delimiter that yields the most headings, else the most frequent one of the first line that has any. */
function detectDelimiter(head: string, search?: HeadingSearch): string {
  const lines = head.split('\n').slice(0, HEADING_ROWS)
  const plain = head.replace(/"[^"]*"/g, '').split('\n')
  const first = plain.find((line) => /[,;\t]/.test(line)) ?? ''
  const rate = (delimiter: string): [number, number] => [
    Math.max(...lines.map((line) => search?.score(line.replaceAll('"', '').split(delimiter)) ?? 0)),
    first.split(delimiter).length,
  ]
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, rate: rate(delimiter) }))
    .sort((a, b) => b.rate[0] - a.rate[0] || b.rate[1] - a.rate[1])
  return best?.delimiter ?? ','
}

function explain({ code, lines }: CsvError & { lines?: number }, nextLine: number): UserError {
  const line = formatNumber(lines ?? nextLine)
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new UserError(
        `The row that begins on line ${nextLine} is longer than a million characters: check it for a quotation mark that never closes.`,
      )
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UserError(`In the row that begins on line ${nextLine} a quotation mark never closes.`)
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UserError(
        `Line ${line} has a quotation mark inside a cell: put the whole cell in quotation marks and double those within it.`,
      )
    default:
      return new UserError(`Line ${line} cannot be read as comma-separated values (${code}).`)
  }
}
