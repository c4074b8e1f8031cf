import { formatNumber, plural } from '../../app/shared/format.ts'
import { formatGbp } from '../../app/shared/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { ParsedRow, Refusal } from '../rows/parse-row.ts'
import type { Row, TableSpec } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'
import type { Outcome } from './compare.ts'

const LISTED = 40

export interface Counts {
  added: number
  changed: number
  same: number
  refused: number
  /** Sold plates that are not in the stock, and unsold lots of an auction. */
  skipped: number
  /** Refused because they contradict the stored row. */
  contradictory: number
}

export class ImportReport {
  /** What the number of a row counts in the file. */
  unit: 'line' | 'row'
  readonly counts: Counts = { added: 0, changed: 0, same: 0, refused: 0, skipped: 0, contradictory: 0 }
  private readonly skipReasons = new Map<string, number>()
  private readonly offSale: string[] = []
  private readonly backOnSale: string[] = []
  private readonly terminal: Terminal
  private readonly table: TableSpec
  private readonly maxListed: number

  constructor(
    terminal: Terminal,
    table: TableSpec,
    { listAll = false, unit = 'line' }: { listAll?: boolean; unit?: 'line' | 'row' } = {},
  ) {
    this.unit = unit
    this.terminal = terminal
    this.table = table
    this.maxListed = listAll ? Number.POSITIVE_INFINITY : LISTED
  }

  refused({ line, registration, reason }: Refusal): void {
    this.counts.refused += 1
    // A reason may quote the file.
    this.terminal.out(
      `${this.unit} ${line}: refused${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}`,
    )
  }

  count(staged: ParsedRow, outcome: Outcome): void {
    if (outcome.kind === 'refused')
      this.refused({
        line: staged.line,
        registration: String(staged.given.plate_number),
        reason: outcome.reason,
      })
    else this.counts[outcome.kind] += 1
    if (outcome.kind === 'refused' && outcome.isContradiction) this.counts.contradictory += 1
    if (outcome.kind === 'skipped')
      this.skipReasons.set(outcome.reason, (this.skipReasons.get(outcome.reason) ?? 0) + 1)
    if (outcome.kind === 'changed' && outcome.columns.is_available !== undefined)
      (outcome.columns.is_available ? this.backOnSale : this.offSale).push(String(staged.given.plate_number))
  }

  preview(staged: ParsedRow, outcome: Outcome): void {
    this.count(staged, outcome)
    if (outcome.kind === 'refused' || outcome.kind === 'same') return
    const number = this.counts[outcome.kind]
    if (number > this.maxListed) return
    const written = staged.written === undefined ? '' : ` (the file has “${escapeTerminal(staged.written)}”)`
    const { plate_number } = staged.given
    const sold = staged.isSold ? ' (sold)' : ''
    const print = (message: string) => this.terminal.out(`${this.unit} ${staged.line}: ${message}`)
    if (outcome.kind === 'skipped') print(`skip ${plate_number}: ${outcome.reason}`)
    else if (outcome.kind === 'added') print(`add ${describe(outcome.row)}${written}`)
    else print(`change ${plate_number}: ${describeChange(outcome.columns, outcome.before)}${sold}`)
  }

  noteUnlisted(): void {
    const verbs = { added: 'add', changed: 'change', skipped: 'skip' } as const
    for (const kind of ['added', 'changed', 'skipped'] as const)
      if (this.counts[kind] > this.maxListed)
        this.terminal.out(
          `… and ${formatNumber(this.counts[kind] - this.maxListed)} more to ${verbs[kind]} (--all lists them)`,
        )
  }

  /** So that no plate comes back on sale unnoticed. */
  noteSaleChanges(): void {
    const note = (registrations: string[], message: string) => {
      if (registrations.length === 0) return
      const more = registrations.length - LISTED
      this.terminal.note(
        `${message}: ${registrations
          .slice(0, LISTED)
          .map((text) => escapeTerminal(text))
          .join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}.`,
      )
    }
    note(this.offSale, 'Taken off sale')
    note(this.backOnSale, 'Put back on sale')
  }

  summary(isPreview = false): string {
    const { added, changed, same, refused } = this.counts
    const verb = isPreview ? 'would be ' : ''
    return [
      `${plural(added, this.table.one, this.table.many)} ${verb}added`,
      `${formatNumber(changed)} ${verb}changed`,
      `${formatNumber(same)} unchanged`,
      `${formatNumber(refused)} refused`,
      ...[...this.skipReasons].map(([reason, count]) => `${formatNumber(count)} skipped: ${reason}`),
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
