import { parseArgs } from 'node:util'
import type { CliBackend } from './backend.ts'
import { UsageError } from './errors.ts'
import type { Terminal } from './terminal.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** The placeholder in the help: 'pounds'. */
  value?: string
  help: string
  short?: string
  multiple?: boolean
}

type Options = Record<string, Option>
type Values<O extends Options> = {
  [K in keyof O]?: O[K]['type'] extends 'boolean'
    ? boolean
    : O[K] extends { multiple: true }
      ? string[]
      : string
}

export interface Context<O extends Options = Options> {
  values: Values<O>
  positionals: string[]
  terminal: Terminal
  environment: Record<string, string | undefined>
  backend(): CliBackend
}

export interface Command {
  name: string
  summary: string
  /** Of its arguments: '<email> [<file>]'. */
  usage: string
  details: readonly string[]
  examples: readonly string[]
  options: Options
  /** @returns the exit code; anything but a number means 0 */
  run(context: Context): Promise<unknown>
}

interface CommandSource<O extends Options> {
  name: string
  summary: string
  usage?: string
  /** Its lines. */
  details?: string | readonly string[]
  examples?: readonly string[]
  options?: O
  run(context: Context<O>): Promise<unknown>
}

export function command<const O extends Options = Record<never, Option>>(source: CommandSource<O>): Command {
  const details = [source.details ?? []].flat()
  return { usage: '', examples: [], options: {}, ...source, details } as Command
}

export interface Group {
  name: string
  summary: string
  commands: readonly Command[]
}

/** A group whose one command is called by the name of the group alone. */
export const onlyCommand = <const O extends Options = Record<never, Option>>(
  name: string,
  source: Omit<CommandSource<O>, 'name'>,
): Group => ({ name, summary: source.summary, commands: [command({ ...source, name: '' })] })

export const CALL = 'npm run office --'

const HELP: Option = { type: 'boolean', short: 'h', help: 'show this help' }

export function parseArguments({ usage, options }: Command, args: string[]) {
  const { values, positionals } = parseOptions({ ...options, help: HELP }, args)
  if (values.help !== true) {
    const { least, most } = countArguments(usage)
    if (positionals.length < least) throw new UsageError(`Missing argument: ${usage}.`)
    if (positionals.length > most)
      throw new UsageError(
        most === 0
          ? `Unexpected argument “${positionals[0]}”.`
          : `Unexpected argument “${positionals[most]}”: put quotation marks round an argument with spaces.`,
      )
  }
  return { values, positionals }
}

function parseOptions(options: Options, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    // Only the first sentence of Node's message helps: "Unknown option '--x'. To specify a positional argument …"
    throw new UsageError(`${(error as Error).message.split(/\. |\n/)[0]?.replace(/\.$/, '')}.`)
  }
}

/** '<email> [<file>]' takes one argument or two, '<file> | --seed' one or none. */
function countArguments(usage: string) {
  const shown = usage.match(/<.*?>|\[.*?\]/g) ?? []
  const required = usage.includes(' | --') ? [] : shown.filter((argument) => argument.startsWith('<'))
  return { least: required.length, most: shown.length }
}

export function commandHelp(path: string, { summary, usage, details, examples, options }: Command): string {
  const rows = Object.entries({ ...options, help: HELP }).map(([name, { type, value, help, short }]) => [
    `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` <${value ?? 'text'}>` : ''}`,
    help,
  ])
  return [
    summary,
    '',
    `  ${[CALL, path, usage, '[options]'].filter(Boolean).join(' ')}`,
    ...(details.length > 0 ? ['', ...details] : []),
    '',
    'Options',
    ...columns(rows),
    ...(examples.length > 0 ? ['', 'Examples', ...examples.map((example) => `  ${CALL} ${example}`)] : []),
  ].join('\n')
}

export function groupHelp({ name, summary, commands }: Group): string {
  return [
    summary,
    '',
    ...columns(
      commands.map((entry) => [[name, entry.name, entry.usage].filter(Boolean).join(' '), entry.summary]),
    ),
    '',
    `Help on a command: ${CALL} ${name} ${commands[0]?.name} --help`,
  ].join('\n')
}

export function columns(rows: (string | undefined)[][]): string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`.trimEnd())
}
