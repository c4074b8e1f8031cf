import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Listed } from '#shared/plates/search/definitions.ts'
import { seedSales } from '../seed-sales.ts'

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

export const registrations = (): string[] => [
  ...seedPlates().map(({ registration }) => registration),
  ...seedSales('uk').map(({ registration }) => registration),
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
