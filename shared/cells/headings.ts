// An unknown or ambiguous heading is a question, because a guess could import the wrong column.

import { parseTyped } from '../registration/typed-registration.ts'
import {
  DATE_HEADINGS,
  type HeadingSpec,
  REGISTRATION_HEADINGS,
  VAGUE_PRICE_HEADINGS,
} from './table-specs.ts'

/** The score of a row with one heading that is known. */
export const KNOWN_HEADING = 10

export interface HeadingSearch {
  /** The likelihood that a row contains the headings; negative if it cannot, `KNOWN_HEADING` or more if it does. */
  score(cells: readonly string[]): number
  found(headings: FoundHeadings): void
}

export interface FoundHeadings {
  /** The line of the headings, the second of two; 0 if there are none, or they are not found yet. */
  line: number
  /** The first of two. */
  firstLine: number
  /** One name for each column, in order. */
  names: readonly string[]
  /** The sheet of a workbook that has several. */
  sheet: string | undefined
  /** The columns that a workbook hides. */
  hidden: readonly string[]
}

/** How the dates of a column are to be read, by its heading. */
export interface DateAnswers {
  orders: Readonly<Record<string, 'day_first' | 'month_first'>>
  /** Of days without one: '2025', or 'none' if it is not known. */
  years: Readonly<Record<string, string>>
}

export interface HeadingChoices {
  /** Table column → heading of the list. */
  map: ReadonlyMap<string, string>
  ignore: readonly string[]
  /** Answers for earlier lists: heading key → column, or `-` for none. Explicit choices take precedence. */
  remembered?: ReadonlyMap<string, string>
  dates?: DateAnswers
  /** Of lists side by side: all, one below the other, or the first alone. */
  sideBySide?: 'below' | 'first' | undefined
}

export const NO_CHOICES: HeadingChoices = { map: new Map(), ignore: [] }

/** Generated columns, which an export may contain and an import ignores. */
const GENERATED = new Set(['id', 'createdat', 'updatedat'])

/** 'Price (£)', 'PRICE' and 'price' are equal; '£' alone means price. */
const normalize = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]/g, '') || (name.trim() === '£' ? 'price' : '')

/** The key for remembering an answer about a heading; '' for a heading without letters. */
export const headingKey = (name: string) => normalize(withoutColumn(name))

/** The reader of files adds the column letter to repeated headings and uses it for blank ones. */
export const withoutColumn = (name: string) => name.replace(/ \(column [A-Z]+\)$/, '')
export const isUnnamed = (name: string) => name.trim() === '' || /^column [A-Z]+$/.test(name)

/** 'sold by, sold at' → ['sold by', 'sold at'] */
export const namesOf = (headings: string) => headings.trim().split(/,\s+/).filter(Boolean)

function knownNames(list: HeadingSpec): Map<string, string> {
  const known = new Map<string, string>()
  const add = (column: string, headings: string) => {
    for (const name of [column, ...namesOf(headings)]) known.set(normalize(name), column)
  }
  add('plate_number', REGISTRATION_HEADINGS)
  for (const { column, headings } of [...list.fields, ...(list.availability ?? [])]) add(column, headings)
  if (list.dates.includes('sale_date')) add('sale_date', DATE_HEADINGS)
  return known
}

/** The column for a common name of it. */
export const findColumn = (list: HeadingSpec, name: string): string | undefined =>
  knownNames(list).get(normalize(name))

/** The columns that a list may have, in the order in which they are explained. */
export const columnsOf = (list: HeadingSpec): string[] => [...new Set(knownNames(list).values())]

export interface HeadingReader extends HeadingSearch, Readonly<FoundHeadings> {
  readonly spec: HeadingSpec
  readonly choices: HeadingChoices
  /** Whether row numbers count lines or sheet rows. */
  unit: 'line' | 'row'
  /** The columns that are certain, and the questions about the others. */
  assign(names: readonly string[]): AssignedHeadings
  /** The heading of the total price, such as "price", does not say whether it includes fees. */
  isVaguePrice(columns: ReadonlyMap<string, string>): boolean
  /**
   * Required columns besides the registration that the list lacks. Names the last column of a missing group, which accepts whatever
   * the others do: a date may be a year alone.
   */
  lacking(columns: ReadonlyMap<string, string>): { column: string; message: string }[]
}

export function headingReader(list: HeadingSpec, choices: HeadingChoices = NO_CHOICES): HeadingReader {
  const known = knownNames(list)
  return {
    spec: list,
    choices,
    unit: 'line',
    line: 0,
    firstLine: 0,
    names: [],
    sheet: undefined,
    hidden: [],
    found(headings) {
      Object.assign(this, headings)
    },
    assign: (names) => assignHeadings(names, choices, known, list),
    isVaguePrice(columns) {
      const total = withoutColumn(columns.get('total_price') ?? '')
      return namesOf(VAGUE_PRICE_HEADINGS).some((name) => normalize(name) === normalize(total))
    },

    score(cells) {
      const filled = cells.filter((cell) => cell.trim() !== '')
      if (filled.length === 0) return -1
      const columns = filled.map(
        (cell) =>
          [...choices.map].find(([, heading]) => findHeading(heading, [cell]) !== undefined)?.[0] ??
          choices.remembered?.get(headingKey(cell)) ??
          known.get(normalize(cell)),
      )
      const ignored = filled.filter((cell) =>
        choices.ignore.some((heading) => findHeading(heading, [cell]) !== undefined),
      )
      const matched = columns.filter((column) => column !== undefined).length + ignored.length
      const isNamed = columns.includes('plate_number')
      // A row with a registration or a number is data, but a heading may be a year, a document or VAT 20.
      const isData = filled.some((cell) => parseTyped(cell).ok || /^[£\s]*\d[\d,. ]*$/.test(cell))
      if (isData) return isNamed ? 0.5 : -1
      return (isNamed ? 1000 : 0) + KNOWN_HEADING * matched + (filled.length > 1 ? 1 : 0)
    },

    lacking: (columns) =>
      list.needed
        .filter(({ columns: either }) => !either.some((column) => columns.has(column)))
        .map(({ columns: either, message }) => ({ column: either.at(-1) as string, message })),
  }
}

export interface AssignedHeadings {
  columns: Map<string, string>
  ignored: string[]
  /** Columns without a heading; they must be empty. */
  unnamed: string[]
  unknown: string[]
  repeated: { column: string; names: string[] }[]
}

function assignHeadings(
  names: readonly string[],
  choices: HeadingChoices,
  known: ReadonlyMap<string, string>,
  { ignoresUnknown }: HeadingSpec,
): AssignedHeadings {
  const columns = new Map<string, string>()
  for (const [column, heading] of choices.map) {
    const name = findHeading(heading, names)
    if (name !== undefined) columns.set(column, name)
  }
  const ignored = choices.ignore.flatMap((heading) => findHeading(heading, names) ?? [])
  const chosen = new Set([...columns.values(), ...ignored])
  const unnamed: string[] = []
  const unknown: string[] = []
  const found = new Map<string, string[]>()
  for (const name of names) {
    if (chosen.has(name)) continue
    const column = choices.remembered?.get(headingKey(name)) ?? known.get(headingKey(name))
    if (column === '-') ignored.push(name)
    else if (column !== undefined && columns.has(column)) ignored.push(name)
    else if (column !== undefined) found.set(column, [...(found.get(column) ?? []), name])
    else if (ignoresUnknown) ignored.push(...(isUnnamed(name) ? [] : [name]))
    else if (isUnnamed(name)) unnamed.push(name)
    else if (!GENERATED.has(normalize(withoutColumn(name)))) unknown.push(name)
  }
  for (const [column, same] of found) {
    const [name = ''] = same
    const before = same.filter((name) => choices.remembered?.get(headingKey(name)) === column)
    const [only] = before
    columns.set(column, only ?? name)
    if (only === undefined || before.length > 1) continue
    ignored.push(...same.filter((name) => name !== only))
    found.set(column, [only])
  }
  const repeated = [...found]
    .filter(([, same]) => same.length > 1)
    .map(([column, same]) => ({ column, names: same }))
  return { columns, ignored, unnamed, unknown, repeated }
}

function findHeading(wanted: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()
  return (
    names.find((name) => plain(name) === plain(wanted)) ??
    (normalize(wanted) === '' ? undefined : names.find((name) => normalize(name) === normalize(wanted)))
  )
}
