/** `plates import`: the words for its rows. */
import { UNCHOSEN } from '#services/import/import-store.ts'
import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { ColumnChange, Decisions, Plan, RowOutcome } from '#services/import/stock/decide.ts'
import { STOCK_IMPORT } from '#services/import/stock/import-stock.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'
import { describeChanges, describeSpelling, IMPORT_GOOD_ONES, LISTED } from './import-report.ts'

const OPTIONS: Record<Question, [one: string, many: string, option: string]> = {
  no_price: ['plate has no price', 'plates have no price', '--unpriced draft imports them as drafts'],
  reading: ['price needs checking', 'prices need checking', '--read-prices accept uses them as listed above'],
  vat: ['price is before VAT', 'prices are before VAT', '--vat add adds it, and --vat as-written does not'],
  cells: [
    'row has a cell that cannot be read',
    'rows have cells that cannot be read',
    '--unreadable note puts those cells into the private notes, and --unreadable skip leaves them out',
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
  deal: ['plate has an open deal', 'plates have open deals', '--deals go-ahead changes them all the same'],
}

export const stockImport = (decisions: Decisions, terminal: Terminal) => ({
  kind: 'stock' as const,
  spec: STOCK_LIST,
  action: 'plates import',
  steps: STOCK_IMPORT,
  choices: { ...UNCHOSEN, decisions },
  words: {
    one: 'plate',
    many: 'plates',
    verbs: { new: 'add', changed: 'change', skipped: 'skip' },
    describe: describeRowOutcome,
  },
  adviseRefused: () => IMPORT_GOOD_ONES,
  noteWritten: (plan: Plan) => noteSaleChanges(terminal, plan),
  noteOpen: (plan: Plan) => noteUndecided(terminal, plan),
})

/** Lists plates that come back on sale, so that none does so unnoticed. */
function noteSaleChanges(terminal: Terminal, { rowOutcomes }: Plan): void {
  const changedTo = (isAvailable: boolean) =>
    rowOutcomes
      .filter(
        ({ kind, changes }) =>
          kind === 'changed' &&
          changes.some(({ column, to }) => column === 'is_available' && to === isAvailable),
      )
      .map(({ registration }) => registration)
  const note = (registrations: string[], message: string) => {
    if (registrations.length === 0) return
    const more = registrations.length - LISTED
    terminal.note(
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
function noteUndecided(terminal: Terminal, { rowOutcomes }: Plan): void {
  for (const [question, [one, many, option]] of Object.entries(OPTIONS)) {
    const count = rowOutcomes.filter(
      (rowOutcome) => rowOutcome.kind === 'needs-decision' && rowOutcome.question === question,
    ).length
    if (count > 0) terminal.note(`${plural(count, one, many)}: ${option}.`)
  }
}

function describeRowOutcome({
  kind,
  registration,
  written,
  added,
  changes,
  reason,
  isSold,
}: RowOutcome): string {
  const remark = reason === '' ? '' : ` (${escapeTerminal(reason, 400)})`
  if (kind === 'changed')
    return `change ${registration}: ${describeChanges(shownChanges(changes))}${isSold ? ' (sold)' : ''}${remark}`
  const parts = [registration]
  const { plate, details } = added ?? { plate: {}, details: {} }
  parts.push(typeof plate.priceGbp === 'number' ? formatGbp(plate.priceGbp) : 'no price')
  if (plate.category) parts.push(plate.category)
  if (details.status === 'draft') parts.push('draft')
  else if (plate.isAvailable === false) parts.push('not for sale')
  if (plate.isFeature === true) parts.push('featured')
  return `add ${parts.map((part) => escapeTerminal(part)).join(' · ')}${describeSpelling(written)}${remark}`
}

/** A change of the availability says what one of the status would. */
function shownChanges(changes: readonly ColumnChange[]): ColumnChange[] {
  const isMoved = changes.some(({ column }) => column === 'is_available')
  return changes.filter(({ column, to }) => column !== 'status' || !isMoved || to === 'draft')
}
