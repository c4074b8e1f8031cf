/** `doctor`: whether the site is fit to trade, and what there is to do before it is. */

import { command, type Group } from '../define-command.ts'
import { runChecks } from '../doctor/checks.ts'

const MARKS = { good: '  good ', look: '  look ', fault: '  FAULT' } as const

const doctor = command({
  name: '',
  summary: 'say whether the site is fit to trade',
  details: [
    'FAULT is what stands in the way of trading, “look” what you may want to see to. The exit code is 0 if there is',
    'no fault, and 1 if there is one. Keys and passwords are never shown.',
  ].join('\n'),
  examples: ['doctor'],
  async run({ terminal, environment, backend }) {
    let faults = 0
    for await (const { level, message, list } of runChecks(environment, backend)) {
      if (level === 'fault') faults += 1
      terminal.out(`${MARKS[level]}  ${message}`)
      for (const entry of list ?? []) terminal.out(`           ${entry}`)
    }
    terminal.out(
      faults === 0
        ? 'Fit to trade.'
        : `Not fit to trade yet: ${faults === 1 ? 'one thing stands' : `${faults} things stand`} in the way.`,
    )
    return faults === 0 ? 0 : 1
  },
})

export const doctorCommand: Group = { name: 'doctor', summary: doctor.summary, commands: [doctor] }
