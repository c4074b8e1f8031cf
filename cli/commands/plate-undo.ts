import { listChanges, type StockBatch } from '#services/stock/change-history.ts'
import { findPlateBySpelling } from '#services/stock/find-plate.ts'
import { namePlates } from '#services/stock/refusal.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { isUuid } from '#services/uuid.ts'
import { plural } from '#shared/text/format.ts'
import { columns, command } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { formatUtc } from '../format-utc.ts'

const MAX_LISTED = 100
const SHORT_LENGTH = 8

export const undo = command({
  name: 'undo',
  summary: 'undo a change of the last 30 days, even one of many plates',
  usage: '[<change>]',
  argumentCount: [0, 1],
  details: [
    'Without an argument it undoes your own latest change; “plates changes” lists them all. Plates that someone has',
    'changed since are named, and then nothing is undone. Undoing a sale removes the sale that it recorded.',
  ].join('\n'),
  examples: ['plates undo', 'plates undo 3f2a91c4'],
  async run({ positionals, terminal, backend }) {
    const { serviceClient, actor } = backend()
    const now = new Date()
    const known = await listChanges(serviceClient, { now, limit: MAX_LISTED })
    const { batch, change } = choose(known, positionals[0], actor.person)
    const { registrations, notes } = await undoChange(serviceClient, batch, actor, now)
    terminal.out(change ? `Undone: ${escapeTerminal(change, 400)}.` : 'Undone.')
    if (registrations.length > 1) terminal.out(`Restored: ${namePlates(registrations)}.`)
    for (const note of notes) terminal.note(note)
  },
})

function choose(
  known: readonly StockBatch[],
  typed: string | undefined,
  person: string,
): Pick<StockBatch, 'batch'> & Partial<StockBatch> {
  if (typed === undefined) {
    const own = known.find((entry) => entry.kind === 'change' && !entry.isUndone && entry.person === person)
    if (!own) throw new CliError('You have no changes of the last 30 days left to undo.')
    return own
  }
  const beginning = typed.trim().toLowerCase()
  if (!/^[0-9a-f-]{4,36}$/.test(beginning))
    throw new UsageError('A change has an id such as 3f2a91c4: see “plates changes”.')
  const [found, another] = known.filter(({ batch }) => batch.startsWith(beginning))
  // An older change than the list contains.
  if (!found && isUuid(beginning)) return { batch: beginning }
  if (!found) throw new CliError(`There is no change ${beginning} in the last 30 days: see “plates changes”.`)
  if (another) throw new CliError(`Several changes begin with ${beginning}: give more of the id.`)
  return found
}

export const changes = command({
  name: 'changes',
  summary: 'list the changes to the stock that can be undone, newest first',
  usage: '[<registration>]',
  argumentCount: [0, 1],
  details: 'Lists the changes of the last 30 days, for one plate or all.',
  examples: ['plates changes', "plates changes 'H34 VEN' --json"],
  options: { json: { type: 'boolean', help: 'as JSON' } },
  async run({ values, positionals: [registration], terminal, backend }) {
    const { client } = backend()
    const plateId =
      registration === undefined ? undefined : (await findPlateBySpelling(client, registration)).id
    const found = await listChanges(client, { now: new Date(), plateId, limit: MAX_LISTED })
    if (values.json) return terminal.out(JSON.stringify(found, null, 2))
    const rows = found.map(({ batch, at, person, change, isUndone }) => [
      `${batch.slice(0, SHORT_LENGTH)}  ${formatUtc(at)}  ${escapeTerminal(person, 200)}`,
      `${escapeTerminal(change, 400)}${isUndone ? ' (undone)' : ''}`,
    ])
    if (rows.length > 0) for (const line of columns(rows)) terminal.out(line)
    terminal.note(`${plural(found.length, 'change')}.`)
  },
})
