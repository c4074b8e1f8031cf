// A view of the sales as a file. Cells that a spreadsheet would take for a formula are made plain text.

import { type DocumentedSale, shortSaleDate } from './sale.ts'

export interface SalesFile {
  title: string
  /** The address that shows the same rows. */
  address: string
  licence: string
  citation: string
  sales: readonly DocumentedSale[]
  /** Sales that pass; more than the file holds only where it says so. */
  count: number
}

const COLUMNS: [name: string, value: (sale: DocumentedSale) => string | number | null][] = [
  ['plate_number', ({ registration }) => registration],
  ['hammer_price', ({ hammerPriceGbp }) => hammerPriceGbp],
  ['total_price', ({ totalPriceGbp }) => totalPriceGbp],
  ['price_basis', ({ priceBasis }) => priceBasis],
  ['sale_date', (sale) => shortSaleDate(sale)],
  ['sale_year', ({ saleYear }) => saleYear],
  ['sale_month', ({ saleMonth }) => saleMonth],
  ['where_sold', ({ whereSold }) => whereSold],
  ['category', ({ category }) => category],
  ['type', ({ type }) => type],
  ['source_url', ({ sourceUrl }) => sourceUrl],
]

/** RFC 4180 with one line of words before the header: where the data come from, and what we ask in return. */
export function toCsv({ licence, citation, sales, count }: SalesFile): string {
  const short = sales.length < count ? ` The first ${sales.length} of ${count} sales.` : ''
  const lines = [
    csvCell(`# ${citation}. ${licence}${short}`),
    COLUMNS.map(([name]) => name).join(','),
    ...sales.map((sale) => COLUMNS.map(([, value]) => csvCell(value(sale))).join(',')),
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** '=1+1' → "'=1+1"    'a,b' → '"a,b"'    null → '' */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function toJson({ title, address, licence, citation, sales, count }: SalesFile): string {
  const data = sales.map((sale) => Object.fromEntries(COLUMNS.map(([name, value]) => [name, value(sale)])))
  return `${JSON.stringify({ title, source: address, licence, citation, totalRecords: count, data }, null, 1)}\n`
}
