/** What a command of the office is, and how its words are read and explained. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { CliBackend } from './backend.ts'
import { UsageError } from './errors.ts'
import type { Terminal } from './terminal.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** What stands behind a string option in the help: 'pounds'. */
  value?: string
  help: string
  short?: string
  /** May be given several times; its value is a list. */
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
  /** Opened when it is first asked for, closed when the command is over. */
  backend(): CliBackend
}

export interface Command {
  name: string
  summary: string
  /** What stands behind the name: '<registration> …'. */
  usage: string
  /** The least and the most words behind the name. */
  argumentCount: readonly [least: number, most: number]
  details: string
  examples: readonly string[]
  options: Options
  /** @returns the exit code, if it is a number; else it is 0 */
  run(context: Context): Promise<unknown>
}

interface CommandSource<O extends Options> {
  name: string
  summary: string
  usage?: string
  argumentCount?: readonly [number, number]
  details?: string
  examples?: readonly string[]
  options?: O
  run(context: Context<O>): Promise<unknown>
}

export function command<const O extends Options = Record<never, Option>>(source: CommandSource<O>): Command {
  return { usage: '', argumentCount: [0, 0], details: '', examples: [], options: {}, ...source } as Command
}

export interface Group {
  name: string
  summary: string
  commands: readonly Command[]
}

export const CALL = 'npm run office --'

const HELP: Option = { type: 'boolean', short: 'h', help: 'show this help' }

/** @throws UsageError in words for people */
export function parseArguments(command: Command, args: string[]) {
  const options: ParseArgsConfig['options'] = {}
  for (const [name, { type, short, multiple = false }] of Object.entries<Option>({
    ...command.options,
    help: HELP,
  }))
    options[name] = { type, multiple, ...(short ? { short } : {}) }
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({
      args: joinDashValues(args, options),
      options,
      allowPositionals: true,
      allowNegative: true,
    }) as typeof parsed
  } catch (error) {
    // "Unknown option '--x'. To specify a positional argument …": the first sentence is the one that helps.
    throw new UsageError(`${(error as Error).message.split(/\. |\n/)[0]?.replace(/\.$/, '')}.`)
  }
  const { values, positionals } = parsed
  if (values.help !== true) {
    const [least, most] = command.argumentCount
    if (positionals.length < least) throw new UsageError(`It needs ${command.usage}.`)
    if (positionals.length > most)
      throw new UsageError(
        most === 0
          ? `It takes no words such as “${positionals[0]}”.`
          : `“${positionals[most]}” is one word too many: put quotation marks round what belongs together.`,
      )
  }
  return { values, positionals }
}

/** `--map -=Cost` as `--map=-=Cost`: parseArgs takes a value that begins with a dash for a slip. */
function joinDashValues(args: string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const last = joined.at(-1)
    if (last?.startsWith('--') && options[last.slice(2)]?.type === 'string' && arg.startsWith('-='))
      joined[joined.length - 1] = `${last}=${arg}`
    else joined.push(arg)
  }
  return joined
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
    ...(details ? ['', details] : []),
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
    `Help on one of them: ${CALL} ${name} ${commands[0]?.name} --help`,
  ].join('\n')
}

/** Two columns, the second one aligned. */
export function columns(rows: (string | undefined)[][]): string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`.trimEnd())
}
