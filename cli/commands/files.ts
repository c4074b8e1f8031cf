/** `import` and `export`, which plates and sales have alike. */
import { readAll } from '../../app/shared/backend/read-all.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { type Command, command, type Option } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { type Format, writeRows } from '../files/write.ts'
import { runImport } from '../import/run.ts'
import type { TableSpec } from '../rows/table-specs.ts'

interface FileCommand {
  group: string
  /** Options of its own, which decide about the table. */
  options: Record<string, Option>
  pick(values: Record<string, unknown>): TableSpec
  /** More about an import, for its help. */
  about?: string
  /** What is to be said after an import. */
  afterImport?: string
}

export function importCommand({ group, options, pick, about, afterImport }: FileCommand): Command {
  return command({
    name: 'import',
    summary: `bring ${group} in from a list (CSV or JSON)`,
    usage: '<file>',
    argumentCount: [1, 1],
    details: [
      'Columns are found by their headings, in any order: registration, price, year, seller and the like. A heading',
      'that is not understood stops the import: name its column with --map, or leave it out with --ignore. Titles',
      'above the headings are skipped. A row whose registration is there already changes what it says otherwise; a',
      'blank cell leaves what is there. The same import twice changes nothing. On the embedded database all rows',
      'come in, or none; at a hosted backend an import that broke off is finished by running it again. “-” reads',
      'from a pipe.',
      ...(about ? [about] : []),
    ].join('\n'),
    examples: [
      `${group} import ${group}.csv --dry-run`,
      `${group} import ${group}.csv`,
      `${group} import ${group}.csv --keep-good`,
      `${group} import ${group}.csv --map registration="Cherished no." --ignore "Cost"`,
    ],
    options: {
      ...options,
      'dry-run': { type: 'boolean', short: 'n', help: 'only show what would be added, changed and refused' },
      all: { type: 'boolean', help: 'with --dry-run: list every row, however many' },
      map: {
        type: 'string',
        multiple: true,
        value: 'column="heading"',
        help: 'what a heading means; -="heading" leaves it out; repeatable',
      },
      ignore: {
        type: 'string',
        multiple: true,
        value: '"heading"',
        help: 'leave out the column under this heading; repeatable',
      },
      'keep-good': { type: 'boolean', help: 'import the good rows where others are refused' },
      'allow-doubtful': {
        type: 'boolean',
        help: 'take registrations that fit no system we know, as written',
      },
    } as Record<string, Option>,
    async run({ values: given, positionals, terminal, backend }) {
      const values: Record<string, unknown> = given
      const isPreview = values['dry-run'] === true
      const isComplete = await runImport(
        {
          table: pick(values),
          path: positionals[0] as string,
          isPreview,
          listAll: values.all === true,
          keepGood: values['keep-good'] === true,
          allowDoubtful: values['allow-doubtful'] === true,
          map: (values.map as string[] | undefined) ?? [],
          ignore: (values.ignore as string[] | undefined) ?? [],
        },
        backend(),
        terminal,
      )
      if (isComplete && !isPreview && afterImport) terminal.note(afterImport)
      return isComplete ? 0 : 1
    },
  })
}

export function exportCommand({ group, options, pick }: FileCommand): Command {
  return command({
    name: 'export',
    summary: `write ${group} into a list (CSV or JSON)`,
    usage: '[<file>]',
    argumentCount: [0, 1],
    details: [
      'Without a file the list goes to standard output. A cell that a spreadsheet would take for a formula gets an',
      'apostrophe before it; an import takes it away again.',
    ].join('\n'),
    examples: [`${group} export ${group}.csv`, `${group} export ${group}.json`],
    options: {
      ...options,
      format: { type: 'string', value: 'csv|json', help: 'instead of what the name of the file says' },
    } as Record<string, Option>,
    async run({ values: given, positionals, terminal, backend }) {
      const values: Record<string, unknown> = given
      const table = pick(values)
      const path = positionals[0] === undefined || positionals[0] === '-' ? null : positionals[0]
      const format = values.format ?? /\.(csv|json)$/i.exec(path ?? '.csv')?.[1]?.toLowerCase()
      if (format !== 'csv' && format !== 'json')
        throw new UsageError('The list is written as csv or json: end the name with it, or say --format.')
      const { client, where } = backend()
      const progress = terminal.progress('Writing')
      let done = 0
      async function* rows() {
        for await (const row of readAll(client, table.name)) {
          done += 1
          progress.at(done, null)
          yield row
        }
      }
      const count = await writeRows(rows(), {
        path,
        format: format as Format,
        columns: table.columns,
      }).finally(() => progress.end())
      terminal.note(
        `${formatNumber(count)} ${count === 1 ? table.one : table.many} of ${where}${path ? ` are in ${path}` : ''}.`,
      )
    },
  })
}
