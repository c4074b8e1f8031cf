/** Parses the forms about an import. Each function throws ChangeRefusal. */

import { ChangeRefusal } from '#services/changes/refusal.ts'
import { isYear, NO_YEAR } from '#services/import/date-doubts.ts'
import { type ImportChoices, UNCHOSEN } from '#services/import/import-store.ts'
import { isListKind } from '#services/import/list-kinds.ts'
import { auctionOf } from '#services/import/sales/auction-choice.ts'
import { UNDECIDED_SALES } from '#services/import/sales/decide.ts'
import { readCorrectionReason } from '#services/sales/corrections.ts'
import type { DateAnswers } from '#shared/cells/headings.ts'
import { textOf } from '../../ui/text-of.ts'
import { COLUMNS } from './labels.server.ts'
import { DECISIONS } from './labels.ts'

const MAX_HEADINGS = 256

/**
 * Fields: `heading-N` and `column-N` for each heading, with the column that it has in `was-N`; `repeated-COLUMN` for the
 * chosen one of several headings.
 */
export function readHeadingAnswers(
  form: FormData,
  { columns: known, dates: answered, ...choices }: ImportChoices,
): ImportChoices {
  const labels = COLUMNS[choices.kind ?? 'stock']
  const columns = { ...known }
  const unchanged: Record<string, string> = {}
  for (let index = 0; index < MAX_HEADINGS && form.has(`heading-${index}`); index += 1) {
    const column = String(form.get(`column-${index}`) ?? '')
    if (column === '') throw new ChangeRefusal('Say what each heading is, or leave its column out.')
    if (column !== '-' && !Object.hasOwn(labels, column))
      throw new ChangeRefusal('Choose each column from its menu.')
    const answers = column === form.get(`was-${index}`) ? unchanged : columns
    answers[String(form.get(`heading-${index}`)).slice(0, 500)] = column
  }
  for (const column of Object.keys(labels)) {
    const heading = form.get(`repeated-${column}`)
    if (typeof heading === 'string' && heading !== '') columns[heading.slice(0, 500)] = column
  }
  const chosen = Object.values({ ...unchanged, ...columns }).filter((column) => column !== '-')
  const twice = chosen.find((column, index) => chosen.indexOf(column) !== index)
  if (twice !== undefined) throw new ChangeRefusal(`Two headings cannot both be “${labels[twice] ?? twice}”.`)
  return { ...choices, columns, dates: readDates(form, answered) }
}

/** Fields: `order HEADING` and `year HEADING`. @returns the answers with those of before */
function readDates(form: FormData, before: DateAnswers): DateAnswers {
  const orders = { ...before.orders }
  const years = { ...before.years }
  for (const [field, value] of form) {
    const [, kind, heading = ''] = /^(order|year) (.*)$/s.exec(field) ?? []
    if (kind === undefined) continue
    if (kind === 'order' && (value === 'day_first' || value === 'month_first')) orders[heading] = value
    else if (kind === 'year' && (value === NO_YEAR || isYear(String(value)))) years[heading] = String(value)
    else throw new ChangeRefusal('Say how the dates are to be read.')
  }
  return { orders, years }
}

export function readSideBySide(form: FormData, choices: ImportChoices): ImportChoices {
  const which = form.get('side-by-side')
  if (which !== 'below' && which !== 'first')
    throw new ChangeRefusal('Say which of the lists are to be read.')
  return { ...choices, sideBySide: which }
}

export function readDecisions(form: FormData, choices: ImportChoices): ImportChoices {
  const decisions: Record<string, string> = { ...choices.decisions }
  for (const { question, options } of DECISIONS) {
    const value = form.get(question)
    if (Object.hasOwn(options, String(value))) decisions[question] = String(value)
  }
  if (form.has('decides-missing'))
    decisions.missing = form.get('missing') === 'withdraw' ? 'withdraw' : 'keep'
  return { ...choices, decisions: decisions as unknown as ImportChoices['decisions'] }
}

/** Another kind of list has other columns and questions; for auction results the auction is asked again. */
export function readKind(form: FormData, choices: ImportChoices): ImportChoices {
  const kind = form.get('kind')
  if (!isListKind(kind) || (kind === choices.kind && kind !== 'auction')) return choices
  const { auction: _, ...others } = choices
  const columns = kind === choices.kind ? choices.columns : {}
  const dates = kind === choices.kind ? choices.dates : UNCHOSEN.dates
  return { ...others, kind, columns, dates, contradictions: UNDECIDED_SALES }
}

export function readAuction(form: FormData, choices: ImportChoices): ImportChoices {
  const auction = {
    name: textOf(form, 'name').trim(),
    month: textOf(form, 'month').trim(),
    source: textOf(form, 'source').trim(),
  }
  auctionOf(auction, new Date())
  return { ...choices, auction }
}

/** The number of contradictions that one form decides, which is one page of the table. */
const MAX_ROWS = 1000
/** The database limits the size of an import's choices. */
const MAX_DECIDED = 3000

/** Fields: `all` with a decision for every contradiction, or `row-LINE` for each one on a page. */
export function readContradictions(form: FormData, choices: ImportChoices): ImportChoices {
  const typed = textOf(form, 'reason').trim()
  // It may be entered later.
  const reason = typed && readCorrectionReason(typed)
  const all = form.get('all')
  if (all === 'keep' || all === 'replace')
    return { ...choices, reason, contradictions: { contradictions: all, rows: {} } }
  const rows: Record<string, 'keep' | 'replace'> = { ...choices.contradictions.rows }
  for (const [name, value] of [...form].slice(0, MAX_ROWS + 10)) {
    const line = /^row-(\d{1,7})$/.exec(name)?.[1]
    if (line !== undefined && (value === 'keep' || value === 'replace')) rows[line] = value
  }
  if (Object.keys(rows).length > MAX_DECIDED)
    throw new ChangeRefusal(
      'There are too many to decide one by one. Decide them all at once, or correct the list.',
    )
  return { ...choices, reason, contradictions: { ...choices.contradictions, rows } }
}
