import { plural } from '#shared/text/format.ts'
import { onlyCommand } from '../define-command.ts'
import { runChecks } from '../doctor/checks.ts'

const LABELS = { ok: '  ok   ', warning: '  warn ', error: '  ERROR' } as const

export const doctorCommand = onlyCommand('doctor', {
  summary: 'check whether the site is ready to trade',
  details: [
    'ERROR is a problem to solve before you trade; “warn” is something to look at. The exit code is 0 if there are no',
    'errors, else 1. Keys and passwords are never shown.',
  ],
  examples: ['doctor'],
  async run({ terminal, environment, backend }) {
    let errors = 0
    for await (const { level, message, list } of runChecks(environment, backend)) {
      if (level === 'error') errors += 1
      terminal.out(`${LABELS[level]}  ${message}`)
      for (const entry of list ?? []) terminal.out(`           ${entry}`)
    }
    terminal.out(
      errors === 0 ? 'Ready to trade.' : `Not ready to trade: ${plural(errors, 'error')} to solve.`,
    )
    return errors === 0 ? 0 : 1
  },
})
