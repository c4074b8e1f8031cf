/** The columns of a dealer's stock list: those of the public plate, and the private ones. */

import {
  CellError,
  monthNumber,
  plainValue,
  readLine,
  readPrice,
  readText,
  splitDate,
} from '#shared/cells/fields.ts'
import { formatSerialDate } from '#shared/cells/serial-dates.ts'
import { type Field, type HeadingSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import type { PlateDetails, PlateDocument, PublicColumns } from './stock-store.ts'

/** The part of the plate that a column sets. */
type StockColumn =
  | { column: string; part: 'plate'; key: keyof PublicColumns; label: string }
  | { column: string; part: 'details'; key: keyof PlateDetails; label: string }

const plate = (column: string, key: keyof PublicColumns, label: string): StockColumn => ({
  column,
  part: 'plate',
  key,
  label,
})
const details = (column: string, key: keyof PlateDetails, label: string): StockColumn => ({
  column,
  part: 'details',
  key,
  label,
})

export const STOCK_COLUMNS: readonly StockColumn[] = [
  plate('plate_number', 'registration', 'registration'),
  plate('price', 'priceGbp', 'price'),
  plate('category', 'category', 'category'),
  plate('description', 'description', 'description'),
  plate('detailed_description', 'detailedDescription', 'details'),
  plate('image_url', 'imageUrl', 'picture'),
  plate('price_reason', 'priceReason', 'reason for the price'),
  plate('is_available', 'isAvailable', 'for sale'),
  plate('is_feature', 'isFeature', 'featured'),
  plate('is_demonstration', 'isDemonstration', 'demonstration'),
  details('status', 'status', 'status'),
  details('reserved_until', 'reservedUntil', 'reserved until'),
  details('reserved_for', 'reservedFor', 'reserved for'),
  details('cost', 'costGbp', 'cost'),
  details('bought_on', 'boughtOn', 'bought on'),
  details('document', 'document', 'document'),
  details('document_number', 'documentNumber', 'document number'),
  details('document_expires_on', 'documentExpiresOn', 'document expires on'),
  details('notes', 'notes', 'notes'),
  details('sold_price', 'soldPriceGbp', 'sold for'),
  details('sold_on', 'soldOn', 'sold on'),
]

const field = (column: string, read: Field['read'], ...names: string[]): Field => ({ column, names, read })

/** Private columns. An unreadable cell in one of them need not refuse the whole row. */
export const PRIVATE_FIELDS: readonly Field[] = [
  field(
    'cost',
    readCost,
    'cost price',
    'cost gbp',
    'our cost',
    'buy price',
    'buying price',
    'bought for',
    'purchase price',
    'price paid',
    'paid',
    'we paid',
  ),
  field(
    'bought_on',
    readDay,
    'bought',
    'bought on',
    'date bought',
    'bought date',
    'purchased',
    'purchase date',
    'date of purchase',
    'date purchased',
    'acquired',
    'date acquired',
    'in stock since',
    'stocked',
  ),
  field(
    'document',
    readDocument,
    'doc',
    'document type',
    'doc type',
    'paperwork',
    'held on',
    'cert type',
    'certificate type',
    'v750/v778',
    'v778/v750',
  ),
  field(
    'document_number',
    readLine(100),
    'document no',
    'doc no',
    'doc number',
    'cert no',
    'cert',
    'cert number',
    'certificate',
    'certificate no',
    'certificate number',
    'retention no',
    'retention number',
    'reference',
    'doc ref',
    'v5c no',
    'v750 no',
    'v778 no',
  ),
  field(
    'document_expires_on',
    readDay,
    'expiry',
    'expires',
    'expires on',
    'expiry date',
    'cert expiry',
    'cert expires',
    'certificate expiry',
    'certificate expires',
    'document expiry',
    'doc expiry',
    'retention expiry',
    'retention expires',
    'valid until',
    'valid to',
    'v750 expiry',
    'v778 expiry',
  ),
  field('notes', readText(5000), 'note', 'private notes', 'remark', 'remarks', 'comment', 'comments', 'memo'),
  field('reserved_for', readLine(200), 'held for', 'on hold for', 'reserved by'),
  field('reserved_until', readDay, 'held until', 'on hold until'),
  field('sold_price', readCost, 'sold for', 'sold at price', 'sold gbp', 'achieved'),
  field('sold_on', readDay, 'date sold', 'sold date', 'date of sale', 'sale date'),
]

const MORE_PRICE_NAMES = [
  'rrp',
  'web price',
  'website price',
  'advertised price',
  'advertised',
  'sell price',
  'customer price',
  'price inc vat',
  'price inc',
  'retail inc vat',
]

const publicFields = tableSpecs.plates.fields.map((known) =>
  known.column === 'price' ? { ...known, names: [...known.names, ...MORE_PRICE_NAMES] } : known,
)

/** The heading table for lists of stock. */
export const STOCK_LIST: HeadingSpec & { fields: readonly Field[] } = {
  fields: [...publicFields, ...PRIVATE_FIELDS],
  availability: tableSpecs.plates.availability,
  isDated: false,
  needed: [],
}

/** Whole pounds; pence are rounded, since an auction's fees leave some. @throws CellError */
export function readCost(cell: string): number {
  const [, pounds, pence] = /^(.*)\.(\d{1,2})\s*$/s.exec(cell.trim()) ?? []
  return pounds === undefined ? readPrice(cell) : readPrice(pounds) + Math.round(Number(`0.${pence}`))
}

/**
 * A day as YYYY-MM-DD, day first: '12/07/2025', '12.7.25', '12 July 2025', '2025-07-12', and the number '45850', which is
 * how a spreadsheet counts days. Not 'Jul 2025' or '07/13/2025'.
 * @throws CellError
 */
export function readDay(cell: string): string {
  const text = plainValue(cell)
  const parts = splitDate(/^[2-7]\d{4}$/.test(text) ? formatSerialDate(Number(text)) : text)
  const year = Number(parts?.year) + (parts?.year.length === 2 ? 2000 : 0)
  const [month, day] = [monthNumber(parts?.month ?? ''), Number(parts?.day)]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (!(year >= 1950 && year <= 2100) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    throw new CellError(`“${escapeLine(cell.trim())}” is not a day, such as 12/07/2025 or 2025-07-12`)
  return date.toISOString().slice(0, 10)
}

const DOCUMENTS: readonly [RegExp, PlateDocument][] = [
  [/\bv ?750\b|certificate of entitlement|\bcoe\b/gi, 'V750'],
  [/\bv ?778\b|\bretention\b/gi, 'V778'],
  [/\bv ?5c?\b|\b(?:car|vehicle|bike|van)\b/gi, 'vehicle'],
]

/** 'V750', 'v778 retention', 'on car'. @throws CellError if it is none of them, or more than one */
export function readDocument(cell: string): PlateDocument {
  const held = splitDocument(cell)
  if (!held) throw new CellError(`“${escapeLine(cell.trim())}” is not one of V750, V778, vehicle`)
  return held.document
}

const FILLER = /(?<![\w/-])(?:on|the|held|certificate|cert|document|doc|number|no)(?![\w/-])/gi

/**
 * 'V778 A/123' is a V778 of the number A/123, and 'V778 in the safe' says more. Null if the cell names no document, or
 * several.
 */
export function splitDocument(
  cell: string,
): { document: PlateDocument; number: string; saysMore: boolean } | null {
  const [found, other] = DOCUMENTS.filter(([words]) => cell.search(words) >= 0)
  if (!found || other) return null
  const [words, document] = found
  const rest = cell
    .replace(words, ' ')
    .replace(FILLER, ' ')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/gi, '')
  const isNumber = /^[a-z0-9/-]*\d[a-z0-9/-]*$/i.test(rest)
  return { document, number: isNumber ? rest.slice(0, 100) : '', saysMore: rest !== '' && !isNumber }
}
