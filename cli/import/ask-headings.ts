import { columnLabels, HeadingError, headingOption, labelOf } from '../rows/headings.ts'
import type { TableSpec } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'

/** @returns values for `--map` @throws the error itself if there is nothing to ask or no answer */
export async function askHeadings(error: unknown, table: TableSpec, terminal: Terminal): Promise<string[]> {
  if (!(error instanceof HeadingError)) throw error
  const answers: string[] = []
  for (const { column, names } of error.repeated) {
    const list = names.map((name, index) => `${index + 1} ${headingOption(name)}`).join(', ')
    const answer = await terminal.ask(
      `Which of these is the ${labelOf(column).replaceAll('_', ' ')}: ${list}?`,
    )
    const name = names[Number(answer) - 1]
    if (name === undefined) throw error
    answers.push(`${labelOf(column)}=${name}`)
  }
  for (const name of error.unknown) {
    const answer = await terminal.ask(
      `What is ${headingOption(name)}? One of ${columnLabels(table).join(', ')}, or - to ignore it:`,
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
