/** Assigns the headings of a list to columns, and collects the questions about them. */

import type { AssignedHeadings, HeadingReader } from '#shared/cells/headings.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { createYielder } from '../create-yielder.ts'
import { type DateDoubt, findDateDoubts, settleDates } from './date-doubts.ts'
import { isTotal, textOf } from './list-entries.ts'
import type { RowList } from './read-list.ts'
import { findBlocks, takeBlocks } from './side-by-side.ts'

export interface HeadingQuestions {
  unknown: { name: string; samples: string[] }[]
  /** Several headings for the same column. */
  repeated: { column: string; names: readonly string[] }[]
  /** The first of the columns that have values but no heading. */
  unnamed: { name: string; cell: string; line: number }[]
  lacksRegistration: boolean
  /** Required columns that the list lacks. */
  lacks: readonly { column: string; message: string }[]
  dates: readonly DateDoubt[]
  /** The columns of each of the lists that stand side by side; the other questions are asked about one list. */
  sideBySide: readonly string[]
}

interface MappedHeadings {
  /** With its dates as they were answered, and without other lists beside it. */
  list: RowList
  columns: ReadonlyMap<string, string>
  ignored: readonly string[]
  /** Null if there is nothing to ask. */
  questions: HeadingQuestions | null
}

const SAMPLES = 3

const NOTHING_ASKED: HeadingQuestions = {
  unknown: [],
  repeated: [],
  unnamed: [],
  lacksRegistration: false,
  lacks: [],
  dates: [],
  sideBySide: [],
}

export async function mapHeadings(found: RowList, headings: HeadingReader): Promise<MappedHeadings> {
  const { map, sideBySide } = headings.choices
  // Whoever names the columns of one of several lists means that list.
  const blocks = map.size > 0 && !sideBySide ? null : findBlocks(found, headings)
  if (blocks && !sideBySide) {
    const questions = { ...NOTHING_ASKED, sideBySide: blocks.map(({ columns }) => columns) }
    return { list: found, columns: new Map(), ignored: [], questions }
  }
  const list = blocks && sideBySide ? takeBlocks(found, blocks, sideBySide) : found
  const assigned = headings.assign(list.names)
  const { columns, ignored, unknown, repeated } = assigned
  const { unnamed, samples } = await findCells(list, assigned)
  const lacksRegistration = !columns.has('plate_number')
  const lacks = headings.lacking(columns)
  const dates = await findDateDoubts(list, columns, headings)
  const isClear =
    unknown.length + repeated.length + unnamed.length + lacks.length + dates.length === 0 &&
    !lacksRegistration
  const questions: HeadingQuestions = {
    unknown: unknown.map((name) => ({ name, samples: samples.get(name) ?? [] })),
    repeated,
    unnamed,
    lacksRegistration,
    lacks,
    dates,
    sideBySide: [],
  }
  return {
    list: settleDates(list, columns, headings),
    columns,
    ignored,
    questions: isClear ? null : questions,
  }
}

/** One walk over the rows, however many columns there are: samples of the unknown ones, and the unnamed ones in use. */
async function findCells({ rows }: RowList, { unknown, unnamed, columns }: AssignedHeadings) {
  const samples = new Map<string, string[]>(unknown.map((name) => [name, []]))
  const sampled = new Set(unknown)
  const blank = new Set(unnamed)
  const filled = new Map<string, { name: string; cell: string; line: number }>()
  const yieldIfDue = createYielder()
  for (const row of rows) {
    if (sampled.size + blank.size === 0) break
    await yieldIfDue()
    if (!('record' in row)) continue
    for (const name of sampled) {
      const cell = textOf(row.record[name]).trim()
      const some = samples.get(name) ?? []
      if (cell !== '' && some.push(escapeLine(cell, 40)) === SAMPLES) sampled.delete(name)
    }
    const used = [...blank].filter((name) => textOf(row.record[name]).trim() !== '')
    if (used.length === 0 || isTotal(row.record, columns)) continue
    for (const name of used) {
      filled.set(name, { name, cell: textOf(row.record[name]), line: row.line })
      blank.delete(name)
    }
  }
  return { samples, unnamed: unnamed.flatMap((name) => filled.get(name) ?? []) }
}
