/** `sales import`: the words for its rows. */
import { UNCHOSEN } from '#services/import/import-store.ts'
import type { SalesPlan, SalesRowOutcome } from '#services/import/sales/decide.ts'
import { salesImport as stepsOf } from '#services/import/sales/import-sales.ts'
import type { SalesForm } from '#services/import/sales/sales-form.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { formatGbp } from '#shared/text/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { describeChanges, describeSpelling, IMPORT_GOOD_ONES } from './import-report.ts'

/**
 * @param replaces whether recorded values are replaced where the list contradicts them
 * @param reason the published reason of it
 */
export const salesImport = (form: SalesForm, replaces: boolean, reason = '') => ({
  kind: form.kind,
  spec: form.headings,
  action: 'sales import',
  steps: stepsOf(form),
  choices: {
    ...UNCHOSEN,
    contradictions: { contradictions: replaces ? ('replace' as const) : ('ask' as const), rows: {} },
    reason,
  },
  words: { one: form.table.one, many: form.table.many, verbs: VERBS, describe: describeRowOutcome },
  adviseRefused({ counts }: SalesPlan) {
    if (counts['needs-decision'] > 0)
      return 'Correct the list, or use its values with --replace and --reason.'
    return form.isWhole ? 'Correct those rows: the list is imported as a whole.' : IMPORT_GOOD_ONES
  },
})

const VERBS: Readonly<Record<string, string>> = {
  new: 'add',
  changed: 'change',
  corrected: 'replace',
  skipped: 'skip',
}

function describeRowOutcome({
  kind,
  registration,
  reason,
  written,
  added,
  changes,
}: SalesRowOutcome): string {
  if (kind === 'new') {
    return `add ${describeAdded(added ?? {})}${describeSpelling(written)}`
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
