/** The sales of the seed, read from its files, so that expected counts follow when it grows. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { SEEDED_SALES } from '#db/seed.ts'
import { classify } from '#shared/registration/registration.ts'
import { PAGE_SIZE } from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { SaleRecord } from '#shared/sales/sale.ts'
import { toSale } from '#shared/sales/sale-records.ts'
import { formatNumber } from '#shared/text/format.ts'

const NUMBERS = new Set(['sale_year', 'sale_month', 'hammer_price', 'total_price'])

export const seedRows = (explorer: ExplorerName): Record<string, string>[] =>
  SEEDED_SALES[explorer].flatMap(
    (file) =>
      parse(readFileSync(new URL(`../db/seed/${file}`, import.meta.url)), { columns: true }) as Record<
        string,
        string
      >[],
  )

export function seedSales(explorer: ExplorerName): SaleRecord[] {
  return seedRows(explorer).map((row, index) => {
    const typed = Object.fromEntries(
      Object.entries(row).map(([column, text]) => [
        column,
        text === '' ? null : NUMBERS.has(column) ? Number(text) : text,
      ]),
    )
    const sale = toSale({ ...classify(row.plate_number ?? ''), ...typed }, `sale-${index}`)
    if (!sale) throw new Error(`This is no sale: ${JSON.stringify(row)}`)
    return sale
  })
}

export const UK = seedSales('uk')
export const SALES = UK.length
export const JERSEY_SALES = seedRows('jersey').length
export const PAGES = Math.ceil(SALES / PAGE_SIZE)

export const countSales = (matches: (sale: SaleRecord) => boolean): number => UK.filter(matches).length

export const countValues = (field: 'whereSold' | 'category' | 'type'): number =>
  new Set(UK.map((sale) => sale[field]).filter((value) => value !== null)).size

/** 'Showing 51-100 of 962 sales' */
export function showing(page: number, count = SALES): string {
  const [from, to] = [count === 0 ? 0 : (page - 1) * PAGE_SIZE + 1, Math.min(page * PAGE_SIZE, count)]
  return `Showing ${formatNumber(from)}-${formatNumber(to)} of ${formatNumber(count)} sales`
}

/** 'Showing 1-3 of 3 sales (filtered from 962 total)' */
export const found = (count: number): string =>
  `${showing(1, count)} (filtered from ${formatNumber(SALES)} total)`

export const spells = (letters: string) => (sale: { registration: string }) =>
  sale.registration.toLowerCase().includes(letters.toLowerCase())

const years = UK.map(({ saleYear }) => saleYear)
export const YEARS = `${Math.min(...years)}-${Math.max(...years)}`
/** 'Filters (Seller: 13/13, …)', the label of the filter button without any filter. */
export const FILTERS = `Filters (${(
  [
    ['Seller', 'whereSold'],
    ['Category', 'category'],
    ['Type', 'type'],
  ] as const
)
  .map(([label, field]) => `${label}: ${countValues(field)}/${countValues(field)}`)
  .join(', ')}, Years: ${YEARS})`
