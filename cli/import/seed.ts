/** Finds sales of the seed that are not on record, because an upgrade adds none to an existing site. */
import { randomUUID } from 'node:crypto'
import type { Reader } from '#data/tables.ts'
import { readSeed, SEEDED_SALES } from '#db/seed.ts'
import { action } from '#services/action.ts'
import { ChangeConflict, wasWrittenBefore } from '#services/changes/write-changes.ts'
import { readSalesOf } from '#services/sales/stored-sales.ts'
import { changeSales } from '#services/sales/write-sales.ts'
import { rowReader } from '#shared/cells/parse-row.ts'
import { keyOf, type Row, type TableSpec } from '#shared/cells/table-specs.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { explorerOf } from '#shared/sales/explorers.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { withRetry } from '../retry.ts'

const PRICES = ['hammer_price', 'total_price'] as const

interface SeedPlan {
  /** Sales of the seed that are not on record. */
  added: Row[]
  /** Recorded sales that lack a price of the seed, such as a computed total. */
  incomplete: { id: string; registration: string; columns: Row }[]
  /** Registrations of sales that are recorded with other prices and stay unchanged. */
  different: string[]
  unchanged: number
}

export async function planSeed(reader: Reader, table: TableSpec): Promise<SeedPlan> {
  const seed = readSeedRows(table)
  const stored = await readSalesOf(
    reader,
    table,
    seed.map(({ plate_number }) => String(plate_number)),
  )
  const plan: SeedPlan = { added: [], incomplete: [], different: [], unchanged: 0 }
  for (const sale of seed) {
    const known = findSale(sale, stored.get(String(sale.plate_number)) ?? [], table)
    if (!known) plan.added.push(sale)
    else if (differs(sale, known)) plan.different.push(String(sale.plate_number))
    else {
      const columns = missingPrices(sale, known)
      if (Object.keys(columns).length === 0) plan.unchanged += 1
      else plan.incomplete.push({ id: String(known.id), registration: String(sale.plate_number), columns })
    }
  }
  return plan
}

function readSeedRows(table: TableSpec): Row[] {
  const reader = rowReader(table, { allowDoubtful: true })
  return SEEDED_SALES[explorerOf(table.name)].flatMap(readSeed).map((record, index) => {
    const read = reader.read(index + 1, record)
    if ('reason' in read) throw new Error(`The seed has a row that is not a sale: ${read.reason}`)
    return { ...read.fill, ...read.given }
  })
}

/** Finds the same sale even if a dealer has corrected its price, or has recorded it without a month or a seller. */
function findSale(sale: Row, stored: readonly Row[], table: TableSpec): Row | undefined {
  const fits = (row: Row, column: string) =>
    row[column] === sale[column] || isNone(row[column]) || isNone(sale[column])
  return (
    stored.find((row) => keyOf(table, row) === keyOf(table, sale)) ??
    stored.find(
      (row) => row.sale_year === sale.sale_year && fits(row, 'sale_month') && fits(row, 'where_sold'),
    )
  )
}

const isNone = (value: unknown) => value === null || value === undefined

const differs = (sale: Row, known: Row) =>
  PRICES.some((column) => !isNone(sale[column]) && !isNone(known[column]) && sale[column] !== known[column])

/** Prices that the record lacks, if both agree on which price was reported. */
function missingPrices(sale: Row, known: Row): Row {
  if (sale.price_basis !== known.price_basis) return {}
  return Object.fromEntries(
    PRICES.filter((column) => isNone(known[column]) && !isNone(sale[column])).map((column) => [
      column,
      sale[column] ?? null,
    ]),
  )
}

/** Writes everything or nothing, in one change that the desk can undo. @throws CliError if someone else was faster */
export async function writeSeed(
  { added, incomplete }: Pick<SeedPlan, 'added' | 'incomplete'>,
  table: TableSpec,
  change: string,
  { database, actor }: CliBackend,
): Promise<void> {
  const explorer = explorerOf(table.name)
  const call = { explorer, actor, action: 'sales import', change, batch: randomUUID() }
  const changes = [
    ...added.map((sale) => ({ id: null, sale })),
    ...incomplete.map(({ id, columns }) => ({ id, sale: columns })),
  ]
  try {
    await withRetry(() =>
      action(database, 'import a list', (transaction) => changeSales(transaction, { ...call, changes })),
    )
  } catch (error) {
    if (await wasWrittenBefore(database, error, call.batch)) return
    if (!(error instanceof ChangeConflict) && !isUniqueViolation(error)) throw error
    throw new CliError(
      'Nothing has been changed, because some of these sales have just been added or changed. Run the command again.',
    )
  }
}
