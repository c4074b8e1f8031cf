/** Lists that stand side by side: the columns of each row are several plates. */
import { columnLetters } from '#shared/cells/cell.ts'
import {
  findColumn,
  type HeadingReader,
  headingKey,
  isUnnamed,
  withoutColumn,
} from '#shared/cells/headings.ts'
import type { FileRow } from './files/file-row.ts'
import { textOf } from './list-entries.ts'
import type { RowList } from './read-list.ts'

/** The headings of one of the lists. */
interface Block {
  names: readonly string[]
  /** 'A to B', 'C' */
  columns: string
}

/** Null if there is one list. Each begins as the first does, and the last may lack its last columns. */
export function findBlocks({ names, rows }: RowList, { spec, choices }: HeadingReader): Block[] | null {
  const named = names.filter((name) => !isUnnamed(name))
  const meanings = named.map((name) => {
    const key = headingKey(name)
    return choices.remembered?.get(key) ?? findColumn(spec, withoutColumn(name)) ?? key
  })
  const first = meanings.indexOf('plate_number')
  const period = meanings.indexOf('plate_number', first + 1) - first
  if (first < 0 || period <= first) return null
  const repeats = meanings.every((meaning, index) => meaning === meanings[index % period])
  const rest = meanings.length % period
  // A second registration alone may be something else, such as the number of a document.
  if (!repeats || (rest > 0 && rest <= Math.max(first, 1))) return null
  const between = names.filter(isUnnamed)
  if (rows.some((row) => 'record' in row && between.some((name) => textOf(row.record[name]).trim() !== '')))
    return null
  return Array.from({ length: Math.ceil(named.length / period) }, (_, block) => {
    const own = named.slice(block * period, (block + 1) * period)
    const [from = '', to = ''] = [own[0], own.at(-1)].map((name) => columnLetters(names.indexOf(name ?? '')))
    return { names: own, columns: from === to ? from : `${from} to ${to}` }
  })
}

/** One list of those side by side, with the headings of the first. */
export function takeBlocks(list: RowList, blocks: readonly Block[], which: 'below' | 'first'): RowList {
  const [first = { names: [] }] = blocks
  const bare = first.names.map(withoutColumn)
  const names = new Set(bare).size === bare.length ? bare : [...first.names]
  const rows = (which === 'first' ? blocks.slice(0, 1) : blocks).flatMap((block, at) =>
    list.rows.flatMap((row): FileRow[] => {
      if (!('record' in row)) return at === 0 ? [row] : []
      const cells = block.names.map((name, index) => [names[index], row.record[name]] as const)
      const isFilled = cells.some(([, cell]) => typeof cell !== 'string' || cell.trim() !== '')
      return isFilled ? [{ ...row, record: Object.fromEntries(cells) }] : []
    }),
  )
  const hidden = names.filter((_, index) =>
    blocks.some((block) => list.hidden.includes(block.names[index] ?? '')),
  )
  return { ...list, names, hidden, rows }
}
