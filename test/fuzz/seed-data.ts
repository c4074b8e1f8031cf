import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Listed } from '../../app/features/plates/search/definitions.ts'
import { toSale } from '../../app/features/sales/data/sale-records.ts'
import type { DocumentedSale } from '../../app/features/sales/sale.ts'
import { classify } from '../../app/shared/registration/registration.ts'

const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(`db/seed/${name}.csv`), { columns: true })

export const seedPlates = (): Listed[] =>
  rowsOf('plates')
    .map((row) => ({
      registration: row.plate_number ?? '',
      priceGbp: Number(row.price),
      description: row.description || null,
      isFeature: row.is_feature === '1',
    }))
    .sort((a, b) => b.priceGbp - a.priceGbp)

export function seedSales(name: 'uk-sales' | 'jersey-sales'): DocumentedSale[] {
  const numbers = new Set(['sale_year', 'sale_month', 'hammer_price', 'total_price'])
  return rowsOf(name).map((row, index) => {
    const typed = Object.fromEntries(
      Object.entries(row).map(([column, text]) => [
        column,
        text === '' ? null : numbers.has(column) ? Number(text) : text,
      ]),
    )
    const sale = toSale({ ...classify(row.plate_number ?? ''), ...typed }, `sale-${index}`)
    if (!sale) throw new Error(`This is no sale: ${JSON.stringify(row)}`)
    return sale
  })
}

export const registrations = (): string[] => [
  ...seedPlates().map(({ registration }) => registration),
  ...seedSales('uk-sales').map(({ registration }) => registration),
  ...[
    'A 1',
    '1 KP',
    'AB51 ABC',
    'H34 VEN',
    'CAR 14D',
    'Q123 ABC',
    '101 D 101',
    'J 12345',
    'MAN 1',
    'AAZ 1234',
  ],
]
