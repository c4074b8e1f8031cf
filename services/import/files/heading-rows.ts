/** Headings of two rows: groups such as Price above their parts, such as Trade and Retail. */
import { type Cell, isFilled } from '#shared/cells/cell.ts'
import type { HeadingSearch } from '#shared/cells/headings.ts'
import type { Located, RefusedRow } from './file-row.ts'

interface Headings {
  /** One text for each column. */
  texts: string[]
  /** The first and the last of their rows. */
  firstLine: number
  line: number
}

type Row = Located | RefusedRow

/** @param at the index of the row that has most of the headings */
export function joinHeadings(
  opening: readonly Row[],
  at: number,
  toText: (cell: Cell) => string,
  search: HeadingSearch | undefined,
): Headings {
  const [above, best, below] = [opening[at - 1], opening[at], opening[at + 1]].map(
    (row) => row && 'cells' in row && { texts: row.cells.map(toText), line: row.line },
  )
  if (!best) return { texts: [], firstLine: 0, line: 0 }
  const isWords = ({ texts }: { texts: string[] }) => !!search && search.score(texts) >= 0
  if (below && isWords(below) && areParts(below.texts, best.texts)) return join(best, below)
  if (above && isWords(above) && areGroups(above.texts, best.texts)) return join(above, best)
  return { ...best, firstLine: best.line }
}

const filledIn = (texts: readonly string[]) => texts.filter(isFilled).length

/** A title stands alone, and repeated headings have the registration; parts leave a heading of the row above alone. */
function areParts(parts: readonly string[], groups: readonly string[]): boolean {
  const isBelowBlank = parts.some((part, index) => isFilled(part) && !isFilled(groups[index] ?? ''))
  const leavesOne = groups.some((group, index) => isFilled(group) && !isFilled(parts[index] ?? ''))
  return leavesOne && (isBelowBlank || filledIn(parts) > 1)
}

/** The row below needs its groups only if it says one thing twice; where all of it is said twice, two lists are side by side. */
function areGroups(groups: readonly string[], parts: readonly string[]): boolean {
  const times = new Map<string, number>()
  for (const part of parts) if (isFilled(part)) times.set(part, (times.get(part) ?? 0) + 1)
  const counts = [...times.values()]
  return counts.some((count) => count > 1) && counts.some((count) => count === 1) && filledIn(groups) > 1
}

/** A group reaches over the parts at its right that have none of their own. */
function join(above: { texts: string[]; line: number }, below: { texts: string[]; line: number }): Headings {
  const width = Math.max(above.texts.length, below.texts.length)
  let group = ''
  const texts = Array.from({ length: width }, (_, index) => {
    const [own = '', part = ''] = [above.texts[index], below.texts[index]].map((text) => text?.trim())
    if (part === '') {
      group = ''
      return own
    }
    if (own !== '') group = own
    return [group, part].filter((text) => text !== '').join(' ')
  })
  return { texts, firstLine: above.line, line: below.line }
}
