/** Notes about a list on a terminal, beside what happens to its rows. */
import { plural } from '#shared/text/format.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'
import type { MappedList } from './read-mapped.ts'

export function noteHeadings(
  { list: { headingLine, unit, hidden }, columns, ignored }: MappedList,
  terminal: Terminal,
): void {
  if (headingLine > 1)
    terminal.note(`The headings are on ${unit} ${headingLine}; the ${unit}s above them are skipped.`)
  const names = ignored.slice(0, 30).map((name) => escapeTerminal(name))
  if (names.length > 0) terminal.note(`Columns that are not imported: ${names.join(', ')}.`)
  const read = [...columns.values()].filter((name) => hidden.includes(name))
  if (read.length > 0)
    terminal.note(
      `Columns that are read although the workbook hides them: ${read.map((name) => escapeTerminal(name)).join(', ')}.`,
    )
}

export function noteSpellings(
  rowOutcomes: readonly { written?: string; isRepeated?: true }[],
  terminal: Terminal,
): void {
  const respelt = rowOutcomes.filter(({ written }) => written !== undefined).length
  if (respelt > 0)
    terminal.note(
      `${plural(respelt, 'registration is', 'registrations are')} stored in the usual spelling, such as AB51 ABC.`,
    )
  const repeated = rowOutcomes.filter(({ isRepeated }) => isRepeated).length
  if (repeated > 0) terminal.note(`${plural(repeated, 'row is', 'rows are')} in the file more than once.`)
}
