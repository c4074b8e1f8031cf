/** Stage 3: compares each row of the list with the stock, as far as that needs no decision. */
import { classify } from '#shared/registration/registration.ts'
import { createYielder } from '../../create-yielder.ts'
import type { PlateDeal, PlateDeals } from '../../deals/deals-concerned.ts'
import { clearedBy } from '../../stock/status-change.ts'
import type { PlateDetails, PlateValues, StockPlate } from '../../stock/stock-types.ts'
import type { ChoiceQuestion, ListedChoice, ListedRow, PlateRow } from './map-list.ts'
import { type PriceReading, withVat } from './price-reading.ts'

/** What needs a decision: no price; an interpreted price; a price before VAT; unreadable cells; a deal; a choice. */
export type Question = 'no_price' | 'reading' | 'vat' | 'cells' | 'deal' | ChoiceQuestion

/** A plate of the list that would be added or changed. */
export interface Candidate {
  kind: 'candidate'
  row: PlateRow
  existing: StockPlate | null
  /** Of the plate, whether the change concerns them or not. */
  deals: readonly PlateDeal[]
  /** The change without the price. */
  wanted: PlateValues
  /** The price in the list, if it differs from the stock. */
  price: PriceReading | null
  questions: readonly Exclude<Question, ChoiceQuestion | 'deal'>[]
  /** A note: 'it is reserved in the stock and stays reserved'. */
  note: string | null
}

export type Finding =
  | Candidate
  | { kind: 'skipped'; row: PlateRow; reason: string }
  | ListedChoice<Finding>
  | Exclude<ListedRow, PlateRow | ListedChoice>

/** A plate for sale that is not in the list. */
export type MissingPlate = Pick<Candidate, 'deals'> & { existing: StockPlate }

export interface Comparison {
  findings: readonly Finding[]
  missing: readonly MissingPlate[]
}

export async function compareWithStock(
  rows: readonly ListedRow[],
  stock: ReadonlyMap<string, StockPlate>,
  deals: PlateDeals,
): Promise<Comparison> {
  const yieldIfDue = createYielder()
  const findings: Finding[] = []
  const listed = new Set<string>()
  const dealsOf = (registration: string) => deals.get(registration) ?? []
  const compareRow = (row: ListedRow): Finding => {
    if ('registration' in row && row.registration !== undefined) listed.add(row.registration)
    if (row.kind === 'plate')
      return comparePlate(row, stock.get(row.registration) ?? null, dealsOf(row.registration))
    if (row.kind !== 'choice') return row
    const readings = Object.entries(row.readings).map(([answer, reading]) => [answer, compareRow(reading)])
    return { ...row, readings: Object.fromEntries(readings) }
  }
  for (const row of rows) {
    await yieldIfDue()
    findings.push(compareRow(row))
  }
  const missing = [...stock.values()]
    .filter(({ isAvailable, registration }) => isAvailable && !listed.has(registration))
    .map((existing) => ({ existing, deals: dealsOf(existing.registration) }))
  return { findings, missing }
}

function comparePlate(row: PlateRow, existing: StockPlate | null, deals: readonly PlateDeal[]): Finding {
  if (!existing && row.status === 'sold') return { kind: 'skipped', row, reason: 'sold' }
  if (existing?.status === 'sold' && row.status === 'for_sale')
    return { kind: 'skipped', row, reason: 'sold in your stock' }
  const { wanted, note } = existing ? changesOf(row, existing) : additionOf(row)
  const isOfferedAgain = existing?.isAvailable === false && wanted.plate.isAvailable === true
  if (isOfferedAgain && deals.some(({ isHolding }) => isHolding))
    return { kind: 'skipped', row, reason: 'somebody has agreed to buy it' }
  const price = openPrice(row, existing)
  const questions = questionsOf(row, existing, price)
  return { kind: 'candidate', row, existing, deals, wanted, price, questions, note }
}

function additionOf(row: PlateRow): { wanted: PlateValues; note: null } {
  const status = row.status ?? 'for_sale'
  const plate = {
    category: classify(row.registration).category,
    ...row.plate,
    registration: row.registration,
    isAvailable: status === 'for_sale',
  }
  return { wanted: { plate, details: { status, ...row.details, ...notesOf(row, null) } }, note: null }
}

/** The private notes with the remarks of the row that they lack. */
export function notesOf(
  { details, remarks }: Pick<PlateRow, 'details' | 'remarks'>,
  existing: StockPlate | null,
): PlateValues['details'] {
  const notes = details.notes ?? existing?.notes ?? ''
  const more = remarks.filter((remark) => !notes.includes(remark))
  const joined = [...(notes === '' ? [] : [notes]), ...more].join('\n')
  return more.length > 0 && joined.length <= MAX_NOTES ? { notes: joined } : {}
}

const MAX_NOTES = 5000

/** An earlier import put it into the private notes. */
const isNoted = ({ remark }: PlateRow['unreadable'][number], existing: StockPlate | null) =>
  existing?.notes?.includes(remark) === true

/** A blank cell keeps the value of the stock. */
function changesOf(row: PlateRow, existing: StockPlate): { wanted: PlateValues; note: string | null } {
  const { isAvailable, status } = existing
  const plate: PlateValues['plate'] = { ...row.plate }
  const noted = row.unreadable.filter((cell) => isNoted(cell, existing)).map(({ remark }) => remark)
  const notes = notesOf({ ...row, remarks: [...row.remarks, ...noted] }, existing)
  const details: PlateValues['details'] = { ...row.details, ...notes }
  const change = (next: PlateDetails['status']) => {
    plate.isAvailable = next === 'for_sale'
    Object.assign(details, clearedBy(existing, next), row.details, { status: next })
  }
  let note: string | null = null
  if (row.status === 'sold' && status !== 'sold') change('sold')
  else if ((row.status === 'reserved' || row.status === 'withdrawn') && isAvailable) change(row.status)
  else if (row.status === 'for_sale' && !isAvailable) {
    // The desk records who has reserved a plate and until when, which a list rarely contains.
    const isUnpriced = existing.priceGbp === null && (row.price === null || row.price.kind === 'none')
    if (status === 'reserved') note = 'it is reserved in the stock and stays reserved'
    else if (status === 'draft' && isUnpriced) note = 'it has no price and stays a draft'
    else change('for_sale')
  }
  return { wanted: { plate, details }, note }
}

/** Null if the stock already agrees, so that importing the same list twice asks nothing. */
function openPrice({ price, status }: PlateRow, existing: StockPlate | null): PriceReading | null {
  if (price === null || status === 'sold') return null
  if (!existing) return price
  const { priceGbp } = existing
  if (price.kind === 'none') return priceGbp === null ? null : price
  const isKnown = priceGbp === price.pounds || (price.kind === 'vat' && priceGbp === withVat(price.pounds))
  return isKnown ? null : price
}

function questionsOf(
  row: PlateRow,
  existing: StockPlate | null,
  price: PriceReading | null,
): Candidate['questions'] {
  const questions: Exclude<Question, ChoiceQuestion | 'deal'>[] = []
  const willBeForSale = row.status === 'for_sale' || (existing?.isAvailable ?? row.status === null)
  const hasNone = price === null && (existing?.priceGbp ?? null) === null && row.status !== 'sold'
  if (price?.kind === 'none' || (hasNone && (willBeForSale || !existing) && existing?.status !== 'draft'))
    questions.push('no_price')
  if (price?.kind === 'read') questions.push('reading')
  if (price?.kind === 'vat') questions.push('vat')
  if (row.unreadable.some((cell) => !isNoted(cell, existing))) questions.push('cells')
  return questions
}
