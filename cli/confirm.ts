import { readYesNo } from '#shared/cells/fields.ts'
import { UsageError } from './errors.ts'
import type { Terminal } from './terminal.ts'

export async function confirm(
  terminal: Terminal,
  { yes, consequence, question }: { yes: boolean | undefined; consequence: string; question: string },
): Promise<boolean> {
  if (yes) return true
  if (!terminal.isInteractive) throw new UsageError(`${consequence}: confirm with --yes.`)
  return readYesNo(await terminal.ask(question, 'no'))
}
