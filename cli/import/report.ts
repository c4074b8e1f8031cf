/** What an import tells: the rows that are refused, one a line; in a preview the others too; the sums at the end. */
import { formatNumber } from '../../app/shared/format.ts'
import { formatGbp } from '../../app/shared/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { ParsedRow, Refusal } from '../rows/parse-row.ts'
import type { Row, TableSpec } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'
import type { Outcome } from './compare.ts'

/** Rows of each kind that a preview lists unless all are asked for. */
const LISTED = 40

export interface Sums {
  added: number
  changed: number
  same: number
  refused: number
  /** New to the stock, and sold already. */
  skipped: number
}

export class ImportReport {
  readonly sums: Sums = { added: 0, changed: 0, same: 0, refused: 0, skipped: 0 }
  /** Registrations that the list takes off sale, and that it puts back. */
  private readonly offSale: string[] = []
  private readonly backOnSale: string[] = []
  private readonly terminal: Terminal
  private readonly table: TableSpec
  private readonly maxListed: number

  constructor(terminal: Terminal, table: TableSpec, { listAll = false } = {}) {
    this.terminal = terminal
    this.table = table
    this.maxListed = listAll ? Number.POSITIVE_INFINITY : LISTED
  }

  refused({ line, registration, reason }: Refusal): void {
    this.sums.refused += 1
    // A reason may quote what stood in the file.
    this.terminal.out(
      `line ${line}: refused${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}`,
    )
  }

  /** Counts an outcome; a refusal comes with its reason. */
  count(staged: ParsedRow, outcome: Outcome): void {
    if (outcome.kind === 'refused')
      this.refused({
        line: staged.line,
        registration: String(staged.given.plate_number),
        reason: outcome.reason,
      })
    else this.sums[outcome.kind] += 1
    if (outcome.kind === 'changed' && outcome.columns.is_available !== undefined)
      (outcome.columns.is_available ? this.backOnSale : this.offSale).push(String(staged.given.plate_number))
  }

  /** A line of a preview. */
  preview(staged: ParsedRow, outcome: Outcome): void {
    this.count(staged, outcome)
    if (outcome.kind === 'refused' || outcome.kind === 'same') return
    const number = this.sums[outcome.kind]
    if (number > this.maxListed) return
    const written = staged.written === undefined ? '' : ` (the file has “${escapeTerminal(staged.written)}”)`
    const { plate_number } = staged.given
    const sold = staged.isSold ? ' (sold)' : ''
    const say = (message: string) => this.terminal.out(`line ${staged.line}: ${message}`)
    if (outcome.kind === 'skipped') say(`skip ${plate_number}: ${outcome.reason}`)
    else if (outcome.kind === 'added') say(`add ${describe(outcome.row)}${written}`)
    else say(`change ${plate_number}: ${describeChange(outcome.columns, outcome.before)}${sold}`)
  }

  /** How many more there are than a preview lists. */
  rest(): void {
    const verbs = { added: 'add', changed: 'change', skipped: 'skip' } as const
    for (const kind of ['added', 'changed', 'skipped'] as const)
      if (this.sums[kind] > this.maxListed)
        this.terminal.out(
          `… and ${formatNumber(this.sums[kind] - this.maxListed)} more to ${verbs[kind]} (--all lists them)`,
        )
  }

  /** What an import has done to plates that were in the stock: a plate must not come back on sale unnoticed. */
  saleChanges(): void {
    const tell = (registrations: string[], message: string) => {
      if (registrations.length === 0) return
      const more = registrations.length - LISTED
      this.terminal.note(
        `${message}: ${registrations
          .slice(0, LISTED)
          .map((text) => escapeTerminal(text))
          .join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}.`,
      )
    }
    tell(this.offSale, 'Taken off sale')
    tell(this.backOnSale, 'Put back on sale')
  }

  /** '3 sales added, 1 changed, 70 there already, 2 refused' */
  sentence(isPreview = false): string {
    const { added, changed, same, refused, skipped } = this.sums
    const verb = isPreview ? 'would be ' : ''
    return [
      `${formatNumber(added)} ${added === 1 ? this.table.one : this.table.many} ${verb}added`,
      `${formatNumber(changed)} ${verb}changed`,
      `${formatNumber(same)} there already`,
      `${formatNumber(refused)} refused`,
      ...(skipped > 0 ? [`${formatNumber(skipped)} skipped: sold`] : []),
    ].join(', ')
  }
}

function describe(row: Row): string {
  const parts = [row.plate_number, row.sale_year && [row.sale_month, row.sale_year].filter(Boolean).join('/')]
  for (const column of ['price', 'hammer_price', 'total_price'])
    if (typeof row[column] === 'number')
      parts.push(`${column === 'hammer_price' ? 'hammer ' : ''}${formatGbp(row[column])}`)
  parts.push(row.where_sold, row.category, row.type === row.category ? null : row.type)
  if (row.is_available === false) parts.push('not for sale')
  if (row.is_feature === true) parts.push('featured')
  return parts
    .filter(Boolean)
    .map((part) => escapeTerminal(part))
    .join(' · ')
}

const describeChange = (columns: Row, before: Row) =>
  Object.keys(columns)
    .map((column) => `${column} ${shown(before[column])} → ${shown(columns[column])}`)
    .join('; ')

const shown = (value: unknown) =>
  value === null ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : escapeTerminal(value, 40)
