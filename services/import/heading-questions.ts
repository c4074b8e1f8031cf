/** Assigns the headings of a list to columns, and collects the questions about them. */
import { escapeLine } from '../../app/shared/escape-control.ts'
import { isTotal, textOf } from './list-entries.ts'
import type { RowList } from './read-list.ts'
import type { AssignedHeadings, HeadingReader } from './rows/headings.ts'

export interface HeadingQuestions {
  unknown: { name: string; samples: string[] }[]
  /** Several headings for the same column. */
  repeated: { column: string; names: readonly string[] }[]
  /** The first of the columns that have values but no heading. */
  unnamed: { name: string; cell: string; line: number }[]
  lacksRegistration: boolean
  /** Required columns that the list lacks. */
  lacks: readonly { column: string; message: string }[]
}

export interface MappedHeadings {
  columns: ReadonlyMap<string, string>
  ignored: readonly string[]
  /** Null if there is nothing to ask. */
  questions: HeadingQuestions | null
}

const SAMPLES = 3

export function mapHeadings(list: RowList, headings: HeadingReader): MappedHeadings {
  const assigned = headings.assign(list.names)
  const { columns, ignored, unknown, repeated } = assigned
  const unnamed = filledUnnamed(list, assigned)
  const lacksRegistration = !columns.has('plate_number')
  const lacks = headings.lacking(columns)
  const isClear = unknown.length + repeated.length + unnamed.length + lacks.length === 0 && !lacksRegistration
  const questions = {
    unknown: unknown.map((name) => ({ name, samples: samplesOf(list, name) })),
    repeated,
    unnamed,
    lacksRegistration,
    lacks,
  }
  return { columns, ignored, questions: isClear ? null : questions }
}

function samplesOf({ rows }: RowList, name: string): string[] {
  const samples: string[] = []
  for (const row of rows) {
    const cell = 'record' in row ? textOf(row.record[name]).trim() : ''
    if (cell !== '' && samples.push(escapeLine(cell, 40)) === SAMPLES) break
  }
  return samples
}

function filledUnnamed({ rows }: RowList, { unnamed, columns }: AssignedHeadings) {
  return unnamed.flatMap((name) => {
    for (const row of rows) {
      if (!('record' in row) || isTotal(row.record, columns)) continue
      const cell = textOf(row.record[name])
      if (cell.trim() !== '') return [{ name, cell, line: row.line }]
    }
    return []
  })
}
