/** Reports on a terminal what an import of sales does. */

import type { RefusalCode } from '#services/import/rows/fields.ts'
import type { Row, TableSpec } from '#services/import/rows/table-specs.ts'
import type { SaleColumnChange, SalesFate, SalesPlan } from '#services/import/sales/decide.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'

const LISTED = 40

const VERBS = { new: 'add', changed: 'change', corrected: 'replace', left_out: 'skip' } as const
type ListedKind = keyof typeof VERBS

const REMEDIES: Record<RefusalCode, string> = {
  other_month: ': correct --month, or ignore the column with --ignore',
}

export class SalesReport {
  private readonly terminal: Terminal
  private readonly table: TableSpec
  private readonly plan: SalesPlan
  private readonly unit: 'line' | 'row'

  constructor(terminal: Terminal, table: TableSpec, plan: SalesPlan, unit: 'line' | 'row') {
    this.terminal = terminal
    this.table = table
    this.plan = plan
    this.unit = unit
  }

  /** Refused rows, and rows that are refused because nobody has decided about them. */
  get refused(): number {
    return this.plan.counts.refused + this.plan.counts.asked
  }

  printRefused(): void {
    for (const { kind, line, registration, reason, code } of this.plan.fates)
      if (kind === 'refused' || kind === 'asked')
        this.terminal.out(
          `${this.unit} ${line}: refused${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}${code ? REMEDIES[code] : ''}`,
        )
  }

  printPreview(listAll: boolean): void {
    const maxListed = listAll ? Number.POSITIVE_INFINITY : LISTED
    const counts: Record<ListedKind, number> = { new: 0, changed: 0, corrected: 0, left_out: 0 }
    for (const fate of this.plan.fates) {
      const kind = listedKind(fate)
      if (kind === null) continue
      counts[kind] += 1
      if (counts[kind] <= maxListed) this.terminal.out(`${this.unit} ${fate.line}: ${describe(fate, kind)}`)
    }
    for (const [kind, verb] of Object.entries(VERBS)) {
      const more = counts[kind as ListedKind] - maxListed
      if (more > 0) this.terminal.out(`… and ${formatNumber(more)} more to ${verb} (--all lists them)`)
    }
  }

  summary(isPreview = false): string {
    const { counts, fates } = this.plan
    const verb = isPreview ? 'would be ' : ''
    const skipped = new Map<string, number>()
    for (const { kind, reason, isRepeated } of fates)
      if (kind === 'left_out' && !isRepeated) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return [
      `${plural(counts.new, this.table.one, this.table.many)} ${verb}added`,
      `${formatNumber(counts.changed + counts.corrected)} ${verb}changed`,
      `${formatNumber(counts.unchanged)} unchanged`,
      `${formatNumber(this.refused)} refused`,
      ...[...skipped].map(([reason, count]) => `${formatNumber(count)} skipped: ${reason}`),
    ].join(', ')
  }
}

const listedKind = ({ kind, isRepeated }: SalesFate): ListedKind | null =>
  Object.hasOwn(VERBS, kind) && !isRepeated ? (kind as ListedKind) : null

function describe(fate: SalesFate, kind: ListedKind): string {
  const { registration, reason, written, added, changes } = fate
  if (kind === 'left_out')
    return `skip${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}`
  if (kind === 'new') {
    const spelling = written === undefined ? '' : ` (the file has “${escapeTerminal(written)}”)`
    return `add ${describeAdded(added ?? {})}${spelling}`
  }
  const remark = reason === '' ? '' : ` (${reason})`
  return `${VERBS[kind]} ${registration}: ${describeChanges(changes)}${remark}`
}

function describeAdded(row: Row): string {
  const parts = [row.plate_number, row.sale_year && [row.sale_month, row.sale_year].filter(Boolean).join('/')]
  for (const column of ['hammer_price', 'total_price'])
    if (typeof row[column] === 'number')
      parts.push(`${column === 'hammer_price' ? 'hammer ' : ''}${formatGbp(row[column])}`)
  parts.push(row.where_sold, row.category, row.type === row.category ? null : row.type)
  return parts
    .filter(Boolean)
    .map((part) => escapeTerminal(part))
    .join(' · ')
}

const describeChanges = (changes: readonly SaleColumnChange[]) =>
  changes.map(({ column, from, to }) => `${column} ${shown(from)} → ${shown(to)}`).join('; ')

const shown = (value: unknown) => (value === null ? 'none' : escapeTerminal(value, 40))
