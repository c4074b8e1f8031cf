import { readTable } from '#data/read-table.ts'
import type { TableSpec } from '#shared/cells/table-specs.ts'
import { plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { type Command, command, type Option } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { type Format, writeRows } from '../files/write.ts'
import type { ImportRequest } from '../import/run-import.ts'
import type { Terminal } from '../terminal.ts'

interface FileCommand {
  group: string
  options: Record<string, Option>
}

interface ExportCommand extends FileCommand {
  pick(values: Record<string, unknown>): Pick<TableSpec, 'one' | 'many' | 'columns'> & { name: string }
}

interface ImportCommand extends FileCommand {
  importDetails?: string
  importExamples?: readonly string[]
  importOptions?: Record<string, Option>
  /** @returns true if no row is refused */
  run(
    request: ImportRequest,
    values: Record<string, unknown>,
    backend: () => CliBackend,
    terminal: Terminal,
  ): Promise<boolean>
}

export function importCommand({
  group,
  options,
  importDetails,
  importExamples = [],
  importOptions = {},
  run,
}: ImportCommand): Command {
  return command({
    name: 'import',
    summary: `import ${group} from a list (CSV, Excel or JSON)`,
    usage: '<file>',
    details: [
      'Columns are found by their headings, in any order: registration, price, year, seller and the like. Headings that were',
      'explained at the desk are remembered. A row that exists already is updated; a blank cell leaves the stored value. The',
      'same import twice changes nothing. “-” reads from a pipe. All rows are imported or none, and the desk can undo the',
      'whole import for 30 days. Whatever has to be decided is left to the desk: upload the list there, under Import.',
      ...(importDetails ? [importDetails] : []),
    ],
    examples: [
      `${group} import ${group}.csv --dry-run`,
      `${group} import ${group}.csv`,
      `${group} import ${group}.csv --keep-good`,
      ...importExamples,
    ],
    options: {
      ...options,
      ...importOptions,
      'dry-run': { type: 'boolean', short: 'n', help: 'only count what would be added, changed and refused' },
      'keep-good': { type: 'boolean', help: 'import the good rows even if others are refused' },
      'allow-doubtful': {
        type: 'boolean',
        help: 'accept registrations of no known system, as written',
      },
    } as Record<string, Option>,
    async run({ values: given, positionals, terminal, backend }) {
      const values: Record<string, unknown> = given
      const request: ImportRequest = {
        path: positionals[0] as string,
        isPreview: values['dry-run'] === true,
        keepGood: values['keep-good'] === true,
        allowDoubtful: values['allow-doubtful'] === true,
      }
      const isComplete = await run(request, values, backend, terminal)
      return isComplete ? 0 : 1
    },
  })
}

export function exportCommand({ group, options, pick }: ExportCommand): Command {
  return command({
    name: 'export',
    summary: `export ${group} to a list (CSV or JSON)`,
    usage: '[<file>]',
    details: [
      'Writes to standard output if no file is named. A cell that a spreadsheet would read as a formula gets an apostrophe',
      'in front, which an import removes.',
    ],
    examples: [`${group} export ${group}.csv`, `${group} export ${group}.json`],
    options: {
      ...options,
      format: {
        type: 'string',
        value: 'csv|json',
        help: 'the format, if the file name does not end with it',
      },
    } as Record<string, Option>,
    async run({ values: given, positionals, terminal, backend }) {
      const values: Record<string, unknown> = given
      const table = pick(values)
      const path = positionals[0] === undefined || positionals[0] === '-' ? null : positionals[0]
      const format = values.format ?? /\.(csv|json)$/i.exec(path ?? '.csv')?.[1]?.toLowerCase()
      if (format !== 'csv' && format !== 'json')
        throw new UsageError('Unknown format: end the file name with .csv or .json, or pass --format.')
      const { database, where } = backend()
      const progress = terminal.progress('Writing')
      let done = 0
      async function* rows() {
        for await (const row of readTable(database, table.name, ['id', ...table.columns])) {
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
        `Exported ${plural(count, table.one, table.many)} from ${where}${path ? ` to ${path}` : ''}.`,
      )
    },
  })
}
