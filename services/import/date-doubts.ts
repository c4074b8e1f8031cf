/**
 * Dates of a list that only a person can read: those of a column where one, such as 12/31/2030, says that the month is first,
 * and days without a year, such as 25-Apr.
 */
import { addYear, readDayOrder, swapDayAndMonth } from '#shared/cells/dates.ts'
import type { DateAnswers, HeadingReader } from '#shared/cells/headings.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { createYielder } from '../create-yielder.ts'
import { textOf } from './list-entries.ts'
import type { RowList } from './read-list.ts'

const KINDS = ['month_first', 'either', 'no_year'] as const

/** The month is first; it may be, as it is in another column; there is no year. */
export interface DateDoubt {
  kind: (typeof KINDS)[number]
  /** The heading of the column. */
  name: string
  /** A cell that is in doubt. */
  cell: string
  line: number
}

type CellKind = DateDoubt['kind'] | 'day_first'

type Columns = ReadonlyMap<string, string>

/** The doubts about the dated columns of the list that nobody has answered. */
export async function findDateDoubts(
  { rows }: RowList,
  columns: Columns,
  { spec, choices }: HeadingReader,
): Promise<DateDoubt[]> {
  const names = spec.dates.flatMap((column) => columns.get(column) ?? [])
  const seen = names.map((name) => ({ name, firsts: new Map<CellKind, { cell: string; line: number }>() }))
  const yieldIfDue = createYielder()
  for (const row of names.length > 0 ? rows : []) {
    await yieldIfDue()
    if (!('record' in row)) continue
    for (const { name, firsts } of seen) {
      const cell = textOf(row.record[name]).trim()
      const lacksYear = addYear(cell, '2000') !== null && !yearOf(row.record, columns)
      const kind = lacksYear ? 'no_year' : readDayOrder(cell)
      if (kind && !firsts.has(kind)) firsts.set(kind, { cell: escapeLine(cell, 40), line: row.line })
    }
  }
  const isMonthFirst = seen.some(({ firsts }) => firsts.has('month_first'))
  return seen.flatMap(({ name, firsts }) => {
    const answers = answersAbout(name, choices.dates)
    // What can be either way is in doubt where another column of the list has the month first.
    const mayBeMonthFirst = isMonthFirst && !firsts.has('month_first') && !firsts.has('day_first')
    const isAsked: Record<DateDoubt['kind'], boolean> = {
      month_first: !answers.order,
      either: !answers.order && mayBeMonthFirst,
      no_year: !answers.year,
    }
    return KINDS.filter((kind) => isAsked[kind]).flatMap((kind) => {
      const first = firsts.get(kind)
      return first ? [{ kind, name, ...first }] : []
    })
  })
}

/** The list with its dates day first and with their years, as answered. */
export function settleDates(list: RowList, columns: Columns, { spec, choices }: HeadingReader): RowList {
  const names = spec.dates.flatMap((column) => columns.get(column) ?? [])
  const answers = names.map((name) => ({ name, ...answersAbout(name, choices.dates) }))
  const isSettled = answers.every(({ order, year }) => !order && !year) && !columns.has('sale_year')
  if (names.length === 0 || isSettled) return list
  const rows = list.rows.map((row) => {
    if (!('record' in row)) return row
    const dates = answers.map(({ name, order, year = yearOf(row.record, columns) }) => [
      name,
      settle(textOf(row.record[name]), order, year) ?? row.record[name],
    ])
    return { ...row, record: { ...row.record, ...Object.fromEntries(dates) } }
  })
  return { ...list, rows }
}

/** A heading may have the name of a property that every object has. */
const answersAbout = (name: string, { orders = {}, years = {} }: Partial<DateAnswers> = {}) => ({
  order: Object.hasOwn(orders, name) ? orders[name] : undefined,
  year: Object.hasOwn(years, name) ? years[name] : undefined,
})

/** Null if it stays as it is. A date that is possible in one order alone is read in that. */
function settle(
  cell: string,
  order: DateAnswers['orders'][string] | undefined,
  year: string | undefined,
): string | null {
  const written = order && readDayOrder(cell)
  if (written === 'month_first' || (written === 'either' && order === 'month_first'))
    return swapDayAndMonth(cell)
  return year === undefined || year === NO_YEAR ? null : addYear(cell, year)
}

/** The answer that the year is not known; the cells are then no dates. */
export const NO_YEAR = 'none'

export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)

/** The year in the column of years, if there is one. */
function yearOf(record: Record<string, unknown>, columns: Columns): string | undefined {
  const year = textOf(record[columns.get('sale_year') ?? '']).trim()
  return /^\d{4}$/.test(year) ? year : undefined
}
