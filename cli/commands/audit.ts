import { commandOf } from '#services/audit/actor.ts'
import { readAudit } from '#services/audit/audit-log.ts'
import { plural } from '#shared/text/format.ts'
import { columns, onlyCommand } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'

export const auditCommand = onlyCommand('audit', {
  summary: 'list who changed what, at the desk and with these commands, and when, newest last',
  details: [
    'Every command that changes something adds an entry with the user of the operating system, and every change at',
    'the desk one with the name of the person (desk: …). Entries have no personal data of visitors, and no key can',
    'change or remove them. They are removed after 24 months.',
  ],
  examples: ['audit', 'audit --since 2026-11-01 --json'],
  options: {
    since: { type: 'string', value: 'date', help: 'only from this day on, such as 2026-11-01 (UTC)' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  async run({ values, terminal, backend }) {
    const since = readDay(values.since)
    const entries = (await readAudit(backend().database))
      .filter(({ at }) => Date.parse(at) >= since)
      .map(({ id, at, person, personId, via, action, change }) => {
        const command = commandOf({ person, via }, action)
        return { id, at, person, personId, command, change }
      })
    if (values.json) return terminal.out(JSON.stringify(entries, null, 2))
    const rows = entries.map(({ at, person, command, change }) => [
      `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}  ${escapeTerminal(person, 200)}`,
      `${escapeTerminal(command, 100)}: ${escapeTerminal(change, 2000)}`,
    ])
    for (const line of columns(rows)) terminal.out(line)
    terminal.note(`${plural(entries.length, 'entry', 'entries')}.`)
  },
})

function readDay(given: string | undefined): number {
  if (given === undefined) return Number.NEGATIVE_INFINITY
  const day = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(day)) throw new UsageError('--since needs a day such as 2026-11-01.')
  return day
}
