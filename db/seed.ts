/** The first content of a new database. Applied once, so that what a dealer deletes stays deleted. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import { inTransaction } from '#packages/sqlite-rest/database.ts'
import { classify } from '#shared/registration/registration.ts'
import { EXPLORER_LIST, type Explorer, type ExplorerName, type SalesTable } from '#shared/sales/explorers.ts'

type Row = Record<string, SQLInputValue>
type CsvRecord = Record<string, string>

/** Reported sales, and an extract of the nine DVLA auctions of 2025. Totals of basis `hammer` are computed from stated rates. */
export const SEEDED_SALES: Readonly<Record<ExplorerName, readonly string[]>> = {
  uk: ['uk-sales.csv', 'dvla-2025-sales.csv'],
  jersey: ['jersey-sales.csv'],
}

/** The day of the last change of the files of sales: change it with them. Their rows and the snapshot that ships have it. */
export const SALES_COMPILED_AT = '2026-11-22T00:00:00+00:00'

/** Returns true if the seed was applied. */
export function seedDatabase(database: DatabaseSync): boolean {
  const isSeeded = () => database.prepare("SELECT 1 FROM meta WHERE key = 'seeded_at'").get() !== undefined
  if (isSeeded()) return false
  return inTransaction(database, () => {
    if (isSeeded()) return false
    insertRows(database, 'plates', readSeed('plates.csv').map(plateRow))
    for (const explorer of EXPLORER_LIST)
      for (const file of SEEDED_SALES[explorer.name])
        insertRows(
          database,
          explorer.table,
          readSeed(file).map((record) => saleRow(explorer, record)),
        )
    database.prepare("INSERT INTO meta (key, value) VALUES ('seeded_at', ?)").run(new Date().toISOString())
    return true
  })
}

export const readSeed = (name: string) =>
  parse(readFileSync(new URL(`./seed/${name}`, import.meta.url)), { columns: true }) as CsvRecord[]

function insertRows(database: DatabaseSync, table: 'plates' | SalesTable, rows: Row[]): void {
  for (const row of rows) {
    const names = Object.keys(row)
    database
      .prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')}) ON CONFLICT DO NOTHING`)
      .run(...Object.values(row))
  }
}

const nullIfBlank = (value: string | undefined) => (value === undefined || value === '' ? null : value)

function wholeNumber(value: string | undefined): number | null {
  if (value === undefined || value === '') return null
  if (!/^\d+$/.test(value)) throw new Error(`The seed has "${value}" instead of a whole number`)
  return Number(value)
}

/** Derived from the sale, so that ties sort alike in every new database. */
function saleId(table: string, record: CsvRecord): string {
  const key = [
    table,
    record.plate_number,
    record.sale_year,
    record.sale_month,
    record.where_sold,
    record.hammer_price,
    record.total_price,
  ]
  const hex = createHash('sha256').update(JSON.stringify(key)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function plateRow(record: CsvRecord): Row {
  return {
    id: nullIfBlank(record.id),
    plate_number: nullIfBlank(record.plate_number),
    price: wholeNumber(record.price),
    category: nullIfBlank(record.category),
    description: nullIfBlank(record.description),
    detailed_description: nullIfBlank(record.detailed_description),
    is_available: record.is_available === 'true' ? 1 : 0,
    is_feature: record.is_feature === 'true' ? 1 : 0,
    is_demonstration: 1,
  }
}

function saleRow({ table, hasHammerPrice, facets }: Explorer, record: CsvRecord): Row {
  return {
    id: saleId(table, record),
    plate_number: nullIfBlank(record.plate_number),
    where_sold: nullIfBlank(record.where_sold),
    sale_year: wholeNumber(record.sale_year),
    sale_month: wholeNumber(record.sale_month),
    total_price: wholeNumber(record.total_price),
    price_basis: nullIfBlank(record.price_basis),
    selection: nullIfBlank(record.selection),
    source_url: nullIfBlank(record.source_url),
    note: nullIfBlank(record.note),
    updated_at: SALES_COMPILED_AT,
    ...(hasHammerPrice && { hammer_price: wholeNumber(record.hammer_price) }),
    ...(facets.includes('category') && classify(record.plate_number ?? '')),
  }
}
