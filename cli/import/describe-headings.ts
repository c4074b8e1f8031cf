/** What a list's headings leave open, as a message that names the options which settle it. */

import { NO_YEAR } from '#services/import/date-doubts.ts'
import type { SheetError } from '#services/import/files/workbook/read.ts'
import type { HeadingQuestions, MappedHeadings } from '#services/import/open-headings.ts'
import type { RowList } from '#services/import/read-list.ts'
import { placeOfHeadings } from '#shared/cells/cell.ts'
import { columnsOf } from '#shared/cells/headings.ts'
import type { HeadingSpec } from '#shared/cells/table-specs.ts'
import { formatList } from '#shared/text/format.ts'
import { escapeTerminal } from '../escape-terminal.ts'

export const labelOf = (column: string) =>
  column === 'plate_number' ? 'registration' : column.replace(/^is_/, '')

export const columnLabels = (spec: HeadingSpec): string[] => columnsOf(spec).map(labelOf)

const quoted = (name: string) => `“${escapeTerminal(name, 40)}”`

/** Quotes a heading for a shell: in double quotes, or in single quotes if it has characters that those don't protect. */
const headingOption = (name: string) =>
  /["$`\\!]/.test(name)
    ? `'${escapeTerminal(name, 200).replaceAll("'", "'\\''")}'`
    : `"${escapeTerminal(name, 200)}"`

const eitherOption = (name: string) =>
  `  --map COLUMN=${headingOption(name)}   or   --ignore ${headingOption(name)}`

/** @param missing headings that the options name and the list does not have */
export function describeQuestions(
  { unknown, repeated, unnamed, lacksRegistration, lacks, dates, sideBySide }: HeadingQuestions,
  { list, columns }: Pick<MappedHeadings, 'columns'> & { list: RowList },
  spec: HeadingSpec,
  missing: readonly string[],
): string {
  if (sideBySide.length > 0)
    return [
      `The list has ${sideBySide.length} lists side by side: columns ${formatList(sideBySide)}.`,
      'Nothing has been imported. Read them one below the other, or the first alone:',
      '  --side-by-side below   or   --side-by-side first',
    ].join('\n')
  const { names, headingLine, unit } = list
  const place = placeOfHeadings(list)
  const columnOf = new Map([...columns].map(([column, name]) => [name, ` (${labelOf(column)})`]))
  const headings = names.slice(0, 40).filter((name) => !/^(?:column [A-Z]+| *)$/.test(name))
  const problems = [
    unknown.length > 0 &&
      `Unknown ${unknown.length === 1 ? 'heading' : 'headings'}: ${unknown
        .slice(0, 30)
        .map(({ name }) => quoted(name))
        .join(', ')}.`,
    ...repeated.map(
      ({ column, names: same }) =>
        `The columns ${same.slice(0, 10).map(quoted).join(' and ')} ${same.length === 2 ? 'both' : 'all'} hold the ${labelOf(column).replaceAll('_', ' ')}: choose one.`,
    ),
    ...unnamed.map(
      ({ name, cell, line }) =>
        `${name.trim() === '' ? 'A column' : `C${name.slice(1)}`} has no heading, but ${unit} ${line} has ${quoted(cell)} in it.`,
    ),
    lacksRegistration && 'No column has the registration.',
    ...lacks.map(({ message }) => message),
    ...dates.map(({ kind, name, cell, line }) =>
      kind === 'no_year'
        ? `Dates of ${quoted(name)} have no year: ${unit} ${line} has ${quoted(cell)}.`
        : `The dates of ${quoted(name)} may have the month first: ${unit} ${line} has ${quoted(cell)}.`,
    ),
    missing.length > 0 && `--map names ${missing.map(quoted).join(', ')}, which the list does not have.`,
  ]
  const options = [
    ...repeated.flatMap(({ column, names: same }) =>
      same.slice(0, 10).map((name) => `  --map ${labelOf(column)}=${headingOption(name)}`),
    ),
    ...[...unknown, ...unnamed].slice(0, 30).map(({ name }) => eitherOption(name)),
    ...dates.map(({ kind, name }) =>
      kind === 'no_year'
        ? `  --year-of ${headingOption(`${name}=2025`)}   or   --year-of ${headingOption(`${name}=${NO_YEAR}`)}`
        : `  --month-first ${headingOption(name)}   or   --day-first ${headingOption(name)}`,
    ),
  ]
  return [
    ...problems.filter((problem) => problem !== false),
    headings.length > 0
      ? `The headings${headingLine > 1 ? `, on ${place},` : ''} are: ${headings.map((name) => quoted(name) + (columnOf.get(name) ?? '')).join(', ')}.`
      : 'The list has no headings.',
    ...(options.length > 0
      ? [
          `Nothing has been imported. ${dates.length > 0 ? 'Decide about' : 'Map or ignore'} each of them:`,
          ...options,
        ]
      : ['Nothing has been imported. Name the column: --map registration="…"']),
    `Known columns: ${columnLabels(spec).join(', ')}.`,
  ].join('\n')
}

/** The workbook has several sheets, or none of the name that was given. */
export const describeSheets = ({ wanted, names, likely }: SheetError): string =>
  `The workbook has ${wanted === undefined ? 'several sheets' : `no sheet ${quoted(wanted)}`}: it has ${formatList(names.slice(0, 30).map(quoted))}. Choose one with --sheet "${escapeTerminal(likely, 40)}".`
