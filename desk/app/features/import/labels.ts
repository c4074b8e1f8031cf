import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { RowOutcomeKind } from '#services/import/stock/decide.ts'

export const ROW_OUTCOMES: readonly { kind: RowOutcomeKind; label: string }[] = [
  { kind: 'new', label: 'New' },
  { kind: 'changed', label: 'Changed' },
  { kind: 'needs-decision', label: 'To decide' },
  { kind: 'refused', label: 'Refused' },
  { kind: 'skipped', label: 'Left out' },
  { kind: 'unchanged', label: 'Unchanged' },
]

export const labelOfRowOutcome = (
  rowOutcomes: readonly { kind: string; label: string }[],
  kind: string,
): string => rowOutcomes.find((rowOutcome) => rowOutcome.kind === kind)?.label ?? kind

export const SALES_ROW_OUTCOMES: readonly {
  kind: SalesRowOutcomeKind
  label: string
  isWaiting?: boolean
}[] = [
  { kind: 'new', label: 'New' },
  { kind: 'needs-decision', label: 'To decide', isWaiting: true },
  { kind: 'corrected', label: 'Corrected' },
  { kind: 'changed', label: 'Completed' },
  { kind: 'refused', label: 'Refused' },
  { kind: 'skipped', label: 'Left out' },
  { kind: 'unchanged', label: 'Unchanged' },
]

interface Decision {
  question: Question
  /** 'without a price' */
  label: string
  help: string
  options: readonly { value: string; label: string }[]
}

export const DECISIONS: readonly Decision[] = [
  {
    question: 'hidden',
    label: 'in hidden rows',
    help: 'A filter hides them in the workbook, or a person did. They may be plates that you no longer sell.',
    options: [
      { value: 'import', label: 'Import them' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'date',
    label: 'with a date as the registration',
    help: 'A spreadsheet shows DEC 25 and 25 DEC as 25-Dec. If the list has both kinds, correct it there.',
    options: [
      { value: 'letters_first', label: 'Letters first: DEC 25' },
      { value: 'number_first', label: 'Number first: 25 DEC' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'garbled',
    label: 'with garbled text',
    help: 'Such as SiÃ¢n for Siân. The table shows how each would be mended.',
    options: [
      { value: 'mend', label: 'Mend it' },
      { value: 'as_written', label: 'Use as written' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'no_price',
    label: 'without a price',
    help: 'POA, TBC or a blank cell. A draft is in your stock, but not on the site.',
    options: [
      { value: 'draft', label: 'Keep as drafts' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'reading',
    label: 'with a price to check',
    help: 'Such as 7.6k, 4,500 ono or one below £50, which may be the 1 of 1,250. The table shows how each was read.',
    options: [
      { value: 'accept', label: 'Accept as read' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'vat',
    label: 'with a price before VAT',
    help: 'Prices on the site are what the buyer pays.',
    options: [
      { value: 'add', label: 'Add 20%' },
      { value: 'as_written', label: 'Use as written' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
  {
    question: 'private',
    label: 'with private cells that cannot be read',
    help: 'A cost or a date, for example. The plate itself is fine.',
    options: [
      { value: 'skip', label: 'Import without those cells' },
      { value: 'refuse', label: 'Leave out' },
    ],
  },
]
