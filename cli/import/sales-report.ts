/** The words for rows of an import of sales. */

import type { SaleColumnChange, SalesPlan, SalesRowOutcome } from '#services/import/sales/decide.ts'
import type { Row, TableSpec } from '#shared/cells/table-specs.ts'
import { formatGbp } from '#shared/text/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'
import { ImportReport } from './import-report.ts'

const VERBS: Readonly<Record<string, string>> = {
  new: 'add',
  changed: 'change',
  corrected: 'replace',
  skipped: 'skip',
}

export const salesReport = (
  terminal: Terminal,
  { one, many }: TableSpec,
  { rowOutcomes }: SalesPlan,
  { unit, listAll }: { unit: 'line' | 'row'; listAll: boolean },
) =>
  new ImportReport(terminal, {
    rowOutcomes,
    unit,
    listAll,
    one,
    many,
    verbs: VERBS,
    describe: describeRowOutcome,
  })

function describeRowOutcome({
  kind,
  registration,
  reason,
  written,
  added,
  changes,
}: SalesRowOutcome): string {
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
