/** Reads a list for a command, and asks on a terminal about headings and sheets that are unclear. */

import { SheetError } from '#services/import/files/workbook/read.ts'
import { recallHeadings, rememberHeadings } from '#services/import/heading-memory.ts'
import type { ListKind } from '#services/import/list-kinds.ts'
import { mapHeadings } from '#services/import/open-headings.ts'
import { type RowList, readList } from '#services/import/read-list.ts'
import { HeadingError, type HeadingReader, headingReader } from '#services/import/rows/headings.ts'
import type { HeadingSpec } from '#services/import/rows/table-specs.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { openRowFile } from '../files/open.ts'
import type { Terminal } from '../terminal.ts'
import { askHeadings, askSheet, withHeadingOptions } from './ask-headings.ts'
import { readChoices } from './heading-options.ts'

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
  /** The sheet of a workbook. */
  sheet: string | undefined
}

export interface MappedList {
  list: RowList
  headings: HeadingReader
  /** A heading for each column. */
  columns: ReadonlyMap<string, string>
  ignored: readonly string[]
}

/** @throws CliError with the options that settle it if nobody answers, or another UserError */
export async function readWithAnswers(
  { path, ignore, ...request }: ListRequest,
  { kind, spec }: { kind: ListKind; spec: HeadingSpec },
  { client, actor }: CliBackend,
  terminal: Terminal,
): Promise<MappedList> {
  const map = [...request.map]
  const remembered = await recallHeadings(client, kind)
  const answered = new Map<string, string>()
  let { sheet } = request
  for (;;) {
    const choices = { ...readChoices(spec, map, ignore), remembered }
    try {
      const read = await readMapped(path, sheet, headingReader(spec, choices), terminal)
      await rememberHeadings(client, actor, kind, answered)
      if (sheet === undefined && read.list.sheet !== undefined)
        terminal.note(`The list is read from the sheet “${escapeTerminal(read.list.sheet, 40)}”.`)
      return read
    } catch (error) {
      // A pipe cannot be read again.
      if (path === '-' || !terminal.isInteractive)
        throw error instanceof SheetError
          ? new CliError(`${error.message} Choose one with --sheet "${escapeTerminal(error.likely, 40)}".`)
          : withHeadingOptions(error, spec)
      if (error instanceof SheetError) sheet = await askSheet(error, terminal)
      else {
        const answers = await askHeadings(error, spec, terminal)
        map.push(...answers)
        const { map: chosen, ignore: left } = readChoices(spec, answers, [])
        for (const [column, { heading }] of chosen) answered.set(heading, column)
        for (const heading of left) answered.set(heading, '-')
      }
    }
  }
}

/** @throws HeadingError if anything is to be asked */
async function readMapped(
  path: string,
  sheet: string | undefined,
  headings: HeadingReader,
  terminal: Terminal,
): Promise<MappedList> {
  const file = await openRowFile(path, { search: headings, sheet })
  const progress = terminal.progress('Reading')
  const list = await readList(file, headings, (rows, share) => progress.at(rows, share)).finally(() =>
    progress.end(),
  )
  const { columns, ignored, questions } = await mapHeadings(list, headings)
  if (questions && list.rows.length > 0) {
    headings.match(list.names)
    const [unnamed] = questions.unnamed
    if (unnamed) throw headings.unnamedError(unnamed.name, unnamed.cell, unnamed.line)
    throw new HeadingError('The headings cannot be read.')
  }
  const missing = headings.missing()
  if (list.rows.length > 0 && missing.length > 0)
    throw new CliError(`--map names “${escapeTerminal(missing[0])}”, which the list does not have.`)
  return { list, headings, columns, ignored }
}
