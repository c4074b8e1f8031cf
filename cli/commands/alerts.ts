import { listAlerts, removeAlertsOf } from '#services/alerts/alert-store.ts'
import { type AlertCriteria, describeCriteria, parseCriteria } from '#shared/alerts/criteria.ts'
import { plural } from '#shared/text/format.ts'
import { columns, command, type Group } from '../define-command.ts'
import { escapeTerminal } from '../escape-terminal.ts'

const list = command({
  name: 'list',
  summary: 'list what visitors are waiting for, most wanted first, without their addresses',
  details: 'Alerts that nobody has confirmed yet are not listed.',
  examples: ['alerts list', 'alerts list --json'],
  options: { json: { type: 'boolean', help: 'as JSON' } },
  async run({ values, terminal, backend }) {
    const alerts = (await listAlerts(backend().client)).filter(({ confirmedAt }) => confirmedAt !== null)
    const wanted = [...Map.groupBy(alerts, ({ criteria }) => criteria)]
      .map(([criteria, same]) => ({
        wanted: describe(parseCriteria(new URLSearchParams(criteria)), criteria),
        alerts: same.length,
        weekly: same.filter(({ frequency }) => frequency === 'weekly').length,
      }))
      .sort((a, b) => b.alerts - a.alerts || (a.wanted < b.wanted ? -1 : 1))
    if (values.json) return terminal.out(JSON.stringify(wanted, null, 2))
    for (const line of columns(
      wanted.map((one) => [String(one.alerts).padStart(5), escapeTerminal(one.wanted, 100)]),
    ))
      terminal.out(line)
    terminal.note(`${plural(alerts.length, 'alert')}, for ${plural(wanted.length, 'wish', 'wishes')}.`)
  },
})

const describe = (criteria: AlertCriteria | null, text: string) =>
  criteria ? describeCriteria(criteria) : text

const stop = command({
  name: 'stop',
  summary: 'stop all alerts of a person, on their request',
  usage: '<email>',
  argumentCount: [1, 1],
  details: 'To remove everything you hold about a person, use “enquiries forget”.',
  examples: ['alerts stop ann@example.co.uk'],
  async run({ positionals, terminal, backend }) {
    const { client, announce } = backend()
    const [email = ''] = positionals
    const removed = await removeAlertsOf(client, email)
    announce(`stopped ${plural(removed, 'alert')} of one person`)
    terminal.out(
      removed === 0
        ? `There are no alerts of ${escapeTerminal(email)}.`
        : `Stopped and removed ${plural(removed, 'alert')} of ${escapeTerminal(email)}.`,
    )
  },
})

export const alertCommands: Group = {
  name: 'alerts',
  summary: 'what visitors want to be told about',
  commands: [list, stop],
}
