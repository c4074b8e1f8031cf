/**
 * Reads comma-separated values as people save them: commas, semicolons or tabs, told by the first line; a
 * byte order mark; LF or CRLF; Excel's own first line "sep=;". Rows come as they are read, each with the line
 * that it begins on. The grammar is csv-parse's.
 *
 *   'plate;price\r\nAB 1;"£1,250"'   gives { line: 2, record: { plate: 'AB 1', price: '£1,250' } }
 *   'plate,price\nAB 1,"1'           is refused: a quotation mark that never closes
 */
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormula } from '../../app/domain/csv-cell.ts'
import { grouped } from '../../app/domain/in-words.ts'
import { OfficeFault } from '../faults.ts'
import type { FileRow } from './read.ts'

/** Characters of one row: more than any row can use, and little enough to keep in memory. */
export const LONGEST_ROW = 1_000_000

type Parsed = { record: string[]; info: { lines: number } }

export async function* readCsv(text: AsyncIterator<string>): AsyncGenerator<FileRow, void> {
  const { head, whole } = await peek(text)
  const directive = /^\ufeff?sep=([,;\t])\n/i.exec(head)
  let nextLine = 1
  const parser = parse({
    bom: true,
    delimiter: directive?.[1] ?? detectDelimiter(head),
    from_line: directive ? 2 : 1,
    info: true,
    max_record_size: LONGEST_ROW,
    // The parser is ahead of whoever reads its rows, so where it stands is asked there.
    on_record: (record, { lines }) => {
      nextLine = lines + 1
      return record
    },
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
  })
  pipeline(Readable.from(whole), parser, () => {}) // a fault of either comes out of the loop below
  let names: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = info.lines - record.join().split('\n').length + 1
      if (names) yield toRow(names, record, line)
      else names = record.map((name) => name.trim())
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, nextLine) : error
  }
}

/** Excel leaves out blank cells at the end of a row, so a short row is a whole one. A long one is not. */
function toRow(names: string[], record: string[], line: number): FileRow {
  if (record.slice(names.length).some((cell) => cell.trim() !== ''))
    return { line, reason: `it has ${record.length} cells where the first line has ${names.length}` }
  return {
    line,
    record: Object.fromEntries(names.map((name, index) => [name, unescapeFormula(record[index] ?? '')])),
  }
}

/** Reads on until the first line is whole. */
async function peek(text: AsyncIterator<string>) {
  const unified = unifyLineEnds(text)
  let head = ''
  while (head.split('\n').length < 3 && head.length < LONGEST_ROW) {
    const { value, done } = await unified.next()
    if (done) break
    head += value
  }
  async function* whole() {
    yield head
    yield* unified
  }
  return { head, whole: whole() }
}

/** CRLF and CR become LF, in cells too, also where one chunk ends between the two. */
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

/** The likeliest of the three by the first line, quoted cells left aside. */
export function detectDelimiter(head: string): string {
  const [first = ''] = head.replace(/"[^"]*"/g, '').split('\n')
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}

function explain({ code, lines }: CsvError & { lines?: number }, nextLine: number): OfficeFault {
  const line = grouped(lines ?? nextLine)
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new OfficeFault(
        `The row that begins on line ${nextLine} is longer than a million characters: look there for a quotation mark that never closes.`,
      )
    case 'CSV_QUOTE_NOT_CLOSED':
      return new OfficeFault(`In the row that begins on line ${nextLine} a quotation mark never closes.`)
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new OfficeFault(
        `Line ${line} has a quotation mark inside a cell: put the whole cell in quotation marks and double those within it.`,
      )
    default:
      return new OfficeFault(`Line ${line} cannot be read as comma-separated values (${code}).`)
  }
}
