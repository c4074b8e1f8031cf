/**
 * Tells which column of a table each heading of a list is. Nothing is guessed and nothing is dropped quietly: a
 * heading that is not understood, or two that mean the same, stop the import with the options that settle it.
 */
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { HeadingSearch } from '../files/read.ts'
import { DATE_NAMES, REGISTRATION_NAMES, type TableSpec, VAGUE_PRICE_NAMES } from './table-specs.ts'

/** What `--map` and `--ignore` say. */
export interface HeadingChoices {
  /** Column of the table → heading of the list, and the word that names the column. */
  map: ReadonlyMap<string, { heading: string; word: string }>
  ignore: readonly string[]
}

export const NO_CHOICES: HeadingChoices = { map: new Map(), ignore: [] }

export interface Headings {
  /** Column of the table → heading of the list. */
  columns: Map<string, string>
  /** Headings that are deliberately not read. */
  ignored: string[]
  /** Columns without a heading: they must be empty. */
  unnamed: string[]
  /** The total price of a sale is only called "price", which does not say whether fees are in it. */
  isVaguePrice: boolean
}

/** Columns of the database's own, which an export may hold; an import leaves them alone. */
const STORED = new Set(['id', 'createdat', 'updatedat'])

/** 'Price (£)', 'PRICE' and 'price' are the same heading; '£' alone is a price in pounds. */
const normalize = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]/g, '') || (name.trim() === '£' ? 'price' : '')

/** A repeated heading comes with its place, and a blank one as its place alone (`files/csv.ts`). */
const withoutPlace = (name: string) => name.replace(/ \(column [A-Z]+\)$/, '')
const isUnnamed = (name: string) => name.trim() === '' || /^column [A-Z]+$/.test(name)

function knownNames(table: TableSpec): Map<string, string> {
  const known = new Map<string, string>()
  const add = (column: string, names: readonly string[]) => {
    for (const name of [column, ...names]) known.set(normalize(name), column)
  }
  add('plate_number', REGISTRATION_NAMES)
  for (const { column, names } of [...table.fields, ...table.availability]) add(column, names)
  if (table.name !== 'plates') add('sale_date', DATE_NAMES)
  return known
}

/** As the options and the messages call a column. */
export const labelOf = (column: string) =>
  column === 'plate_number' ? 'registration' : column.replace(/^is_/, '')

const quoted = (name: string) => `“${escapeTerminal(name, 40)}”`

/** For a shell: in double quotation marks, unless the heading holds what those do not protect. */
export const headingOption = (name: string) =>
  /["$`\\!]/.test(name)
    ? `'${escapeTerminal(name, 200).replaceAll("'", "'\\''")}'`
    : `"${escapeTerminal(name, 200)}"`

/** The columns that a heading can be named as. */
export const columnLabels = (table: TableSpec): string[] =>
  [...new Set(knownNames(table).values())].map(labelOf)

export class HeadingError extends CliError {
  readonly unknown: readonly string[]
  readonly repeated: readonly { column: string; names: readonly string[] }[]

  constructor(
    message: string,
    unknown: readonly string[],
    repeated: readonly { column: string; names: readonly string[] }[] = [],
  ) {
    super(message)
    this.unknown = unknown
    this.repeated = repeated
  }
}

export interface HeadingReader extends HeadingSearch {
  /** The line of the headings, or 0. */
  readonly line: number
  /** @throws HeadingFault */
  match(names: readonly string[]): Headings
  /** Why a cell stops the import that has no heading above it. */
  unnamedError(name: string, cell: string, line: number): HeadingError
  /** Headings that `--map` names and that no row had. */
  missing(): string[]
}

export function headingReader(table: TableSpec, choices: HeadingChoices = NO_CHOICES): HeadingReader {
  const known = knownNames(table)
  const missing = new Set([...choices.map.values()].map(({ heading }) => heading))
  const ending = `Columns that can be named: ${columnLabels(table).join(', ')}.`
  let line = 0

  return {
    get line() {
      return line
    },
    found(at) {
      line = at
    },
    match(names) {
      const columns = new Map<string, string>()
      for (const [column, { heading }] of choices.map) {
        const name = findHeading(heading, names)
        if (name === undefined) continue
        columns.set(column, name)
        missing.delete(heading)
      }
      const ignored = choices.ignore.flatMap((heading) => findHeading(heading, names) ?? [])
      const chosen = new Set([...columns.values(), ...ignored])
      const unnamed: string[] = []
      const unknown: string[] = []
      const found = new Map<string, string[]>()
      for (const name of names) {
        if (chosen.has(name)) continue
        const column = known.get(normalize(withoutPlace(name)))
        if (column !== undefined && columns.has(column)) ignored.push(name)
        else if (column !== undefined) {
          const same = found.get(column) ?? []
          same.push(name)
          found.set(column, same)
        } else if (isUnnamed(name)) unnamed.push(name)
        else if (!STORED.has(normalize(withoutPlace(name)))) unknown.push(name)
      }
      for (const [column, [name = '']] of found) columns.set(column, name)
      const repeated = [...found].filter(([, same]) => same.length > 1)
      const problems = [
        ...(unknown.length > 0
          ? [
              `${unknown.length === 1 ? 'This heading is' : 'These headings are'} not understood: ${unknown.slice(0, 30).map(quoted).join(', ')}.`,
            ]
          : []),
        ...repeated.map(
          ([column, same]) =>
            `The columns ${same.slice(0, 10).map(quoted).join(' and ')} ${same.length === 2 ? 'both' : 'all'} hold the ${labelOf(column).replaceAll('_', ' ')}: say which one to read.`,
        ),
        ...(columns.has('plate_number') ? [] : ['No column holds the registration.']),
        ...(table.name === 'plates' || columns.has('sale_year') || columns.has('sale_date')
          ? []
          : ['No column holds the year of the sale: name one “year”, or “date”.']),
      ]
      if (problems.length === 0) {
        const total = choices.map.get('total_price')?.word ?? withoutPlace(columns.get('total_price') ?? '')
        const isVaguePrice = VAGUE_PRICE_NAMES.some((name) => normalize(name) === normalize(total))
        return { columns, ignored, unnamed, isVaguePrice }
      }
      const columnOf = new Map([...columns].map(([column, name]) => [name, column]))
      const seen = names
        .slice(0, 40)
        .filter((name) => !isUnnamed(name))
        .map((name) => {
          const column = columnOf.get(name)
          return quoted(name) + (column === undefined ? '' : ` (${labelOf(column)})`)
        })
      const options = [
        ...repeated.flatMap(([column, same]) =>
          same.slice(0, 10).map((name) => `  --map ${labelOf(column)}=${headingOption(name)}`),
        ),
        ...unknown
          .slice(0, 30)
          .map((name) => `  --map COLUMN=${headingOption(name)}   or   --ignore ${headingOption(name)}`),
      ]
      const message = [
        ...problems,
        `The headings${line > 1 ? `, on line ${line},` : ''} are: ${seen.join(', ')}.`,
        ...(missing.size > 0
          ? [`--map names ${[...missing].map(quoted).join(', ')}, which is none of them.`]
          : []),
        ...(options.length > 0
          ? ['Nothing has been imported. Say what each of them is, or leave it out:', ...options]
          : ['Nothing has been imported. Say which column it is: --map registration="…"']),
        ending,
      ].join('\n')
      throw new HeadingError(
        message,
        unknown,
        repeated.map(([column, same]) => ({ column, names: same })),
      )
    },

    unnamedError(name, cell, at) {
      const place = name.trim() === '' ? 'A column' : `C${name.slice(1)}`
      return new HeadingError(
        [
          `${place} has no heading, and line ${at} holds “${escapeTerminal(cell)}” there.`,
          'Nothing has been imported. Say what the column is, or leave it out:',
          `  --map COLUMN=${headingOption(name)}   or   --ignore ${headingOption(name)}`,
          ending,
        ].join('\n'),
        [name],
      )
    },

    score(cells) {
      const filled = cells.filter((cell) => cell.trim() !== '')
      // A row with a figure of its own is one of the list's rows.
      if (filled.length === 0 || filled.some((cell) => /^[£\s]*\d[\d,. ]*$/.test(cell))) return -1
      const columns = filled.map(
        (cell) =>
          [...choices.map].find(([, { heading }]) => findHeading(heading, [cell]) !== undefined)?.[0] ??
          known.get(normalize(cell)),
      )
      const ignored = filled.filter((cell) =>
        choices.ignore.some((heading) => findHeading(heading, [cell]) !== undefined),
      )
      const understood = columns.filter((column) => column !== undefined).length + ignored.length
      return (columns.includes('plate_number') ? 1000 : 0) + 10 * understood + (filled.length > 1 ? 1 : 0)
    },

    missing: () => [...missing],
  }
}

/** The heading that is meant: spelt alike, or else alike but for signs. */
function findHeading(wanted: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()
  return (
    names.find((name) => plain(name) === plain(wanted)) ??
    (normalize(wanted) === '' ? undefined : names.find((name) => normalize(name) === normalize(wanted)))
  )
}

/**
 * Reads `--map price="Retail £"`, `--map -="Cost"` and `--ignore "Cost"`.
 *
 * @throws UsageError if a column is unknown or named twice
 */
export function readChoices(
  table: TableSpec,
  map: readonly string[],
  ignore: readonly string[],
): HeadingChoices {
  const known = knownNames(table)
  const choices = { map: new Map<string, { heading: string; word: string }>(), ignore: [...ignore] }
  for (const entry of map) {
    const [, word = '', heading = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? []
    if (heading.trim() === '')
      throw new UsageError(`--map is a column and a heading, such as --map price="Retail £".`)
    if (word.trim() === '-') {
      choices.ignore.push(heading)
      continue
    }
    const column = known.get(normalize(word))
    if (column === undefined)
      throw new UsageError(
        `--map: there is no column “${escapeTerminal(word)}”, but ${columnLabels(table).join(', ')}.`,
      )
    if (choices.map.has(column)) throw new UsageError(`--map names two headings for ${labelOf(column)}.`)
    choices.map.set(column, { heading, word })
  }
  return choices
}
