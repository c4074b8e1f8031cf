// Accepts a byte order mark, LF or CRLF, Excel's first line "sep=;" and titles above the headings. A row with a stray
// quotation mark is refused alone, which csv-parse cannot do: it would lose the rows up to the next quotation mark.
import { type HeadingSearch, KNOWN_HEADING } from '#shared/cells/headings.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import { formatNumber } from '#shared/text/format.ts'
import { UserError } from '../../user-error.ts'
import type { FileRow, Located, RefusedRow } from './file-row.ts'
import { HEADING_ROWS, MAX_COLUMNS, rowsUnderHeadings } from './headed-rows.ts'

/** Maximum characters of one row. */
export const MAX_ROW_LENGTH = 1_000_000

const DELIMITERS = [',', ';', '\t', '|']

/** @param onProgress is called with the place in the text */
export const readCsv = (
  text: string,
  onProgress: (at: number) => void,
  search?: HeadingSearch,
): AsyncGenerator<FileRow, void> => rowsUnderHeadings(parseRows(text, onProgress, search), 'line', search)

function* parseRows(
  text: string,
  onProgress: (at: number) => void,
  search?: HeadingSearch,
): Generator<Located | RefusedRow, void> {
  const [start = '', directive] = /^\ufeff?(?:sep=([,;\t|])\n)?/i.exec(text) ?? []
  const head = text.slice(start.length, start.length + MAX_ROW_LENGTH)
  const delimiter = directive ?? detectDelimiter(head, search)
  let line = directive ? 2 : 1
  for (let at = start.length; at < text.length; ) {
    const row = parseRow(text, at, delimiter)
    if (row.end - at > MAX_ROW_LENGTH)
      throw new UserError(
        `The row that begins on line ${formatNumber(line)} is longer than a million characters: check it for a quotation mark that never closes.`,
      )
    onProgress(row.end)
    if (!row.cells) yield { line, reason: STRAY_MARK }
    else if (row.cells.length > 1 || row.cells[0] !== '') yield { cells: row.cells, line }
    line += row.lines
    at = row.end
  }
}

const STRAY_MARK =
  'it has a stray quotation mark: put the whole cell in quotation marks and double those within it'

interface ParsedLine {
  /** Null if a quotation mark is not closed, or closed within the cell. */
  cells: string[] | null
  /** Where the next row begins. */
  end: number
  lines: number
}

function parseRow(text: string, start: number, delimiter: string): ParsedLine {
  let lineEnd = endOfLine(text, start)
  // Nobody needs a million blank cells at the end of a row.
  let end = lineEnd
  while (end - start > MAX_COLUMNS && text[end - 1] === delimiter) end -= 1
  const first = text.slice(start, end)
  if (!first.includes('"')) return { cells: first.split(delimiter), end: lineEnd + 1, lines: 1 }
  const stray = { cells: null, end: lineEnd + 1, lines: 1 }
  const cells: string[] = []
  let lines = 1
  for (let at = start; ; at += 1) {
    if (text[at] === '"') {
      const close = closingMark(text, at)
      if (close < 0) return stray
      const cell = text.slice(at + 1, close).replaceAll('""', '"')
      cells.push(cell)
      lines += cell.split('\n').length - 1
      for (at = close + 1; text[at] === ' ' && delimiter !== ' '; ) at += 1
      if (at < text.length && text[at] !== delimiter && text[at] !== '\n') return stray
      lineEnd = endOfLine(text, at)
    } else {
      const from = at
      while (at < lineEnd && text[at] !== delimiter) at += 1
      cells.push(text.slice(from, at))
    }
    if (at >= lineEnd) return { cells, end: lineEnd + 1, lines }
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function closingMark(text: string, open: number): number {
  let mark = text.indexOf('"', open + 1)
  while (mark >= 0 && text[mark + 1] === '"') mark = text.indexOf('"', mark + 2)
  return mark
}

/**
 * The delimiter that yields the most headings, else the most rows with a registration in a cell of its own, else the most
 * frequent one of the first line that has any: '£1,250' has a comma in a list with semicolons.
 */
function detectDelimiter(head: string, search?: HeadingSearch): string {
  const lines = head.split('\n', HEADING_ROWS).map((line) => line.replaceAll('"', ''))
  const plain = head.replace(/"[^"]*"/g, '').split('\n')
  const first = plain.find((line) => DELIMITERS.some((delimiter) => line.includes(delimiter))) ?? ''
  const rate = (delimiter: string): number[] => {
    const rows = search ? lines.map((line) => line.split(delimiter, MAX_COLUMNS)) : []
    const score = Math.max(0, ...rows.map((cells) => search?.score(cells) ?? 0))
    const plates = rows.filter((cells) => cells.some((cell) => parseTyped(cell).ok)).length
    return [score < KNOWN_HEADING ? 0 : score, plates, score, first.split(delimiter).length]
  }
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, rate: rate(delimiter) })).sort((a, b) => {
    const at = a.rate.findIndex((value, index) => value !== b.rate[index])
    return at < 0 ? 0 : (b.rate[at] ?? 0) - (a.rate[at] ?? 0)
  })
  return best?.delimiter ?? ','
}
