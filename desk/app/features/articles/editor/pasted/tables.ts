import { rename } from './styles.ts'

/** More columns in one cell are not meant as such. */
const MAX_SPAN = 20

/**
 * A cell of a Markdown table is one line, one column and one row; what a cell spans besides is blank. A table with a single cell was
 * only used for layout. Rows of a pasted table may differ in length.
 */
export function cleanTable(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width < 2 || table.parentElement?.closest('table')) {
    const cells = rows.flatMap((row) => [...row.cells])
    table.replaceWith(
      ...cells.flatMap((cell) =>
        table.parentElement?.closest('table') ? [...cell.childNodes, ' '] : wrap(cell),
      ),
    )
    return
  }
  layOut(rows)
  const columns = Math.max(...rows.map(({ cells }) => cells.length))
  for (const [index, row] of rows.entries()) {
    while (row.cells.length < columns) row.append(table.ownerDocument.createElement('td'))
    for (const cell of [...row.cells]) rename(cell, index === 0 ? 'th' : 'td')
  }
}

/** Puts a blank cell wherever one of an earlier column or row reaches. */
function layOut(rows: readonly HTMLTableRowElement[]): void {
  /** How many more rows the cell above reaches, by column. */
  const reach: number[] = []
  for (const [index, row] of rows.entries()) {
    const waiting = [...row.cells]
    const placed: Element[] = []
    const blank = () => void placed.push(row.ownerDocument.createElement('td'))
    while (waiting.length > 0 || reach.slice(placed.length).some((more) => more > 0)) {
      const column = placed.length
      const above = reach[column] ?? 0
      if (above > 0) {
        reach[column] = above - 1
        blank()
        continue
      }
      const cell = waiting.shift()
      if (!cell) {
        blank()
        continue
      }
      const { colSpan, rowSpan } = cell
      const below = Math.min(rowSpan === 0 ? rows.length : rowSpan, rows.length - index) - 1
      cell.removeAttribute('colspan')
      cell.removeAttribute('rowspan')
      flatten(cell)
      placed.push(cell)
      for (let extra = Math.min(colSpan, MAX_SPAN); extra > 1; extra--) blank()
      reach.length = Math.max(reach.length, placed.length)
      reach.fill(below, column, placed.length)
    }
    row.replaceChildren(...placed)
  }
}

function wrap(cell: HTMLTableCellElement): Element[] {
  const block = cell.ownerDocument.createElement('div')
  block.append(...cell.childNodes)
  return [block]
}

/** Joins paragraphs and lists of a cell into one line. */
function flatten(cell: Element): void {
  for (const block of [
    ...cell.querySelectorAll('p, div, li, ul, ol, h2, h3, h1, blockquote, br'),
  ].reverse()) {
    if (block.tagName === 'BR') block.replaceWith(' ')
    else block.replaceWith(...block.childNodes, ' ')
  }
}
