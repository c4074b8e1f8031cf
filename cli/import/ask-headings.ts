import type { SheetError } from '#services/import/files/workbook/read.ts'
import { columnLabels, HeadingError, headingOption, labelOf } from '#services/import/rows/headings.ts'
import type { HeadingSpec } from '#services/import/rows/table-specs.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'

/** @returns values for `--map` @throws the error itself if there is nothing to ask or no answer */
export async function askHeadings(error: unknown, list: HeadingSpec, terminal: Terminal): Promise<string[]> {
  if (!(error instanceof HeadingError)) throw error
  const answers: string[] = []
  for (const { column, names } of error.repeated) {
    const choices = names.map((name, index) => `${index + 1} ${headingOption(name)}`).join(', ')
    const answer = await terminal.ask(
      `Which of these is the ${labelOf(column).replaceAll('_', ' ')}: ${choices}?`,
    )
    const name = names[Number(answer) - 1]
    if (name === undefined) throw error
    answers.push(`${labelOf(column)}=${name}`)
  }
  for (const name of error.unknown) {
    const answer = await terminal.ask(
      `What is ${headingOption(name)}? One of ${columnLabels(list).join(', ')}, or - to ignore it:`,
    )
    if (answer === '') throw error
    answers.push(`${answer}=${name}`)
  }
  if (answers.length === 0) throw error
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
