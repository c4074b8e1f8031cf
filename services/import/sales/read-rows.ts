/** Stage 2 of an import of sales: parses the rows of a list as sales. */

import { isPartOfYear } from '#shared/cells/dates.ts'
import type { ParsedRow, Refusal, RowReader } from '#shared/cells/parse-row.ts'
import { explorerOf } from '#shared/sales/explorers.ts'
import { DOCUMENTED_REGIMES } from '#shared/sales/fee-regimes.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { formatList, formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { createYielder } from '../../create-yielder.ts'
import { doubtTotal } from '../../sales/total-doubt.ts'
import type { FileRow } from '../files/file-row.ts'
import { mendRecord } from '../garbled.ts'
import { noEntry, textOf } from '../list-entries.ts'
import type { ListHeadings, RowList } from '../read-list.ts'
import { LOWEST_POUNDS } from '../stock/price-reading.ts'
import type { SalesForm } from './sales-form.ts'

export type ListedSale =
  | { kind: 'sale'; row: ParsedRow }
  | ({ kind: 'refused' } & Refusal)
  /** Not an entry of the list: a total, a title, or repeated headings. */
  | { kind: 'none'; line: number; reason: string }
  /** Repeats an earlier row exactly. */
  | { kind: 'repeated'; line: number; registration: string; reason: string }

export interface ListedSales {
  rows: readonly ListedSale[]
  /** Notes about the list for the person, such as missing lots. */
  notes: readonly string[]
}

/** @param columns a heading for each column */
export async function readSales(
  list: RowList,
  { form, headings, columns }: ListHeadings & { form: SalesForm },
  { allowDoubtful }: { allowDoubtful: boolean },
): Promise<ListedSales> {
  const reader = form.reader({ headings, columns }, { allowDoubtful })
  const yieldIfDue = createYielder()
  const rows: ListedSale[] = []
  let [hidden, garbled] = [0, 0]
  const low: number[] = []
  const partsOfYear: number[] = []
  const doubts: string[] = []
  const explorer = explorerOf(form.table.name)
  const earlier = new Map<string, { line: number; content: string }>()
  const merged = list.rows.flatMap((row) => ('reason' in row && row.lastLine !== undefined ? [row] : []))
  for (const listed of list.rows) {
    await yieldIfDue()
    const within = merged.find(({ line, lastLine = line }) => listed.line >= line && listed.line <= lastLine)
    if (within && within !== listed && !('record' in listed)) continue
    // Only the first of merged cells has a value, so the other rows would lack it.
    const mended = 'record' in listed ? mendRecord(listed.record, columns) : null
    const row = mended && 'record' in listed ? { ...listed, record: mended.record } : listed
    const read =
      within && within !== listed
        ? { kind: 'refused' as const, line: listed.line, reason: within.reason }
        : readRow(row, columns, form, reader)
    if (mended) garbled += 1
    if ('record' in listed && listed.isHidden) hidden += 1
    if (read === null) continue
    if (read.kind !== 'sale') {
      rows.push(read)
      continue
    }
    const { key, line, given, fill } = read.row
    const doubt = read.row.hasComputedTotal
      ? null
      : doubtTotal(explorer, { ...fill, ...given }, DOCUMENTED_REGIMES)
    if (doubt !== null) doubts.push(`${capitalised(list.unit)} ${formatNumber(line)}: ${doubt}`)
    if (isLow(given.hammer_price) || isLow(given.total_price)) low.push(line)
    if ('record' in row && isPartOfYear(textOf(row.record[columns.get('sale_date') ?? ''])))
      partsOfYear.push(line)
    const content = JSON.stringify([given, fill])
    const first = earlier.get(key)
    if (!first) {
      earlier.set(key, { line, content })
      rows.push(read)
      continue
    }
    const registration = String(given.plate_number)
    const isSame = first.content === content
    const is = isSame ? 'has it already' : `has the same ${form.table.one} with other details`
    const reason = `${list.unit} ${first.line} ${is}`
    rows.push({ kind: isSame ? 'repeated' : 'refused', line, registration, reason })
  }
  const notes = [
    low.length > 0 &&
      `${nameLines(low, list.unit)} a price below ${formatGbp(LOWEST_POUNDS)}, perhaps part of one that has a comma: check ${low.length === 1 ? 'it' : 'them'}.`,
    partsOfYear.length > 0 &&
      `${nameLines(partsOfYear, list.unit)} a part of a year, such as a quarter: ${partsOfYear.length === 1 ? 'it is' : 'they are'} recorded without a month.`,
    ...doubts.slice(0, MAX_NAMED),
    doubts.length > MAX_NAMED &&
      `${plural(doubts.length - MAX_NAMED, 'more row has a total that does', 'more rows have totals that do')} not fit the hammer price.`,
    garbled > 0 &&
      `${plural(garbled, 'row has', 'rows have')} garbled text, such as “Ã©” for “é”, which is mended below.`,
    hidden > 0 &&
      `${plural(hidden, 'row is', 'rows are')} hidden in the workbook${form.isWhole ? ', and read like the others' : ''}.`,
  ]
  return { rows, notes: [...(reader.notes?.() ?? []), ...notes.filter((note) => note !== false)] }
}

const isLow = (price: unknown) => typeof price === 'number' && price > 0 && price < LOWEST_POUNDS

const MAX_NAMED = 10

/** 'Lines 2 and 4 have', 'Row 7 has' */
function nameLines(lines: readonly number[], unit: 'line' | 'row'): string {
  const named = lines.slice(0, MAX_NAMED).map(formatNumber)
  if (lines.length > MAX_NAMED) named.push(`${formatNumber(lines.length - MAX_NAMED)} more`)
  const name = unit === 'line' ? 'Line' : 'Row'
  return lines.length === 1 ? `${name} ${named[0]} has` : `${name}s ${formatList(named)} have`
}

/** @returns null for a row that is covered by the reader's notes */
function readRow(
  listed: FileRow,
  columns: ReadonlyMap<string, string>,
  { isWhole }: SalesForm,
  reader: RowReader,
): ListedSale | null {
  const { line } = listed
  if ('reason' in listed) return { kind: 'refused', line, reason: listed.reason }
  const none = isWhole ? null : noEntry(listed.record, columns, false)
  if (none !== null) return { kind: 'none', line, reason: none }
  const read = reader.read(line, listed.record)
  if (read === null) return null
  // The results of an auction are complete only with the lots that a filter hides.
  if (listed.isHidden && !isWhole && 'given' in read)
    return {
      kind: 'refused',
      line,
      registration: String(read.given.plate_number),
      reason: 'the row is hidden in the workbook: show it there to import it',
    }
  return 'reason' in read ? { kind: 'refused', ...read } : { kind: 'sale', row: read }
}
