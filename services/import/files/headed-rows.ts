/** Finds the headings of a list below its titles and names the cells of the rows below them. */
import { unescapeFormula } from '../../../app/shared/csv-cell.ts'
import { type Cell, columnLetters, isFilled } from './cell.ts'
import type { FileRow, HeadingSearch } from './read.ts'

/** The headings must be among the first rows. */
export const HEADING_ROWS = 10

export interface Located {
  cells: readonly Cell[]
  line: number
}

export async function* rowsUnderHeadings(
  rows: AsyncGenerator<Located, void>,
  unit: 'line' | 'row',
  search?: HeadingSearch,
): AsyncGenerator<FileRow, void> {
  const opening: Located[] = []
  while (opening.length < (search ? HEADING_ROWS : 1)) {
    const { value, done } = await rows.next()
    if (done) break
    opening.push(value)
  }
  const scores = opening.map(({ cells }) => search?.score(cells.map(headingText)) ?? 0)
  const at = Math.max(0, scores.indexOf(Math.max(...scores)))
  const headings = opening[at]
  if (!headings) return
  const names = nameColumns(headings.cells.map(headingText))
  search?.found(headings.line, names)
  const place = unit === 'row' || headings.line > 1 ? `${unit} ${headings.line}` : 'the first line'
  for (const row of opening.slice(at + 1)) yield toRow(names, row, place)
  for await (const row of rows) yield toRow(names, row, place)
}

const headingText = (cell: Cell) => (typeof cell === 'string' ? cell : '')

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
function toRow(names: string[], { cells, line }: Located, headings: string): FileRow {
  if (cells.slice(names.length).some(isFilled))
    return { line, reason: `it has ${cells.length} cells where ${headings} has ${names.length}` }
  return {
    line,
    record: Object.fromEntries(
      names.map((name, index) => {
        const cell = cells[index] ?? ''
        return [name, typeof cell === 'string' ? unescapeFormula(cell) : cell]
      }),
    ),
  }
}
