/** Streams the rows of a worksheet. */

import { UserError } from '#services/user-error.ts'
import { type Cell, columnLetters, isFilled, numberText, UnreadableCell } from '#shared/cells/cell.ts'
import { formatSerialDate } from '#shared/cells/serial-dates.ts'
import { formatNumber } from '#shared/text/format.ts'
import type { Located } from '../file-row.ts'
import { MAX_COLUMNS } from '../headed-rows.ts'
import { type Archive, damaged } from './archive.ts'
import { isTrue, type Workbook } from './parts.ts'
import { parseXml } from './xml.ts'

interface SheetLimits {
  rows: number
  columns: number
}

const SHEET_LIMITS: SheetLimits = { rows: 200_000, columns: MAX_COLUMNS }

const MAX_MERGES = 10_000

/** Counts from 0 for columns and from 1 for rows, as in the cells' names. */
export interface MergedCells {
  name: string
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

export interface Sheet {
  rows: AsyncGenerator<Located, void>
  /** Complete after the last row: they are at the end of a sheet. */
  merged: MergedCells[]
  /** The columns that are hidden, from 0; complete before the first row. */
  hidden: ReadonlySet<number>
}

export function readSheet(
  archive: Archive,
  part: string,
  workbook: Workbook,
  { limits = SHEET_LIMITS, onProgress }: { limits?: SheetLimits; onProgress?: (share: number) => void } = {},
): Sheet {
  const merged: MergedCells[] = []
  const hidden = new Set<number>()
  const reader = new SheetReader(workbook, limits, merged, hidden)
  async function* chunks() {
    const total = Math.max(1, archive.declaredBytes(part))
    let done = 0
    for await (const chunk of archive.read(part)) {
      done += chunk.length
      onProgress?.(Math.min(1, done / total))
      yield chunk
    }
  }
  async function* rows() {
    for await (const _ of parseXml(chunks(), part, reader)) yield* reader.take()
  }
  return { rows: rows(), merged, hidden }
}

class SheetReader {
  private readonly workbook: Workbook
  private readonly limits: SheetLimits
  private readonly merged: MergedCells[]
  private readonly hidden: Set<number>
  private done: Located[] = []
  private row = 0
  private isHidden = false
  private cells: Cell[] = []
  private column = -1
  private type = 'n'
  private style = 0
  private isFormula = false
  private value: string | null = null
  private isPhonetic = false

  constructor(workbook: Workbook, limits: SheetLimits, merged: MergedCells[], hidden: Set<number>) {
    this.workbook = workbook
    this.limits = limits
    this.merged = merged
    this.hidden = hidden
  }

  take(): Located[] {
    const rows = this.done
    this.done = []
    return rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.beginRow(attributes)
    else if (name === 'c') this.beginCell(attributes)
    else if (name === 'f') this.isFormula = true
    else if (name === 'rPh') this.isPhonetic = true
    else if (name === 'col' && isTrue(attributes.hidden)) this.addHidden(attributes)
    else if (name === 'mergeCell') this.addMerged(attributes.ref ?? '')
  }

  close(name: string, text: string): void {
    if (name === 'v') this.value = text
    else if (name === 't' && this.type === 'inlineStr' && !this.isPhonetic)
      this.value = (this.value ?? '') + text
    else if (name === 'rPh') this.isPhonetic = false
    else if (name === 'c') this.endCell()
    else if (name === 'row' && this.cells.some(isFilled))
      this.done.push({ cells: this.cells, line: this.row, isHidden: this.isHidden || undefined })
  }

  private beginRow({ r: number, hidden }: Readonly<Record<string, string>>): void {
    this.isHidden = isTrue(hidden)
    const row = number === undefined ? this.row + 1 : Number(number)
    if (!Number.isSafeInteger(row) || row <= this.row) throw damaged(`its rows are out of order at ${row}`)
    this.row = row
    this.cells = []
    this.column = -1
  }

  private beginCell({ r, t, s }: Readonly<Record<string, string>>): void {
    this.column = r === undefined ? this.column + 1 : columnOf(r)
    this.type = t ?? 'n'
    this.style = Number(s ?? 0)
    this.isFormula = false
    this.value = null
  }

  private endCell(): void {
    const cell = this.readCell()
    if (!isFilled(cell)) return
    const { rows, columns } = this.limits
    if (this.row > rows)
      throw new UserError(
        `The sheet has more than ${formatNumber(rows)} rows (row ${formatNumber(this.row)}): split it and import the parts.`,
      )
    if (this.column >= columns)
      throw new UserError(
        `The sheet has more than ${columns} columns (row ${this.row}, column ${columnLetters(this.column)}): delete those you do not need.`,
      )
    while (this.cells.length < this.column) this.cells.push('')
    this.cells[this.column] = cell
  }

  private readCell(): Cell {
    const { type, value } = this
    if (this.isFormula && (value === null || (value === '' && type !== 'str')))
      return this.unreadable(
        'is a formula without a stored result; open the workbook in Excel, save it, and import it again',
      )
    if (value === null) return ''
    switch (type) {
      case 's': {
        const text = this.workbook.sharedTexts[Number(value)]
        if (text === undefined)
          throw damaged(`row ${this.row}, ${this.columnName} refers to a text that is missing`)
        return text
      }
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        return this.unreadable(`is the error ${value.trim()}`, value.trim())
      case 'n':
        return this.readNumber(value.trim())
      default:
        return value
    }
  }

  private readNumber(text: string): Cell {
    if (text === '') return ''
    const number = Number(text)
    if (!Number.isFinite(number)) return this.unreadable(`is not a number`)
    if (this.workbook.dateStyles[this.style]) return formatSerialDate(number, this.workbook.is1904)
    // Excel shows 15 digits; the file may have 0.1 as 0.10000000000000001.
    return numberText(Number(number.toPrecision(15)))
  }

  private unreadable(reason: string, shown?: string): UnreadableCell {
    return new UnreadableCell(`${this.columnName}: the cell ${reason}`, shown)
  }

  private get columnName(): string {
    return `column ${columnLetters(this.column)}`
  }

  private addHidden({ min, max }: Readonly<Record<string, string>>): void {
    const last = Math.min(Number(max), this.limits.columns)
    for (let column = Number(min); column <= last; column++) this.hidden.add(column - 1)
  }

  private addMerged(name: string): void {
    const [first = '', last = first] = name.split(':')
    if (this.merged.length >= MAX_MERGES)
      throw new UserError('The sheet has too many merged cells: unmerge them.')
    this.merged.push({
      name,
      firstRow: rowOf(first),
      lastRow: rowOf(last),
      firstColumn: columnOf(first),
      lastColumn: columnOf(last),
    })
  }
}

/** 'A1' → 0, 'AA7' → 26 */
function columnOf(name: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(name)?.[0]
  if (letters === undefined) throw damaged(`“${name.slice(0, 20)}” is not the name of a cell`)
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const rowOf = (name: string) => Number(/\d+$/.exec(name)?.[0] ?? 0)
