import { readAll } from '../../app/shared/backend/read-all.ts'
import { plural } from '../../app/shared/format.ts'
import { columns, command, type Group } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'

const audit = command({
  name: '',
  summary: 'list who changed what with these commands, and when, newest last',
  details: [
    'Every command that changes something adds an entry with the user of the operating system. Entries have no',
    'personal data of visitors, and no key can change or remove them. They are removed after 24 months.',
  ].join('\n'),
  examples: ['audit', 'audit --since 2026-11-01 --json'],
  options: {
    since: { type: 'string', value: 'date', help: 'only from this day on, such as 2026-11-01 (UTC)' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  async run({ values, terminal, backend }) {
    const since = readDay(values.since)
    const entries: Record<string, unknown>[] = []
    for await (const row of readAll(backend().client, 'audit'))
      if (Date.parse(String(row.at)) >= since) entries.push(row)
    entries.sort((a, b) => Date.parse(String(a.at)) - Date.parse(String(b.at)))
    if (values.json) return terminal.out(JSON.stringify(entries, null, 2))
    const rows = entries.map(({ at, person, command, change }) => [
      `${new Date(String(at)).toISOString().slice(0, 19).replace('T', ' ')}  ${escapeTerminal(person, 200)}`,
      `${escapeTerminal(command, 100)}: ${escapeTerminal(change, 2000)}`,
    ])
    if (rows.length > 0) for (const line of columns(rows)) terminal.out(line)
    terminal.note(`${plural(entries.length, 'entry', 'entries')}.`)
  },
})

function readDay(given: string | undefined): number {
  if (given === undefined) return Number.NEGATIVE_INFINITY
  const day = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(day)) throw new UsageError('--since needs a day such as 2026-11-01.')
  return day
}

export const auditCommand: Group = { name: 'audit', summary: audit.summary, commands: [audit] }
