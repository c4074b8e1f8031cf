/** Asks at the terminal what the headings mean that stopped an import. */
import { columnLabels, HeadingError, headingOption, labelOf } from '../rows/headings.ts'
import type { TableSpec } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'

/**
 * @returns what `--map` would have said
 * @throws the fault itself if there is nothing to ask or no answer
 */
export async function askHeadings(fault: unknown, table: TableSpec, terminal: Terminal): Promise<string[]> {
  if (!(fault instanceof HeadingError)) throw fault
  const answers: string[] = []
  for (const { column, names } of fault.repeated) {
    const list = names.map((name, index) => `${index + 1} ${headingOption(name)}`).join(', ')
    const answer = await terminal.ask(
      `Which of these is the ${labelOf(column).replaceAll('_', ' ')}: ${list}?`,
    )
    const name = names[Number(answer) - 1]
    if (name === undefined) throw fault
    answers.push(`${labelOf(column)}=${name}`)
  }
  for (const name of fault.unknown) {
    const answer = await terminal.ask(
      `What is ${headingOption(name)}? One of ${columnLabels(table).join(', ')}, or - to leave it out:`,
    )
    if (answer === '') throw fault
    answers.push(`${answer}=${name}`)
  }
  if (answers.length === 0) throw fault
  const options = answers.map((answer) => {
    const [word = '', ...heading] = answer.split('=')
    return `--map ${word}=${headingOption(heading.join('='))}`
  })
  terminal.note(`The next time, the same can be said with ${options.join(' ')}`)
  return answers
}
