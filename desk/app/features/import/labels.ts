import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import type { Question } from '#services/import/stock/compare-with-stock.ts'
import type { RowOutcomeKind } from '#services/import/stock/decide.ts'

/** In the order of the page. */
export const ROW_OUTCOMES: Readonly<Record<RowOutcomeKind, string>> = {
  new: 'New',
  changed: 'Changed',
  'needs-decision': 'To decide',
  refused: 'Refused',
  skipped: 'Left out',
  unchanged: 'Unchanged',
}

export const SALES_ROW_OUTCOMES: Readonly<Record<SalesRowOutcomeKind, string>> = {
  new: 'New',
  'needs-decision': 'To decide',
  corrected: 'Corrected',
  changed: 'Completed',
  refused: 'Refused',
  skipped: 'Left out',
  unchanged: 'Unchanged',
}

interface Decision {
  question: Question
  /** 'without a price' */
  label: string
  help: string
  /** The labels by their values. */
  options: Readonly<Record<string, string>>
}

const QUESTIONS: readonly Decision[] = [
  {
    question: 'hidden',
    label: 'in hidden rows',
    help: 'A filter hides them in the workbook, or a person did. They may be plates that you no longer sell.',
    options: { import: 'Import them' },
  },
  {
    question: 'date',
    label: 'with a date as the registration',
    help: 'A spreadsheet shows DEC 25 and 25 DEC as 25-Dec. If the list has both kinds, correct it there.',
    options: { letters_first: 'Letters first: DEC 25', number_first: 'Number first: 25 DEC' },
  },
  {
    question: 'garbled',
    label: 'with garbled text',
    help: 'Such as SiÃ¢n for Siân. The table shows how each would be mended.',
    options: { mend: 'Mend it', as_written: 'Use as written' },
  },
  {
    question: 'no_price',
    label: 'without a price',
    help: 'POA, 0, £ - or a blank cell. A draft is in your stock, but not on the site.',
    options: { draft: 'Keep as drafts' },
  },
  {
    question: 'reading',
    label: 'with a price to check',
    help: 'Such as 7.6k, 4,500 ono, 1249.998, (£1,250) or one below £50, which may be the 1 of 1,250. The table shows how each was read.',
    options: { accept: 'Accept as read' },
  },
  {
    question: 'vat',
    label: 'with a price before VAT',
    help: 'Prices on the site are what the buyer pays.',
    options: { add: 'Add 20%', as_written: 'Use as written' },
  },
  {
    question: 'cells',
    label: 'with cells that cannot be read',
    help: 'A cost of “ask”, the error of a formula, or V750/V778, which names two documents. The plate itself is fine.',
    options: { note: 'Put them into the private notes', skip: 'Import without those cells' },
  },
  {
    question: 'deal',
    label: 'with an open deal',
    help: 'Somebody has a quote for them or has agreed to buy them, and the list takes them away. The table names who.',
    options: { go_ahead: 'Change them all the same' },
  },
]

/** Each row can also be left out. */
export const DECISIONS = QUESTIONS.map((question) => ({
  ...question,
  options: { ...question.options, refuse: 'Leave out' },
}))
