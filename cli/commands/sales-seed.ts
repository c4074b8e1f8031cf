import type { TableSpec } from '#shared/cells/table-specs.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { confirm } from '../confirm.ts'
import type { Command, Context } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { planSeed, writeSeed } from '../import/seed.ts'

const LISTED = 40

/** `sales import --seed`, an alternative to importing a file. */
export const withSeed = (files: Command, pick: (values: Record<string, unknown>) => TableSpec): Command => ({
  ...files,
  usage: '<file> | --seed',
  details: [
    ...files.details,
    '--seed takes the place of a file: it offers the sales that came with this version of the site and are not on',
    'record, since an upgrade does not add them. No sale is added twice; one that is on record with other prices stays',
    'as it is, and one that lacks a computed price gets it with --replace. Sales that you removed are offered again.',
  ],
  examples: [...files.examples, 'sales import --seed --dry-run', 'sales import --seed'],
  options: {
    ...files.options,
    seed: { type: 'boolean', help: 'offer the sales that came with the site and are not on record' },
    replace: { type: 'boolean', help: 'with --seed: complete recorded sales with computed prices' },
    all: { type: 'boolean', help: 'with --seed: list every sale, however many' },
    yes: { type: 'boolean', short: 'y', help: 'with --seed: do not ask' },
  },
  async run(context) {
    const { seed, ...others } = context.values as Record<string, unknown>
    if (seed) return runSeed(context, pick(context.values))
    const extra = ['replace', 'all', 'yes'].find((name) => others[name])
    if (extra)
      throw new UsageError(
        `--${extra} is for --seed: an import of a file leaves what is to be decided to the desk.`,
      )
    if (context.positionals.length === 0) throw new UsageError('Missing argument: <file>, or pass --seed.')
    return files.run(context)
  },
})

async function runSeed(
  { values: given, positionals, terminal, backend }: Context,
  table: TableSpec,
): Promise<number> {
  const values: Record<string, unknown> = given
  const extra = ['as', 'keep-good'].find((name) => values[name] !== undefined)
  if (positionals.length > 0) throw new UsageError('Give a file or --seed, not both.')
  if (extra) throw new UsageError(`--${extra} is for an import of a file, not for --seed.`)
  const opened = backend()
  const { added, incomplete, different, unchanged } = await planSeed(opened.database, table)
  const completed = values.replace === true ? incomplete : []

  const listed = values.all === true ? added : added.slice(0, LISTED)
  for (const row of listed)
    terminal.out(
      `add ${[row.plate_number, [row.sale_month, row.sale_year].filter(Boolean).join('/'), row.where_sold]
        .filter(Boolean)
        .map((part) => escapeTerminal(part))
        .join(' · ')}`,
    )
  if (added.length > listed.length)
    terminal.out(`… and ${formatNumber(added.length - listed.length)} more to add (--all lists them)`)
  for (const { registration } of completed) terminal.out(`complete ${registration}`)
  if (different.length > 0)
    terminal.note(
      `Already on record with other prices, and left unchanged: ${[...new Set(different)].join(', ')}.`,
    )
  if (incomplete.length > completed.length)
    terminal.note(
      `${plural(incomplete.length, 'sale on record lacks', 'sales on record lack')} a computed price: --replace adds it.`,
    )

  const kept = unchanged + different.length + incomplete.length - completed.length
  const summary = `${plural(added.length, table.one, table.many)} added, ${formatNumber(completed.length)} completed, ${formatNumber(kept)} unchanged`
  const would = summary.replace(/ (added|completed)/g, ' would be $1')
  const isNothing = added.length + completed.length === 0
  if (isNothing || values['dry-run'] === true) {
    terminal.out(`${isNothing ? summary : would}. Nothing has been changed.`)
    return 0
  }
  const isConfirmed = await confirm(terminal, {
    yes: values.yes === true,
    consequence: `${plural(added.length, table.one, table.many)} would be added and ${formatNumber(completed.length)} completed`,
    question: `${would}. Go ahead?`,
  })
  if (!isConfirmed) {
    terminal.out('Nothing has been changed.')
    return 0
  }
  await writeSeed({ added, incomplete: completed }, table, `${summary}, from the seed`, opened)
  terminal.out(`${summary}.`)
  return 0
}
