/** Stage 4: a person's decisions settle the outcome of each row before anything is written. */
import type { Refusal } from '#shared/cells/parse-row.ts'
import { STOCK_COLUMNS } from '#shared/plates/columns.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { dealsConcerned, describePlateDeals } from '../../deals/deals-concerned.ts'
import { changedValues } from '../../stock/plate-form.ts'
import type { PlateValues, StockChange, StockPlate } from '../../stock/stock-types.ts'
import {
  type Candidate,
  type Comparison,
  type Finding,
  type MissingPlate,
  notesOf,
  type Question,
} from './compare-with-stock.ts'
import type { ListedChoice, PlateRow } from './map-list.ts'
import { LOWEST_POUNDS, VAT_PER_CENT, withVat } from './price-reading.ts'

export interface Decisions {
  /** For plates without a price: 'POA' and blank cells. */
  no_price: 'ask' | 'draft' | 'refuse'
  /** For interpreted prices: '7.6k' as £7,600. */
  reading: 'ask' | 'accept' | 'refuse'
  /** For prices before VAT: 'as_written' puts the list's figure on the site. */
  vat: 'ask' | 'add' | 'as_written' | 'refuse'
  /** For rows with unreadable cells: 'note' puts those into the private notes, 'skip' imports the row without them. */
  cells: 'ask' | 'note' | 'skip' | 'refuse'
  /** For rows that the sheet hides. */
  hidden: 'ask' | 'import' | 'refuse'
  /** For registrations that are a date: '25-Dec' as DEC 25 or 25 DEC. */
  date: 'ask' | 'letters_first' | 'number_first' | 'refuse'
  /** For text such as 'SiÃ¢n': 'mend' imports 'Siân'. */
  garbled: 'ask' | 'mend' | 'as_written' | 'refuse'
  /** For plates that the list takes from people with an open quote, or who have agreed to buy them. */
  deal: 'ask' | 'go_ahead' | 'refuse'
  /** For plates for sale that are not in the list. */
  missing: 'keep' | 'withdraw'
}

export const UNDECIDED: Decisions = {
  no_price: 'ask',
  reading: 'ask',
  vat: 'ask',
  cells: 'ask',
  hidden: 'ask',
  date: 'ask',
  garbled: 'ask',
  deal: 'ask',
  missing: 'keep',
}

/** One changed column, formatted for people. */
export interface ColumnChange {
  column: string
  label: string
  from: unknown
  to: unknown
}

export type RowOutcomeKind = 'new' | 'changed' | 'unchanged' | 'skipped' | 'needs-decision' | 'refused'

export interface RowOutcome {
  kind: RowOutcomeKind
  /** Null for a plate of the stock that is not in the list. */
  line: number | null
  registration: string
  /** As written in the list, if that differs from the stored spelling. */
  written?: string
  /** The reasons why it is refused or skipped, the question, or notes. */
  reason: string
  /** Only of a row that needs a decision. */
  question?: Question
  /** The changes of an existing plate. */
  changes: readonly ColumnChange[]
  /** The columns of a new plate. */
  added?: PlateValues
  isSold?: true
  /** An earlier row of the list is about the same plate. */
  isRepeated?: true
  /** The change to write. */
  write: StockChange | null
}

export interface Plan {
  rowOutcomes: readonly RowOutcome[]
  counts: Readonly<Record<RowOutcomeKind, number>>
  /** Rows that each question is about, decided or not. */
  asked: Readonly<Record<Question, number>>
  /** Plates for sale that are not in the list, withdrawn or not. */
  missing: number
}

export function decide({ findings, missing }: Comparison, decisions: Decisions): Plan {
  const asked = { no_price: 0, reading: 0, vat: 0, cells: 0, hidden: 0, date: 0, garbled: 0, deal: 0 }
  const settled = findings.map((finding) => settle(finding, decisions))
  if (decisions.missing === 'withdraw')
    settled.push(...missing.map((plate) => settleMissing(plate, decisions)))
  for (const { questions } of settled) for (const question of questions) asked[question] += 1
  const rowOutcomes = settled.map(({ rowOutcome }) => rowOutcome)
  const counts = { new: 0, changed: 0, unchanged: 0, skipped: 0, 'needs-decision': 0, refused: 0 }
  for (const { kind } of rowOutcomes) counts[kind] += 1
  return { rowOutcomes, counts, asked, missing: missing.length }
}

interface Settled {
  rowOutcome: RowOutcome
  /** What the row needs decided, answered or not. */
  questions: readonly Question[]
}

function settle(finding: Finding, decisions: Decisions): Settled {
  if (finding.kind === 'choice') return settleChoice(finding, decisions)
  if (finding.kind === 'candidate') return settleCandidate(finding, decisions)
  return { rowOutcome: rowOutcomeOf(finding), questions: [] }
}

function settleChoice(choice: ListedChoice<Finding>, decisions: Decisions): Settled {
  const { question, readings } = choice
  const settled = Object.values(readings).map((reading) => settle(reading, decisions))
  const rowOutcomes = settled.map(({ rowOutcome }) => rowOutcome)
  // The stock agrees with one of the readings, or none of them would change it.
  const known = rowOutcomes.find(({ kind }) => kind === 'unchanged')
  if (known) return { rowOutcome: known, questions: [] }
  const [first] = settled as [Settled]
  if (rowOutcomes.every(({ kind }) => kind === 'skipped' || kind === 'refused')) return first
  const answer = decisions[question]
  const chosen = readings[answer]
  if (chosen) {
    const { rowOutcome, questions } = settle(chosen, decisions)
    return { rowOutcome, questions: [question, ...questions] }
  }
  const rowOutcome = plain(answer === 'ask' ? 'needs-decision' : 'refused', choice, choice.reason)
  return {
    rowOutcome: answer === 'ask' ? { ...rowOutcome, question } : rowOutcome,
    questions: answer === 'ask' ? [question, ...first.questions] : [question],
  }
}

function rowOutcomeOf(finding: Exclude<Finding, Candidate | ListedChoice<Finding>>): RowOutcome {
  if (finding.kind === 'skipped') return plain('skipped', finding.row, finding.reason)
  const { line, registration = '', reason }: Refusal = finding
  const kind = finding.kind === 'refused' ? 'refused' : 'skipped'
  const isRepeated = finding.kind === 'repeated' || undefined
  return { ...plain(kind, { line, registration }, reason), isRepeated }
}

type Place = Pick<RowOutcome, 'line' | 'registration' | 'written'>

const plain = (kind: RowOutcomeKind, { line, registration, written }: Place, reason: string): RowOutcome => ({
  kind,
  line,
  registration,
  written,
  reason,
  changes: [],
  write: null,
})

function settleCandidate(candidate: Candidate, decisions: Decisions): Settled {
  const { row, existing, note } = candidate
  const priced = withPrice(candidate, decisions)
  const deals = existing ? dealsConcerned(existing, { ...existing, ...priced.details }, candidate.deals) : []
  const questions: readonly Question[] = [...candidate.questions, ...(deals.length > 0 ? DEAL : [])]
  const taken = describePlateDeals(deals)
  const settled = (rowOutcome: RowOutcome): Settled => ({ rowOutcome, questions })
  for (const question of questions) {
    const asked = question === 'deal' ? taken : describeQuestion(candidate, question)
    const heldBack = holdBack(row, question, decisions[question], asked)
    if (heldBack) return settled(heldBack)
  }
  const wanted = withNotes(candidate, priced, decisions)
  if (wanted === null)
    return settled(plain('refused', row, `the private notes have no room for ${faultsOf(row)}`))
  const isWithout = questions.includes('cells') && decisions.cells === 'skip'
  const notes = [note, isWithout && `without ${faultsOf(row)}`, taken]
  const reason = notes.filter(Boolean).join('; ')
  if (!existing)
    return settled({
      ...plain('new', row, reason),
      added: wanted,
      write: { id: null, plate: wanted.plate, details: wanted.details },
    })
  const change = changeOf(existing, wanted)
  if (change.changes.length === 0) return settled(plain('unchanged', row, reason))
  return settled({
    ...plain('changed', row, reason),
    ...change,
    isSold: row.status === 'sold' || undefined,
  })
}

const DEAL = ['deal'] as const

/** Null for a row that is imported by the decision. */
function holdBack(
  row: Place,
  question: Question,
  decision: Decisions[Question],
  reason: string,
): RowOutcome | null {
  if (decision === 'ask') return { ...plain('needs-decision', row, reason), question }
  return decision === 'refuse' ? plain('refused', row, reason) : null
}

/** Describes the first cell that needs a decision. */
function describeQuestion({ row, price }: Candidate, question: Question): string {
  if (question === 'cells') return faultsOf(row)
  if (question === 'no_price')
    return price?.kind === 'none' ? `the price is “${price.cell}”` : 'it has no price'
  if (price === null || price.kind === 'exact' || price.kind === 'none') return ''
  const read = `“${price.cell}” reads as £${formatNumber(price.pounds)}${price.pounds < LOWEST_POUNDS ? ', which is hardly a price' : ''}`
  return question === 'vat'
    ? `${read} before VAT, £${formatNumber(withVat(price.pounds))} with ${VAT_PER_CENT}%`
    : read
}

const faultsOf = ({ unreadable }: PlateRow) => unreadable.map(({ fault }) => fault).join('; ')

/** Null if they are too long with the cells that could not be read. */
function withNotes(
  { row, existing, questions }: Candidate,
  wanted: PlateValues,
  decisions: Decisions,
): PlateValues | null {
  if (!questions.includes('cells') || decisions.cells !== 'note') return wanted
  const details = { ...row.details, ...wanted.details }
  const remarks = row.unreadable.map(({ remark }) => remark)
  const notes = notesOf({ details, remarks }, existing)
  return notes.notes === undefined ? null : { ...wanted, details: { ...wanted.details, ...notes } }
}

function withPrice({ wanted, price, questions, existing }: Candidate, decisions: Decisions): PlateValues {
  const plate: PlateValues['plate'] = { ...wanted.plate }
  const details: PlateValues['details'] = { ...wanted.details }
  if (questions.includes('no_price')) {
    plate.priceGbp = null
    if (plate.isAvailable ?? existing?.isAvailable ?? false) {
      plate.isAvailable = false
      details.status = 'draft'
    }
  } else if (price !== null && price.kind !== 'none')
    plate.priceGbp = price.kind === 'vat' && decisions.vat === 'add' ? withVat(price.pounds) : price.pounds
  else if (!existing) plate.priceGbp = null
  return { plate, details }
}

function changeOf(existing: StockPlate, wanted: PlateValues) {
  const values = changedValues(existing, wanted)
  const given = (property: keyof StockPlate) => ({ ...values.plate, ...values.details })[property]
  const changes: ColumnChange[] = STOCK_COLUMNS.filter(({ property }) => given(property) !== undefined).map(
    ({ property, column, label, listLabel = label }) => ({
      column,
      label: listLabel,
      from: existing[property] ?? null,
      to: given(property),
    }),
  )
  const write: StockChange = { id: existing.id, seenAt: existing.updatedAt, ...values }
  return { changes, write }
}

function settleMissing({ existing, deals }: MissingPlate, decisions: Decisions): Settled {
  const wanted: PlateValues = { plate: { isAvailable: false }, details: { status: 'withdrawn' } }
  const row = { line: null, registration: existing.registration }
  const taken = describePlateDeals(deals)
  const heldBack = deals.length > 0 ? holdBack(row, 'deal', decisions.deal, taken) : null
  const reason = ['it is not in the list', taken].filter(Boolean).join('; ')
  return {
    rowOutcome: heldBack ?? { ...plain('changed', row, reason), ...changeOf(existing, wanted) },
    questions: deals.length > 0 ? DEAL : [],
  }
}

/** '12 plates added, 3 changed', for the audit trail. */
export const describePlan = ({ counts }: Pick<Plan, 'counts'>): string =>
  [
    `${plural(counts.new, 'plate')} added`,
    ...(['changed', 'unchanged', 'refused'] as const).map((kind) => `${formatNumber(counts[kind])} ${kind}`),
  ].join(', ')
