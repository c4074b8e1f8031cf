/** Reports on a terminal what an import of stock does. */

import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { ColumnChange, Fate, FateKind, Plan } from '#services/import/stock/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'

const LISTED = 40

const OPTIONS: Record<Question, [one: string, many: string, option: string]> = {
  no_price: ['plate has no price', 'plates have no price', '--unpriced draft imports them as drafts'],
  reading: ['price needs checking', 'prices need checking', '--read-prices accept uses them as listed above'],
  vat: ['price is before VAT', 'prices are before VAT', '--vat add adds it, and --vat as-written does not'],
  private: [
    'row has a private cell that cannot be read',
    'rows have private cells that cannot be read',
    '--unreadable skip imports them without those cells',
  ],
  hidden: [
    'row is hidden in the workbook',
    'rows are hidden in the workbook',
    '--hidden import imports them',
  ],
  date: [
    'registration is a date',
    'registrations are dates',
    '--dates letters-first makes them DEC 25, and --dates number-first 25 DEC',
  ],
  garbled: [
    'row has garbled text',
    'rows have garbled text',
    '--garbled mend mends it, and --garbled as-written does not',
  ],
}

export class StockReport {
  private readonly terminal: Terminal
  private readonly plan: Plan
  private readonly unit: 'line' | 'row'
  private readonly maxListed: number

  constructor(terminal: Terminal, plan: Plan, { unit, listAll }: { unit: 'line' | 'row'; listAll: boolean }) {
    this.terminal = terminal
    this.plan = plan
    this.unit = unit
    this.maxListed = listAll ? Number.POSITIVE_INFINITY : LISTED
  }

  printRefused(): void {
    for (const { kind, line, registration, reason } of this.plan.fates)
      if (kind === 'refused' || kind === 'asked')
        this.terminal.out(
          `${this.unit} ${line}: refused${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}`,
        )
  }

  printPreview(): void {
    const verbs = { new: 'add', changed: 'change', left_out: 'skip' } as const
    const counts: Partial<Record<FateKind, number>> = {}
    for (const fate of this.plan.fates) {
      const { kind, isRepeated } = fate
      if ((kind !== 'new' && kind !== 'changed' && kind !== 'left_out') || isRepeated) continue
      counts[kind] = (counts[kind] ?? 0) + 1
      if ((counts[kind] ?? 0) <= this.maxListed) this.terminal.out(`${this.place(fate)}${describe(fate)}`)
    }
    for (const kind of ['new', 'changed', 'left_out'] as const)
      if ((counts[kind] ?? 0) > this.maxListed)
        this.terminal.out(
          `… and ${formatNumber((counts[kind] ?? 0) - this.maxListed)} more to ${verbs[kind]} (--all lists them)`,
        )
  }

  private place({ line }: Fate): string {
    return line === null ? 'not in the list: ' : `${this.unit} ${line}: `
  }

  /** Lists plates that come back on sale, so that none does so unnoticed. */
  noteSaleChanges(): void {
    const changedTo = (isAvailable: boolean) =>
      this.plan.fates
        .filter(
          ({ kind, changes }) =>
            kind === 'changed' &&
            changes.some(({ column, to }) => column === 'is_available' && to === isAvailable),
        )
        .map(({ registration }) => registration)
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
    note(changedTo(false), 'Taken off sale')
    note(changedTo(true), 'Put back on sale')
  }

  /** What an option would decide for rows that were refused because a decision is missing. */
  noteUndecided(): void {
    for (const [question, [one, many, option]] of Object.entries(OPTIONS)) {
      const count = this.plan.fates.filter(
        (fate) => fate.kind === 'asked' && fate.question === question,
      ).length
      if (count > 0) this.terminal.note(`${plural(count, one, many)}: ${option}.`)
    }
  }

  summary(isPreview = false): string {
    const { counts, fates } = this.plan
    const verb = isPreview ? 'would be ' : ''
    const skipped = new Map<string, number>()
    for (const { kind, reason, isRepeated } of fates)
      if (kind === 'left_out' && !isRepeated) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return [
      `${plural(counts.new, 'plate')} ${verb}added`,
      `${formatNumber(counts.changed)} ${verb}changed`,
      `${formatNumber(counts.unchanged)} unchanged`,
      `${formatNumber(counts.refused + counts.asked)} refused`,
      ...[...skipped].map(([reason, count]) => `${formatNumber(count)} skipped: ${reason}`),
    ].join(', ')
  }
}

function describe({ kind, registration, written, added, changes, reason, isSold }: Fate): string {
  const remark = reason === '' ? '' : ` (${escapeTerminal(reason, 400)})`
  if (kind === 'left_out')
    return `skip${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}`
  if (kind === 'changed')
    return `change ${registration}: ${describeChanges(changes)}${isSold ? ' (sold)' : ''}${remark}`
  const parts = [registration]
  const { plate, details } = added ?? { plate: {}, details: {} }
  parts.push(typeof plate.priceGbp === 'number' ? formatGbp(plate.priceGbp) : 'no price')
  if (plate.category) parts.push(plate.category)
  if (details.status === 'draft') parts.push('draft')
  else if (plate.isAvailable === false) parts.push('not for sale')
  if (plate.isFeature === true) parts.push('featured')
  const spelling = written === undefined ? '' : ` (the file has “${escapeTerminal(written)}”)`
  return `add ${parts.map((part) => escapeTerminal(part)).join(' · ')}${spelling}${remark}`
}

function describeChanges(changes: readonly ColumnChange[]): string {
  const isMoved = changes.some(({ column }) => column === 'is_available')
  return changes
    .filter(({ column, to }) => column !== 'status' || !isMoved || to === 'draft')
    .map(({ column, from, to }) => `${column} ${shown(from)} → ${shown(to)}`)
    .join('; ')
}

const shown = (value: unknown) =>
  value === null || value === undefined
    ? 'none'
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : escapeTerminal(value, 40)
