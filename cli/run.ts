import { StartError } from '#env.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { UserError } from '#services/user-error.ts'
import { DataError } from '#shared/data/data-error.ts'
import { nameRefused } from '#shared/registration/name-registrations.ts'
import { type CliBackend, openCliBackend } from './backend.ts'
import {
  CALL,
  type Command,
  columns,
  commandHelp,
  type Group,
  groupHelp,
  parseArguments,
} from './define-command.ts'
import { describeSystemError, UsageError } from './errors.ts'
import { escapeTerminal } from './escape-terminal.ts'
import { groups } from './registry.ts'
import { describeDataError, isOutdated } from './retry.ts'
import { escaping, type Terminal } from './terminal.ts'

interface CliProcess {
  terminal: Terminal
  environment: Record<string, string | undefined>
}

/** @returns the exit code: 0 success, 1 error, 2 invalid arguments */
export async function runCli(
  args: string[],
  { terminal: rawTerminal, environment }: CliProcess,
): Promise<number> {
  const terminal = escaping(rawTerminal)
  const process = { terminal, environment }
  const [first, second] = args
  if (first === undefined || isHelp(first)) {
    terminal.out(mainHelp())
    return first === undefined ? 2 : 0
  }
  const group = groups.find(({ name }) => name === first)
  if (!group) return reportUsageError(terminal, `There is no command “${escapeTerminal(first)}”.`, '--help')
  // A group with one unnamed command, such as `doctor` or `move`, is that command.
  const [only] = group.commands
  if (only?.name === '') return runCommand(only, group.name, args.slice(1), process)
  if (second === undefined || isHelp(second)) {
    terminal.out(groupHelp(group))
    return second === undefined ? 2 : 0
  }
  const command = group.commands.find(({ name }) => name === second)
  if (!command)
    return reportUsageError(
      terminal,
      `There is no command “${first} ${escapeTerminal(second)}”.`,
      `${first} --help`,
    )
  return runCommand(command, `${group.name} ${command.name}`, args.slice(2), process)
}

async function runCommand(
  command: Command,
  path: string,
  args: string[],
  { terminal, environment }: CliProcess,
): Promise<number> {
  let opened: CliBackend | undefined
  try {
    const { values, positionals } = parseArguments(command, args)
    if (values.help) {
      terminal.out(commandHelp(path, command))
      return 0
    }
    const backend = () => {
      opened ??= openCliBackend(environment, path)
      return opened
    }
    const context = { values: values as Record<string, never>, positionals, terminal, environment, backend }
    const code = await command.run(context)
    return typeof code === 'number' ? code : 0
  } catch (error) {
    if (error instanceof UsageError) return reportUsageError(terminal, error.message, `${path} --help`)
    if (error instanceof UserError || error instanceof StartError) terminal.note(error.message)
    else if (error instanceof ChangeConflict) terminal.note(describeConflict(error))
    else if (error instanceof DataError && isOutdated(error)) terminal.note(OUTDATED_BACKEND)
    else if (error instanceof DataError) terminal.note(`The backend failed: ${describeDataError(error)}.`)
    else {
      const message = describeSystemError(error)
      if (message === null) throw error
      terminal.note(message)
    }
    return 1
  } finally {
    await opened?.close()
  }
}

const OUTDATED_BACKEND = `Nothing has been changed: the backend lacks a table or function. Run ${CALL} migrate (docs/operations/hosted.md).`

const describeConflict = ({ registrations }: ChangeConflict) =>
  `Nothing has been changed, because someone else has just changed ${nameRefused(registrations)}. Run the command again.`

const isHelp = (word: string) => word === '--help' || word === '-h' || word === 'help'

function reportUsageError(terminal: Terminal, message: string, help: string): number {
  terminal.note(`${message} See: ${CALL} ${help}`)
  return 2
}

function mainHelp(): string {
  const isAlone = ({ commands }: Group) => commands[0]?.name === ''
  return [
    'Commands for stock, sales, enquiries and the running of the site.',
    '',
    ...columns(
      groups.map((group) => [
        group.name,
        isAlone(group)
          ? group.summary
          : `${group.summary} (${group.commands.map(({ name }) => name).join(', ')})`,
      ]),
    ),
    '',
    `  ${CALL} <command> --help   explains a command`,
    '',
    'The commands use the embedded database under DATA_DIR, or the PostgreSQL of DATABASE_URL. Set these in .env or in the',
    'environment.',
  ].join('\n')
}
