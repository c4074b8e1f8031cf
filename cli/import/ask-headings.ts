import type { SheetError } from '#services/import/files/workbook/read.ts'
import { columnLabels, HeadingError, labelOf } from '#services/import/rows/headings.ts'
import type { HeadingSpec } from '#services/import/rows/table-specs.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'

/** Quotes a heading for a shell: in double quotes, or in single quotes if it has characters that those don't protect. */
const headingOption = (name: string) =>
  /["$`\\!]/.test(name)
    ? `'${escapeTerminal(name, 200).replaceAll("'", "'\\''")}'`
    : `"${escapeTerminal(name, 200)}"`

/** The error with the options that settle it. */
export function withHeadingOptions(error: unknown, list: HeadingSpec): unknown {
  if (!(error instanceof HeadingError)) return error
  const { message, unknown, repeated, missing } = error
  const options = [
    ...repeated.flatMap(({ column, names }) =>
      names.slice(0, 10).map((name) => `  --map ${labelOf(column)}=${headingOption(name)}`),
    ),
    ...unknown
      .slice(0, 30)
      .map((name) => `  --map COLUMN=${headingOption(name)}   or   --ignore ${headingOption(name)}`),
  ]
  return new CliError(
    [
      message,
      ...(missing.length > 0
        ? [
            `--map names ${missing.map((name) => `“${escapeTerminal(name, 40)}”`).join(', ')}, which the list does not have.`,
          ]
        : []),
      ...(options.length > 0
        ? ['Nothing has been imported. Map or ignore each of them:', ...options]
        : ['Nothing has been imported. Name the column: --map registration="…"']),
      `Known columns: ${columnLabels(list).join(', ')}.`,
    ].join('\n'),
  )
}

/** @returns values for `--map` @throws the error itself if there is nothing to ask or no answer */
export async function askHeadings(error: unknown, list: HeadingSpec, terminal: Terminal): Promise<string[]> {
  if (!(error instanceof HeadingError)) throw error
  const unanswered = withHeadingOptions(error, list)
  const answers: string[] = []
  for (const { column, names } of error.repeated) {
    const choices = names.map((name, index) => `${index + 1} ${headingOption(name)}`).join(', ')
    const answer = await terminal.ask(
      `Which of these is the ${labelOf(column).replaceAll('_', ' ')}: ${choices}?`,
    )
    const name = names[Number(answer) - 1]
    if (name === undefined) throw unanswered
    answers.push(`${labelOf(column)}=${name}`)
  }
  for (const name of error.unknown) {
    const answer = await terminal.ask(
      `What is ${headingOption(name)}? One of ${columnLabels(list).join(', ')}, or - to ignore it:`,
    )
    if (answer === '') throw unanswered
    answers.push(`${answer}=${name}`)
  }
  if (answers.length === 0) throw unanswered
  const options = answers.map((answer) => {
    const [label = '', ...heading] = answer.split('=')
    return `--map ${label}=${headingOption(heading.join('='))}`
  })
  terminal.note(`Next time, use these options: ${options.join(' ')}`)
  return answers
}

/** Asks which sheet of a workbook to read. @throws the error itself without an answer */
export async function askSheet(error: SheetError, terminal: Terminal): Promise<string> {
  const list = error.names.map((name, index) => `${index + 1} “${escapeTerminal(name, 40)}”`).join(', ')
  const answer = await terminal.ask(`Which sheet: ${list}?`)
  const name = error.names[Number(answer) - 1]
  if (name === undefined) throw error
  return name
}
