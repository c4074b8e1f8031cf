/** Finds the headings of a list below its titles and names the cells of the rows below them. */

import { type Cell, columnLetters, isFilled, UnreadableCell } from '#shared/cells/cell.ts'
import type { HeadingSearch } from '#shared/cells/headings.ts'
import { unescapeFormula } from '#shared/text/csv-cell.ts'
import { UserError } from '../../user-error.ts'
import type { FileRow, Located, RefusedRow } from './file-row.ts'
import { joinHeadings } from './heading-rows.ts'

/** The headings must be among the first rows. */
export const HEADING_ROWS = 10

/** More columns are a mistake or an attack, and matching their headings would take minutes. */
export const MAX_COLUMNS = 256

type LocatedRows = Generator<Located | RefusedRow, void> | AsyncGenerator<Located | RefusedRow, void>

export async function* rowsUnderHeadings(
  rows: LocatedRows,
  unit: 'line' | 'row',
  search?: HeadingSearch,
): AsyncGenerator<FileRow, void> {
  const { opening, scores } = await readOpening(rows, search)
  const best = Math.max(...scores)
  const at = scores.indexOf(best)
  const widths = opening.map((row) => widthOf(row, unit))
  const width = Math.max(...widths)
  const headings = opening[at]
  if (!headings) return
  // A row of data is no heading, and a single unknown cell above wider rows is a title.
  const isHeaded = !search || best > 0 || (best === 0 && (width < 2 || widths[at] !== 1))
  const { texts, firstLine, line } = isHeaded
    ? joinHeadings(opening, at, headingText, search)
    : { texts: Array.from({ length: width }, () => ''), firstLine: 0, line: 0 }
  const names = nameColumns(texts.slice(0, MAX_COLUMNS))
  search?.found({ line, firstLine, names, sheet: undefined, hidden: [] })
  const place = unit === 'row' || line > 1 ? `${unit} ${line}` : 'the first line'
  for (const row of opening) if (row.line > line) yield toRow(names, row, place)
  for await (const row of rows) yield toRow(names, row, place)
}

/** The first rows, and how likely it is that each has the headings. */
export async function readOpening(rows: LocatedRows, search?: HeadingSearch) {
  const opening: (Located | RefusedRow)[] = []
  while (opening.length < (search ? HEADING_ROWS : 1)) {
    const { value, done } = await rows.next()
    if (done) break
    opening.push(value)
  }
  const scores = opening.map((row) =>
    'cells' in row ? (search?.score(row.cells.slice(0, MAX_COLUMNS).map(headingText)) ?? 0) : -1,
  )
  return { opening, scores }
}

function widthOf(row: Located | RefusedRow, unit: 'line' | 'row'): number {
  const width = 'cells' in row ? row.cells.findLastIndex(isFilled) + 1 : 0
  if (width > MAX_COLUMNS)
    throw new UserError(
      `The list has more than ${MAX_COLUMNS} columns (${unit} ${row.line}): delete those you do not need.`,
    )
  return width
}

const headingText = (cell: Cell) => (typeof cell === 'string' ? plainCell(cell) : '')

/** Makes names unique: 'Price (column C)' for a repeated heading, 'column C' for a blank one. */
function nameColumns(headings: readonly string[]): string[] {
  const names = headings.map((name) => name.replace(/\s+/g, ' ').trim())
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return names.map((name, index) => {
    if (name === '') return `column ${columnLetters(index)}`
    return times.get(name) === 1 ? name : `${name} (column ${columnLetters(index)})`
  })
}

/** Excel omits blank cells at the end of a row, so a short row is complete; a long one is refused. */
function toRow(names: string[], row: Located | RefusedRow, headings: string): FileRow {
  if (!('cells' in row)) return row
  const { cells, line, isHidden } = row
  if (cells.slice(names.length).some(isFilled))
    return { line, reason: `it has ${cells.length} cells where ${headings} has ${names.length}` }
  const record = Object.fromEntries(names.map((name, index) => [name, readCell(cells[index] ?? '', index)]))
  return { line, record, isHidden }
}

/**
 * What Excel, LibreOffice and Google Sheets show for a formula that fails, in any of their languages, and for a column that is
 * too narrow: '#REF!', '#BEZUG!', '#¡VALOR!', '#NOM?', '#NV', '#N/D', 'Err:502', '#####'.
 */
const ERROR =
  /^(?:#[¡¿]?(?=[^!?]*\p{Lu}[\p{Lu}/])[\p{Lu}\d_/.]+[!?]|#(?:N\/A|N\/D|N\/B|N\/DISP|NV|I\/T|YOK|Н\/Д|HIÁNYZIK)|#\p{Lu}+(?:_\p{Lu}+)+|#{3,}|(?:Err|Fehler|Erreur|Erro|Fout|Fel|Feil|Fejl|Błąd|Chyba|Hiba|Virhe|Ошибка) ?: ?\d{3}|Loading(?:\.{3}|…))$/u

function readCell(cell: Cell, index: number): Cell {
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  return ERROR.test(text)
    ? new UnreadableCell(`column ${columnLetters(index)}: the cell is the error ${text}`, text)
    : plainCell(cell)
}

/** '="BU61 ABC"' guards a text from Excel, which itself stores a carriage return as '_x000D_'. */
function plainCell(cell: string): string {
  const guarded = /^\s*="([^"]*)"\s*$/.exec(cell)?.[1]
  if (guarded !== undefined) return guarded
  return unescapeFormula(cell.includes('_x') ? cell.replace(ESCAPED, unescaped) : cell)
}

const ESCAPED = /_x(000[9ADad]|005F)_/g
const unescaped = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))
