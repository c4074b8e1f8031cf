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

const WHOLE_NUMBERS = new Set(['price', 'sale_year', 'sale_month', 'hammer_price', 'total_price'])
const FLAGS = new Set(['is_available', 'is_feature'])

function readCell(column: string, text: string): SQLInputValue {
  if (FLAGS.has(column)) return text === 'true' ? 1 : 0
  if (text === '') return null
  if (!WHOLE_NUMBERS.has(column)) return text
  if (!/^\d+$/.test(text)) throw new Error(`The seed has "${text}" instead of a whole number`)
  return Number(text)
}

const rowOf = (record: CsvRecord): Row =>
  Object.fromEntries(Object.entries(record).map(([column, text]) => [column, readCell(column, text)]))

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

const plateRow = (record: CsvRecord): Row => ({ ...rowOf(record), is_demonstration: 1 })

const saleRow = ({ table, facets }: Explorer, record: CsvRecord): Row => ({
  ...rowOf(record),
  id: saleId(table, record),
  updated_at: SALES_COMPILED_AT,
  ...(facets.includes('category') && classify(record.plate_number ?? '')),
})
