/** Stage 2: assigns headings to columns and parses each row as a plate. */

import {
  type Availability,
  combineAvailability,
  isMarkedReserved,
  isMarkedSold,
  readAvailability,
  saysMore,
} from '#shared/cells/availability.ts'
import { UnreadableCell } from '#shared/cells/cell.ts'
import { datedRegistrations } from '#shared/cells/dated-registration.ts'
import { CellError, inColumn } from '#shared/cells/fields.ts'
import {
  type Cells,
  cellsOf,
  cellText,
  type NamedCell,
  readCell,
  readRegistration,
} from '#shared/cells/parse-row.ts'
import { refuseSeveralDocuments, splitDocument } from '#shared/cells/stock-cells.ts'
import { LIST_COLUMNS, STOCK_LIST } from '#shared/plates/columns.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { createYielder } from '../../create-yielder.ts'
import type { PlateValues } from '../../stock/stock-types.ts'
import type { FileRow } from '../files/file-row.ts'
import { mendRecord } from '../garbled.ts'
import { noEntry, textOf } from '../list-entries.ts'
import type { RowList } from '../read-list.ts'
import { type PriceReading, readListPrice } from './price-reading.ts'

type ListedStatus = 'for_sale' | 'reserved' | 'withdrawn' | 'sold'

/** A cell that cannot be read, and that the plate can do without. */
interface UnreadCell {
  /** 'Bought: “May” is not a day' */
  fault: string
  /** For the private notes: 'Bought: May' */
  remark: string
}

/** A row of the list that is a plate. */
export interface PlateRow extends PlateValues {
  kind: 'plate'
  line: number
  registration: string
  /** As written in the list, if that differs from the stored spelling. */
  written?: string
  /** Null if the cell is blank or the list has no such column. */
  price: PriceReading | null
  /** Null if the list does not say. */
  status: ListedStatus | null
  unreadable: readonly UnreadCell[]
  /** Words of other columns for the private notes: 'Status: Reserved - Mr Patel'. */
  remarks: readonly string[]
}

/** A row that can be read in several ways, or left out: a person decides. */
export interface ListedChoice<Row = ListedRow> {
  kind: 'choice'
  line: number
  registration: string
  question: ChoiceQuestion
  reason: string
  /** By the person's answer. */
  readings: Readonly<Record<string, Row>>
}

/** The sheet hides the row; a spreadsheet made a date of the registration; the text is garbled. */
export type ChoiceQuestion = 'hidden' | 'date' | 'garbled'

export type ListedRow =
  | PlateRow
  | ListedChoice
  | { kind: 'refused'; line: number; registration?: string; reason: string }
  /** Not an entry of the list: a total, a title, or repeated headings. */
  | { kind: 'none'; line: number; reason: string }
  /** Repeats an earlier row exactly. */
  | { kind: 'repeated'; line: number; registration: string; reason: string }

interface MapOptions {
  /** Accepts registrations of no known system, as written. */
  allowDoubtful: boolean
}

/** @param columns a heading for each column */
export async function mapRows(
  list: RowList,
  columns: ReadonlyMap<string, string>,
  options: MapOptions,
): Promise<ListedRow[]> {
  const yieldIfDue = createYielder()
  const mapped: ListedRow[] = []
  const earlier = new Map<string, { plate: PlateRow; at: number; content: string }>()
  const lastPlate = list.rows.findLastIndex(
    (row) => 'record' in row && textOf(row.record[columns.get('plate_number') ?? '']).trim() !== '',
  )
  const merged = list.rows.flatMap((row) => ('reason' in row && row.lastLine !== undefined ? [row] : []))
  for (const [index, row] of list.rows.entries()) {
    await yieldIfDue()
    const within = merged.find(({ line, lastLine = line }) => row.line >= line && row.line <= lastLine)
    if (within && within !== row) {
      // Only the first of merged cells has a value: a plate below a merged SOLD must not go on sale.
      if ('record' in row) mapped.push(refused(row.line, within.reason, namedIn(row.record, columns)))
      continue
    }
    if (within) continue
    const read = mapRow(row, columns, options, lastPlate >= 0 && index > lastPlate)
    const plates = platesOf(read)
    const first = plates.map(({ registration }) => earlier.get(registration)).find((found) => found)
    if (!first) {
      for (const plate of plates)
        earlier.set(plate.registration, { plate, at: mapped.length, content: contentOf(read) })
      mapped.push(read)
      continue
    }
    const { line } = row
    const { registration } = first.plate
    if (contentOf(read) === first.content) {
      const reason = `${list.unit} ${first.plate.line} has it already`
      mapped.push({ kind: 'repeated', line, registration, reason })
      continue
    }
    const differs = `${list.unit} ${first.plate.line} has the same plate with other details`
    mapped.push(refused(line, differs, { registration }))
    // A plate that any row calls sold must not go on sale because of another row.
    if (plates.some(({ status }) => status === 'sold') && first.plate.status !== 'sold') {
      const isSold = `${list.unit} ${line} calls the same plate sold`
      mapped[first.at] = refused(first.plate.line, isSold, { registration })
    }
  }
  return mapped
}

const refused = (line: number, reason: string, named: { registration?: string } = {}) =>
  ({ kind: 'refused', line, ...named, reason }) as const

/** The plates that a row may be about. */
const platesOf = (row: ListedRow): PlateRow[] =>
  row.kind === 'plate' ? [row] : row.kind === 'choice' ? Object.values(row.readings).flatMap(platesOf) : []

const contentOf = (row: ListedRow) =>
  JSON.stringify(row, (key, value) => (key === 'line' || key === 'written' ? undefined : value))

function mapRow(
  row: FileRow,
  columns: ReadonlyMap<string, string>,
  options: MapOptions,
  isBelow: boolean,
): ListedRow {
  const { line } = row
  if (!('record' in row)) return refused(line, row.reason)
  const none = noEntry(row.record, columns, isBelow)
  if (none !== null) return { kind: 'none', line, reason: none }
  const read = mapText(line, row.record, columns, options)
  if (!row.isHidden || read.kind === 'refused') return read
  return choice(read, 'hidden', 'the row is hidden in the workbook', { import: read })
}

function choice(
  { line, registration = '' }: { line: number; registration?: string },
  question: ChoiceQuestion,
  reason: string,
  readings: ListedChoice['readings'],
): ListedChoice {
  return { kind: 'choice', line, registration, question, reason, readings }
}

type MapRecord = (
  line: number,
  record: Record<string, unknown>,
  columns: ReadonlyMap<string, string>,
  options: MapOptions,
) => Exclude<ListedRow, { kind: 'none' | 'repeated' }>

const mapText: MapRecord = (line, record, columns, options) => {
  const mended = mendRecord(record, columns)
  if (!mended) return mapDated(line, record, columns, options)
  const mend = mapDated(line, mended.record, columns, options)
  const reason = `“${escapeLine(mended.garbled)}” is garbled, perhaps “${escapeLine(mended.better)}”`
  return choice(mend, 'garbled', reason, { mend, as_written: mapDated(line, record, columns, options) })
}

const mapDated: MapRecord = (line, record, columns, options) => {
  const name = columns.get('plate_number') ?? ''
  const cell = textOf(record[name]).trim()
  const dated = datedRegistrations(cell)
  if (!dated) return mapPlate(line, record, columns, options)
  const { letters_first, number_first } = dated
  const reason = `“${cell}” is a date, which a spreadsheet may have made of ${letters_first} or ${number_first}`
  const read = (registration: string) => mapPlate(line, { ...record, [name]: registration }, columns, options)
  return choice({ line, registration: cell }, 'date', reason, {
    letters_first: read(letters_first),
    number_first: read(number_first),
  })
}

const mapPlate: MapRecord = (line, record, columns, { allowDoubtful }) => {
  let registration = textOf(record[columns.get('plate_number') ?? ''])
  try {
    const priceError = errorIn(record[columns.get('price') ?? ''])
    const cells = cellsOf(record, neededOf(columns, priceError !== null))
    registration = cells.get('plate_number')?.cell ?? ''
    const { registration: text, written } = readRegistration(registration, allowDoubtful)
    const { status, remarks } = readStatus(cells)
    const found = readOthers(columns, record)
    return {
      kind: 'plate',
      line,
      registration: text,
      written,
      price: priceError ? { kind: 'none', cell: priceError } : readPrice(cells, status),
      status,
      ...found,
      remarks: [...remarks, ...found.remarks],
    }
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    return refused(line, error.message, named(registration))
  }
}

/** The plate of a row that is refused as a whole. */
const namedIn = (record: Record<string, unknown>, columns: ReadonlyMap<string, string>) =>
  named(textOf(record[columns.get('plate_number') ?? '']))

/** In its stored form if it can be parsed, so that the plate counts as part of the list. */
function named(cell: string): { registration?: string } {
  if (cell.trim() === '') return {}
  const parsed = parseTyped(cell)
  return { registration: parsed.ok ? parsed.registration.text : escapeLine(cell) }
}

const STATUSES: Partial<Record<Availability, ListedStatus>> = { sold: 'sold', 'for sale': 'for_sale' }

function readStatus(cells: Cells): { status: ListedStatus | null; remarks: string[] } {
  const statements: (NamedCell & { value: Availability })[] = []
  for (const { column } of STOCK_LIST.availability ?? []) {
    const value = readCell(cells, column, (cell) => readAvailability(cell, column))
    if (value) statements.push({ ...(cells.get(column) as NamedCell), value })
  }
  const price = cells.get('price')
  if (price && isMarkedSold(price.cell)) statements.push({ ...price, value: 'sold' })
  const availability = combineAvailability(statements)
  const isReserved = statements.some(({ cell }) => isMarkedReserved(cell))
  const status =
    availability === 'not for sale'
      ? isReserved
        ? 'reserved'
        : 'withdrawn'
      : ((availability && STATUSES[availability]) ?? null)
  return { status, remarks: statements.filter(({ cell }) => saysMore(cell)).map(remarkOf) }
}

const remarkOf = ({ name, cell }: NamedCell) => `${escapeLine(name)}: ${escapeLine(cell.trim(), 200)}`

function readPrice(cells: Cells, status: ListedStatus | null): PriceReading | null {
  try {
    return readCell(cells, 'price', readListPrice) ?? null
  } catch (error) {
    // The price of a sold plate is not shown, so it may be unreadable.
    if (status === 'sold' && error instanceof CellError) return null
    throw error
  }
}

/** The error of a formula, which a spreadsheet shows in place of a price. */
const errorIn = (cell: unknown): string | null => (cell instanceof UnreadableCell && cell.shown) || null

/** The columns that a plate can do without. */
const OTHERS = LIST_COLUMNS.filter(({ column }) => column !== 'price')

/** The columns without which a row is refused. */
const neededOf = (columns: ReadonlyMap<string, string>, isPriceNone: boolean) =>
  new Map(
    [...columns].filter(
      ([column]) => OTHERS.every((other) => other.column !== column) && !(isPriceNone && column === 'price'),
    ),
  )

function readOthers(columns: ReadonlyMap<string, string>, record: Record<string, unknown>) {
  const plate: PlateValues['plate'] = {}
  const details: PlateValues['details'] = {}
  const unreadable: UnreadCell[] = []
  const remarks: string[] = []
  for (const { property, column, part, read } of OTHERS) {
    const name = columns.get(column)
    if (name === undefined) continue
    try {
      const cell = cellText(record[name], name)
      if (cell.trim() === '' || (part === 'details' && isDash(cell))) continue
      const isDocument = DOCUMENT_COLUMNS.includes(column)
      if (isDocument) inColumn(name, () => refuseSeveralDocuments(cell))
      const held = isDocument ? splitDocument(cell) : null
      if (!held) {
        Object.assign(part === 'plate' ? plate : details, { [property]: inColumn(name, () => read(cell)) })
        continue
      }
      details.document ??= held.document
      if (held.number !== '') details.documentNumber = held.number
      if (held.saysMore || details.document !== held.document) remarks.push(remarkOf({ name, cell }))
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      unreadable.push({
        fault: error.message,
        remark: `${escapeLine(name)}: ${errorIn(record[name]) ?? textOf(record[name]).trim()}`,
      })
    }
  }
  return { plate, details, unreadable, remarks }
}

/** A column “Certificate” may have the kind of document, its number, or both. */
const DOCUMENT_COLUMNS = ['document', 'document_number']

const isDash = (cell: string) => /^\s*(?:-+|n\/?a|none|tbc|\?+)\s*$/i.test(cell)
