/** Reads a list for a command, and assigns its headings by the options and by what was answered at the desk. */

import { isYear, NO_YEAR } from '#services/import/date-doubts.ts'
import { SheetError } from '#services/import/files/workbook/read.ts'
import type { ListKind } from '#services/import/list-kinds.ts'
import { mapHeadings } from '#services/import/open-headings.ts'
import { type RowList, readList } from '#services/import/read-list.ts'
import { hasTwoHeadingRows, placeOfHeadings } from '#shared/cells/cell.ts'
import {
  type DateAnswers,
  findColumn,
  type HeadingChoices,
  type HeadingReader,
  headingReader,
} from '#shared/cells/headings.ts'
import type { HeadingSpec } from '#shared/cells/table-specs.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { openRowFile } from '../files/open.ts'
import type { Terminal } from '../terminal.ts'
import { columnLabels, describeQuestions, describeSheets, labelOf } from './describe-headings.ts'

/** The options of every import. */
export interface ListRequest {
  /** `-` means standard input. */
  path: string
  isPreview: boolean
  listAll: boolean
  keepGood: boolean
  allowDoubtful: boolean
  /** `column=heading`, or `-=heading` to ignore a column. */
  map: string[]
  ignore: string[]
  dates: DateAnswers
  sideBySide: 'below' | 'first' | undefined
  /** The sheet of a workbook. */
  sheet: string | undefined
}

/** The kind of list, and the columns that it may have. */
export interface ListForm {
  kind: ListKind
  spec: HeadingSpec
}

interface MappedList {
  list: RowList
  headings: HeadingReader
  /** A heading for each column. */
  columns: ReadonlyMap<string, string>
  ignored: readonly string[]
}

/** @throws CliError that names the options which settle what is open, or another UserError */
export async function readMapped(
  { path, map, ignore, sheet, dates, sideBySide }: ListRequest,
  { spec }: ListForm,
  remembered: ReadonlyMap<string, string>,
  terminal: Terminal,
): Promise<MappedList> {
  const choices = {
    ...readChoices(spec, map, ignore),
    dates,
    sideBySide,
    remembered,
  }
  const headings = headingReader(spec, choices)
  const file = await openRowFile(path, { search: headings, sheet })
  const progress = terminal.progress('Reading')
  const found = await readList(file, headings, (rows, share) => progress.at(rows, share))
    .catch((error) => {
      throw error instanceof SheetError ? new CliError(describeSheets(error)) : error
    })
    .finally(() => progress.end())
  const { list, columns, ignored, questions } = await mapHeadings(found, headings)
  const missing = headings.missing()
  if (questions && list.rows.length > 0)
    throw new CliError(describeQuestions(questions, { list, columns }, spec, missing))
  if (list.rows.length > 0 && missing.length > 0)
    throw new CliError(`--map names “${escapeTerminal(missing[0])}”, which the list does not have.`)
  if (sheet === undefined && list.sheet !== undefined)
    terminal.note(`The list is read from the sheet “${escapeTerminal(list.sheet, 40)}”.`)
  return { list, headings, columns, ignored }
}

/** Parses `--map price="Retail £"`, `--map -="Cost"` and `--ignore "Cost"`. @throws UsageError */
function readChoices(list: HeadingSpec, map: readonly string[], ignore: readonly string[]): HeadingChoices {
  const choices = { map: new Map<string, { heading: string; label: string }>(), ignore: [...ignore] }
  for (const entry of map) {
    const [, label = '', heading = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? []
    if (heading.trim() === '')
      throw new UsageError(`--map needs a column and a heading, such as --map price="Retail £".`)
    if (label.trim() === '-') {
      choices.ignore.push(heading)
      continue
    }
    const column = findColumn(list, label)
    if (column === undefined)
      throw new UsageError(
        `--map: unknown column “${escapeTerminal(label)}”. Known columns: ${columnLabels(list).join(', ')}.`,
      )
    if (choices.map.has(column)) throw new UsageError(`--map names two headings for ${labelOf(column)}.`)
    choices.map.set(column, { heading, label })
  }
  return choices
}

/** Parses `--month-first "Expiry"`, `--day-first "Bought"` and `--year-of "Date=2025"`. @throws UsageError */
export function readDateAnswers(values: Record<string, unknown>): DateAnswers {
  const given = (option: string) => (values[option] as string[] | undefined) ?? []
  const inOrder = (option: string, order: 'day_first' | 'month_first') =>
    given(option).map((heading) => [heading, order] as const)
  const years = given('year-of').map((entry) => {
    const [, heading = '', year = ''] = /^(.*)=(.*)$/s.exec(entry) ?? []
    if (year !== NO_YEAR && !isYear(year))
      throw new UsageError('--year-of needs a heading and a year, such as --year-of "Date=2025".')
    return [heading, year] as const
  })
  return {
    orders: Object.fromEntries([
      ...inOrder('month-first', 'month_first'),
      ...inOrder('day-first', 'day_first'),
    ]),
    years: Object.fromEntries(years),
  }
}

/** @throws UsageError */
export function readSideBySide(given: unknown): ListRequest['sideBySide'] {
  if (given === undefined || given === 'below' || given === 'first') return given
  throw new UsageError('--side-by-side is one of below, first.')
}

export function noteHeadings({ list, columns, ignored }: MappedList, terminal: Terminal): void {
  const { headingLine, firstHeadingLine, unit, hidden } = list
  const joined = hasTwoHeadingRows(list) ? ', whose words are joined' : ''
  const skipped = firstHeadingLine > 1 ? `; the ${unit}s above them are skipped` : ''
  if (headingLine > 1) terminal.note(`The headings are on ${placeOfHeadings(list)}${joined}${skipped}.`)
  const names = ignored.slice(0, 30).map((name) => escapeTerminal(name))
  if (names.length > 0) terminal.note(`Columns that are not imported: ${names.join(', ')}.`)
  const read = [...columns.values()].filter((name) => hidden.includes(name))
  if (read.length > 0)
    terminal.note(
      `Columns that are read although the workbook hides them: ${read.map((name) => escapeTerminal(name)).join(', ')}.`,
    )
}
